import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { percent, quantity, wholeNumber } from '@/kit/fields/number-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { materialField, nameField, thicknessField } from '../machine-fields'
import { keepers, parametersKey } from '../parameters'
import { MachinePrices } from './machine-prices'

const laserParameters = defineSmallTable({
  table: 'laser_parameters',
  one: 'setting',
  many: 'settings',
  fields: defineFields({
    name: nameField,
    material_type_id: materialField,
    thickness_mm: thicknessField,
    mode: choice(
      'Mode',
      [
        { value: 'cut', label: 'Cut' },
        { value: 'engrave', label: 'Engrave' },
        { value: 'mark', label: 'Mark' },
      ],
      { required: true, initial: 'cut' },
    ),
    power_pct: percent('Power', { required: true, aboveZero: true }),
    speed_mm_s: quantity('Speed', { unit: 'mm/s', required: true, places: 2, aboveZero: true, most: '10000' }),
    passes: wholeNumber('Passes', { required: true, least: '1', most: '50', initial: 1 }),
    air_assist: checkbox('Air assist', { wide: false, initial: true }),
    dpi: wholeNumber('dpi', { least: '1', most: '5000', hiddenUnless: ({ mode }) => mode !== 'cut' }),
  }),
  key: parametersKey,
  live: [{ page: 'cnc-parameters', tables: ['laser_parameters', 'material_types'] }],
  rights: keepers,
  about: 'How the laser cuts, engraves or marks a material of a thickness.',
})

/** /laser-parameters: the laser's settings and prices. */
export const LaserParametersScreen = () => (
  <PageFrame title="Laser Parameters" width="full">
    <SmallTable of={laserParameters} />
    <MachinePrices machine="laser" />
  </PageFrame>
)
