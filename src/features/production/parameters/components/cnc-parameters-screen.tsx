import { defineFields } from '@/kit/fields/field'
import { length, percent, wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { materialField, nameField, thicknessField } from '../machine-fields'
import { keepers, parametersKey } from '../parameters'
import { MachinePrices } from './machine-prices'

const cncParameters = defineSmallTable({
  table: 'cnc_parameters',
  one: 'cut',
  many: 'cuts',
  fields: defineFields({
    name: nameField,
    material_type_id: materialField,
    thickness_mm: thicknessField,
    bit_type_id: rowChoice('Bit', { table: 'bit_types', key: parametersKey }, { required: true }),
    feed_mm_min: wholeNumber('Feed (mm/min)', { required: true, least: '1', most: '60000' }),
    plunge_mm_min: wholeNumber('Plunge (mm/min)', { required: true, least: '1', most: '60000' }),
    spindle_rpm: wholeNumber('Spindle (rpm)', { required: true, least: '1', most: '100000' }),
    depth_per_pass_mm: length('Depth a pass', {
      required: true,
      places: 2,
      aboveZero: true,
      most: '200',
    }),
    stepover_pct: percent('Stepover', { required: true, aboveZero: true, initial: '40' }),
  }),
  key: parametersKey,
  live: [{ page: 'cnc-parameters', tables: ['cnc_parameters', 'material_types', 'bit_types'] }],
  rights: keepers,
  about: 'How the router cuts a material of a thickness with a bit.',
})

/** /cnc-parameters: the router's settings and prices. */
export const CncParametersScreen = () => (
  <PageFrame title="CNC Parameters" width="full">
    <SmallTable of={cncParameters} />
    <MachinePrices machine="cnc" />
  </PageFrame>
)
