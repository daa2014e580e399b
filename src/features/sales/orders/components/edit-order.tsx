import { Modal } from '@mantine/core'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import type { Order } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { orderFields } from '../order-fields'

/** Title, the client's order number, dates and priority of an order. */
export const EditOrder = ({ row, onClose }: { row: Order; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Change ${row.order_number}`} size="lg">
    <OrderForm row={row} onClose={onClose} />
  </Modal>
)

function OrderForm({ row, onClose }: { row: Order; onClose: () => void }) {
  const form = useRecordForm({
    fields: orderFields,
    name: `order-${row.id}`,
    stored: row,
    queryKey: ordersKey,
    save: (values) => saveVersioned({ table: 'orders', what: 'this order', row, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Order" submitLabel="Save changes" onCancel={onClose} isPlain />
}
