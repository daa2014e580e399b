import { Title } from '@mantine/core'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, quantity, wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { inkKeepers, keepers, parametersKey } from '../parameters'
import { MachinePrices } from './machine-prices'

const printParameters = defineSmallTable({
  table: 'eco_solvent_parameters',
  one: 'print setting',
  many: 'print settings',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, placeholder: 'Polymeric vinyl, standard' }),
    media_item_id: rowChoice(
      'Medium',
      { table: 'inventory_items', key: parametersKey },
      { help: 'Empty: every medium without a row of its own' },
    ),
    quality: choice(
      'Quality',
      [
        { value: 'draft', label: 'Draft' },
        { value: 'standard', label: 'Standard' },
        { value: 'high', label: 'High' },
        { value: 'photo', label: 'Photo' },
      ],
      { required: true, initial: 'standard', duplicate: 'This medium has a row of this quality already.' },
    ),
    passes: wholeNumber('Passes', { required: true, least: '1', most: '64' }),
    speed_m2_h: quantity('Speed', { unit: 'm²/h', required: true, places: 2, aboveZero: true, most: '1000' }),
    ink_ml_m2: quantity('Ink', { unit: 'ml/m²', required: true, places: 2, most: '1000' }),
    outgas_hours: quantity('Outgas', { unit: 'h', required: true, places: 1, most: '500', initial: '24' }),
    laminate: checkbox('Laminate', { wide: false }),
  }),
  key: parametersKey,
  live: [{ page: 'cnc-parameters', tables: ['eco_solvent_parameters'] }],
  rights: keepers,
  about: 'How the printers print a medium: speed, ink, and how long it outgasses before it is laminated.',
})

const inks = defineSmallTable({
  table: 'inks',
  one: 'ink',
  many: 'inks',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is an ink of this name already.' }),
    cost_per_ml: money('Cost a ml', { required: true, places: 4 }),
  }),
  key: parametersKey,
  live: [{ page: 'cnc-parameters', tables: ['inks'] }],
  rights: inkKeepers,
  about: 'What a millilitre of each ink costs.',
})

/** /eco-solvent-parameters: the printers' settings and prices, and the cost of ink for people who may see costs. */
export function EcoSolventParametersScreen() {
  const seesCosts = hasPermission(useRights(), 'view_financial_data')
  return (
    <PageFrame title="Eco-solvent Parameters" width="full">
      <SmallTable of={printParameters} />
      <MachinePrices machine="print" />
      {seesCosts ? (
        <>
          <Title order={2} size="h3" mt="xl" mb="sm">
            Inks
          </Title>
          <SmallTable of={inks} />
        </>
      ) : null}
    </PageFrame>
  )
}
