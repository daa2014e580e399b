import { Anchor, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { contacts } from '@/kit/pickers/contact-picker'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { clientChoicesQuery } from '../api/client-choices.query'
import { createQuotation, linkTask } from '../api/quotation.mutation'
import { quotationsKey } from '../api/quotations.query'

const fields = defineFields({
  contact_id: record('Client', contacts, { required: true }),
  project_title: text('Title', { max: 500, placeholder: 'Shop front and window lettering' }),
})

type NewQuotationProps = {
  client: string | null
  title: string | null
  /** The task that requested it; it is linked to the quotation. */
  task: string | null
  /** The client said yes already: the draft is no offer, but the lines of an order. */
  isForOrder: boolean
  onClose: () => void
}

/** A client and a title: enough to begin with the lines. */
export const NewQuotation = ({ opened, ...form }: NewQuotationProps & { opened: boolean }) => (
  <Modal opened={opened} onClose={form.onClose} title={form.isForOrder ? 'New order' : 'New quotation'}>
    <QuotationForm {...form} />
  </Modal>
)

const onlyOne = (choices: readonly { value: string }[]): string | null =>
  choices.length === 1 ? (choices[0]?.value ?? null) : null

function QuotationForm({ client, title, task, isForOrder, onClose }: NewQuotationProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const rights = useRights()
  // One id a form: a double click and a lost answer make one quotation.
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: 'new-quotation',
    isNew: true,
    stored: { contact_id: client, project_title: title },
    queryKey: quotationsKey,
    save: async ({ contact_id, project_title }) => {
      // The only contact person and the only site need no choice. Where they cannot be read, both are chosen later.
      const choices = await queryClient.fetchQuery(clientChoicesQuery(contact_id)).catch(() => null)
      const created = await createQuotation({
        id,
        contactId: contact_id,
        title: project_title,
        personId: choices?.isBusiness ? onlyOne(choices.people) : null,
        siteId: onlyOne(choices?.sites ?? []),
      })
      if (task) await linkTask(task, created)
      return created
    },
    onSaved: (created) =>
      navigate(`/quotations/${created}${isForOrder ? '?for=order' : ''}`, { replace: true, state: { begins: true } }),
  })
  return (
    <RecordForm
      form={form}
      label={isForOrder ? 'New order' : 'New quotation'}
      submitLabel="Write the lines"
      onCancel={onClose}
      isPlain
      autoFocus
      hint={
        can(rights, 'contacts', 'create') && form.drafts.contact_id === '' ? (
          <Anchor component={Link} size="sm" replace to={`${linkTo('/new-client-internal')}?then=quotation`}>
            Register a new client
          </Anchor>
        ) : null
      }
    />
  )
}
