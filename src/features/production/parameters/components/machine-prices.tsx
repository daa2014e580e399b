import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { length, money } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { nameField } from '../machine-fields'
import { parametersKey, priceKeepers } from '../parameters'

export type Machine = 'cnc' | 'laser' | 'print'
const units = [
  { value: 'm', label: 'metre of cut' },
  { value: 'minute', label: 'minute' },
  { value: 'm2', label: 'm²' },
  { value: 'hour', label: 'hour' },
]
const usual: Record<Machine, string> = { cnc: 'm', laser: 'minute', print: 'm2' }

const pricesOf = (machine: Machine) =>
  defineSmallTable({
    table: 'machine_prices',
    one: 'price',
    many: 'prices',
    fields: defineFields({
      name: nameField,
      material_type_id: rowChoice(
        'Material',
        { table: 'material_types', key: parametersKey },
        { help: 'Empty: every material without a price of its own' },
      ),
      thickness_mm: length('Thickness', {
        places: 3,
        aboveZero: true,
        most: '200',
        duplicate: 'There is a price for this material and thickness already.',
      }),
      price: money('Price', { required: true, places: 4 }),
      per: choice('Per', units, { required: true, initial: usual[machine] }),
      setup_price: money('Set-up', { required: true, initial: '0' }),
      min_charge: money('Least', { required: true, initial: '0' }),
    }),
    where: { machine },
    key: parametersKey,
    live: [{ page: 'cnc-parameters', tables: ['machine_prices'] }],
    rights: priceKeepers,
    about: 'What the work of this machine is sold for.',
  })

/** The selling prices of one machine's work, for people who may see them. */
export function MachinePrices({ machine }: { machine: Machine }) {
  const sees = hasPermission(useRights(), 'view_cnc_pricing')
  const prices = useMemo(() => pricesOf(machine), [machine])
  if (!sees) return null
  return (
    <>
      <Title order={2} size="h3" mt="xl" mb="sm">
        Prices
      </Title>
      <SmallTable of={prices} />
    </>
  )
}
