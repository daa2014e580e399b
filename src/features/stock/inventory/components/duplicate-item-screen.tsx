import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { length } from '@/kit/fields/number-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { RecordState } from '@/kit/record/record-page'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { type Item, itemQuery } from '../api/inventory.query'
import { stockItems as items } from '@/kit/pickers/stock-items'
import { duplicateItem } from '../api/stock.mutation'
import { inventoryKey } from '../inventory'
import { itemFields } from '../item-fields'

const size = (label: string, most: string) => length(label, { aboveZero: true, most })
const fields = defineFields({
  name: itemFields.name,
  sku: itemFields.sku,
  color_id: itemFields.color_id,
  length_mm: size('Length', '10000000'),
  width_mm: size('Width', '100000'),
  thickness_mm: size('Thickness', '1000'),
})

/** /duplicate-item?from=: a copy of an item in another size or colour. */
export function DuplicateItemScreen() {
  const [search, setSearch] = useSearchParams()
  const rights = useRights()
  const from = uuidOf(search.get('from'))
  return (
    <PageFrame
      title="Duplicate an Item"
      lead="The copy has the same type, material, units, supplier and prices. It starts without stock."
      width="text"
    >
      {can(rights, 'inventory', 'create') ? (
        <Stack gap="md">
          <RecordPicker
            label="Copy of"
            source={items}
            value={from}
            onChange={(id) => setSearch(id ? { from: id } : {}, { replace: true })}
            autoFocus={from === null}
          />
          {from ? <Original key={from} id={from} /> : null}
        </Stack>
      ) : (
        <Text c="dimmed">Your account does not add items.</Text>
      )}
    </PageFrame>
  )
}

function Original({ id }: { id: string }) {
  const item = useQuery(itemQuery(id))
  return (
    <RecordState of={item} what="item">
      {(row) => <Copy row={row} />}
    </RecordState>
  )
}

function Copy({ row }: { row: Item }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: `copy-of-item-${row.id}`,
    isNew: true,
    stored: { ...row, sku: '' },
    queryKey: inventoryKey,
    save: (values) => duplicateItem({ id, from: row.id, ...values }),
    onSaved: (made) => navigate(linkTo('/inventory/:id', { id: made })),
  })
  return <RecordForm form={form} label="Copy of an item" submitLabel="Add the copy" autoFocus />
}
