import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import type { Item } from '../api/inventory.query'
import { inventoryKey } from '../inventory'

const fields = defineFields({
  supplier_sku: text('Their number', { required: true, max: 100, duplicate: 'This supplier is listed already.' }),
  supplier_id: { ...record('Supplier', contacts, { required: true }), show: (id: string) => <ContactLabel id={id} /> },
  lead_days: wholeNumber('Days until it comes', { most: '365' }),
})

function ContactLabel({ id }: { id: string }) {
  const { data } = useQuery(contacts.chosen(id || null))
  return <>{data?.label ?? ''}</>
}

/** Other suppliers of an item. The usual supplier is in the form above. */
export function Suppliers({ item, mayEdit }: { item: Item; mayEdit: boolean }) {
  const of = useMemo(
    () =>
      defineSmallTable({
        table: 'item_suppliers',
        one: 'supplier',
        many: 'suppliers',
        fields,
        where: { item_id: item.id },
        key: inventoryKey,
        live: [{ page: 'inventory', tables: ['item_suppliers'] }],
        rights: {
          add: (rights) => can(rights, 'inventory', 'edit'),
          change: (rights) => can(rights, 'inventory', 'edit'),
          remove: (rights) => can(rights, 'inventory', 'edit'),
        },
        about: 'Other suppliers of this item, with the number on their price list.',
      }),
    [item.id],
  )
  return (
    <>
      {item.supplier_sku ? (
        <Text size="sm" mb="sm">
          The usual supplier calls it {item.supplier_sku}
          {mayEdit ? '. Change that in the form above.' : '.'}
        </Text>
      ) : null}
      <SmallTable key={item.id} of={of} />
    </>
  )
}
