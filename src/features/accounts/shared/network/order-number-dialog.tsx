import { Modal } from '@mantine/core'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { accountsKey } from '../keys'

/** The dialog for the client’s order number of an issued invoice; its name in the address. */
export const orderNumberDialog = 'order-number'

const fields = defineFields({
  client_po: text('Client’s order number', {
    max: 100,
    help: 'It stands on the invoice and in its file from now on. Amounts stay as they were issued.',
  }),
})

type Referred = { id: string; client_po: string | null; row_version: number }

/** Enters or corrects the client’s order number of an issued invoice. The database refuses it while the network has it. */
export function OrderNumberDialog({ row }: { row: Referred }) {
  const dialog = useDialog(orderNumberDialog)
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title="Client’s order number">
      <OrderNumberForm row={row} onClose={dialog.close} />
    </Modal>
  )
}

function OrderNumberForm({ row, onClose }: { row: Referred; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: `invoice-order-number-${row.id}`,
    stored: row,
    queryKey: accountsKey,
    save: (values) => saveVersioned({ table: 'invoices', what: 'this invoice', row, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Client’s order number" submitLabel="Save" isPlain onCancel={onClose} />
}
