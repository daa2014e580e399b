import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { contacts } from '@/kit/pickers/contact-picker'
import { newId } from '@/shared/lib/new-id'
import { invoicesKey } from '../../shared/keys'
import { createInvoice } from '../api/invoice.mutation'

const fields = defineFields({
  contact_id: record('Client', contacts, { required: true }),
  project_title: text('Title', { max: 500, placeholder: 'Repair of the shop front' }),
})

type NewInvoiceProps = { client: string | null; onClose: () => void }

/** An invoice without an order: a client and a title, then the lines of its draft. */
export const NewInvoice = ({ opened, ...form }: NewInvoiceProps & { opened: boolean }) => (
  <Modal opened={opened} onClose={form.onClose} title="New invoice">
    <InvoiceForm {...form} />
  </Modal>
)

function InvoiceForm({ client, onClose }: NewInvoiceProps) {
  const navigate = useNavigate()
  // One id a form: a double click and a lost answer make one draft.
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: 'new-invoice',
    isNew: true,
    stored: { contact_id: client, project_title: null },
    queryKey: invoicesKey,
    save: ({ contact_id, project_title }) => createInvoice({ id, contactId: contact_id, title: project_title }),
    onSaved: (created) => navigate(`/invoices/${created}`, { replace: true }),
  })
  return (
    <RecordForm form={form} label="New invoice" submitLabel="Write the lines" onCancel={onClose} isPlain autoFocus />
  )
}
