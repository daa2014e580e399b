import { Button, Group, Modal } from '@mantine/core'
import { IconPlus, IconTruckReturn } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contacts } from '@/kit/pickers/contact-picker'
import { contactName } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { inventoryKey, inventoryLive } from '../inventory'
import { addToPurchase } from './api/purchase.mutation'
import { readPurchases } from './api/purchase.query'
import { purchaseFilters } from './purchase-filters'
import { PurchaseStatus } from './purchase-status'

const purchases = defineList({
  name: 'purchases',
  one: 'purchase order',
  many: 'purchase orders',
  key: inventoryKey,
  live: inventoryLive,
  filters: purchaseFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'purchase_number', text: (row) => row.purchase_number },
    { name: 'supplier', label: 'Supplier', text: (row) => contactName(row.supplier) },
    {
      name: 'status',
      label: 'Status',
      sort: 'status',
      card: 'end',
      cell: (row) => <PurchaseStatus status={row.status} />,
      csv: (row) => row.status,
    },
    { name: 'lines', label: 'Lines', align: 'right', from: 'sm', text: (row) => row.lines.length },
    { name: 'sent', label: 'Sent', from: 'sm', day: (row) => row.sent_at },
    { name: 'expected', label: 'Expected', sort: 'expected_on', day: (row) => row.expected_on },
    { name: 'created', label: 'Made', sort: 'created_at', from: 'lg', day: (row) => row.created_at },
  ],
  sort: { by: 'created_at', down: true },
  read: readPurchases,
})

/** Purchase orders, the newest first. */
export function PurchaseList() {
  const href = useRecordHref()
  const rights = useRights()
  const adding = useDialog('new-purchase')
  return (
    <>
      {can(rights, 'inventory', 'edit') ? (
        <Group mb="sm">
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            New purchase order
          </Button>
        </Group>
      ) : null}
      <RecordList
        list={purchases}
        href={(row) => href('purchase_order', row.id)}
        empty={{
          icon: <IconTruckReturn stroke={1.5} />,
          title: 'No purchase orders yet',
          children: 'Choose items on “To order”, or start one for a supplier.',
        }}
      />
      <Modal opened={adding.isOpen} onClose={adding.close} title="New purchase order">
        <NewPurchase onClose={adding.close} />
      </Modal>
    </>
  )
}

const fields = defineFields({ supplier: record('Supplier', contacts, { required: true }) })

function NewPurchase({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const href = useRecordHref()
  const form = useRecordForm({
    fields,
    name: 'new-purchase',
    isNew: true,
    queryKey: inventoryKey,
    save: ({ supplier }) => addToPurchase(supplier, []),
    onSaved: (id) => {
      const address = href('purchase_order', id)
      if (address) void navigate(address, { replace: true })
      else onClose()
    },
  })
  return (
    <RecordForm
      form={form}
      label="New purchase order"
      submitLabel="Start"
      onCancel={onClose}
      hint="A supplier has one draft at a time."
      isPlain
      autoFocus
    />
  )
}
