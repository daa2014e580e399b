import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import type { Quotation } from '../api/quotation.query'
import { paperLanguageQuery } from '../api/client-choices.query'
import { quotationsKey } from '../api/quotations.query'
import { todayOf } from '@/shared/domain/time/today'
import { followUpFields, headProblems, quotationFieldsOf, validityFields } from '../quotation-fields'

const TextDoubts = lazy(async () => ({ default: (await import('../sending/text-doubts')).TextDoubts }))

type EditProps = { row: Quotation; onClose: () => void }

/** The client and contact person of the form, whose people, sites and language its other fields follow. */
const useChosen = (row: Quotation) => {
  const [chosen, setChosen] = useState({ client: row.contact_id, person: row.person_id ?? '' })
  return {
    ...chosen,
    follow: ({ contact_id: client, person_id: person }: { contact_id: string; person_id: string }) => {
      if (client !== chosen.client || person !== chosen.person) setChosen({ client, person })
    },
  }
}

/**
 * The form of a draft's head. What was typed into it and not saved is in it again wherever it is used. Another client has other people and
 * sites: those of the one before are taken out, and are there again with that client.
 */
export function useHeadForm({ row, onClose }: EditProps) {
  const hasFixedClient = row.version > 1 || row.amends !== null
  const { client, person, follow } = useChosen(row)
  const { data: language } = useQuery(paperLanguageQuery(client, person))
  const fields = useMemo(() => quotationFieldsOf(client, hasFixedClient, language), [client, hasFixedClient, language])
  const form = useFormOf({ row, onClose }, fields)
  follow(form.drafts)
  return {
    ...form,
    put: (field: Parameters<typeof form.put>[0], draft: string) => {
      form.put(field, draft)
      if (field !== 'contact_id' || draft === form.drafts.contact_id) return
      const isStored = draft === row.contact_id
      form.put('person_id', isStored ? (row.person_id ?? '') : '')
      form.put('location_id', isStored ? (row.location_id ?? '') : '')
    },
  }
}

const useFormOf = ({ row, onClose }: EditProps, fields: ReturnType<typeof quotationFieldsOf>) =>
  useRecordForm({
    fields,
    name: `quotation-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    check: ({ valid_until, deposit_kind, deposit_value }) =>
      headProblems(
        { valid_until, deposit_kind, deposit_value: fields.deposit_value.valueOf(deposit_value) ?? '' },
        row,
        todayOf(Date.now()),
      ),
    save: (values) =>
      saveVersioned({
        table: 'quotations',
        what: 'this quotation',
        row,
        values: { ...values, deposit_value: values.deposit_value ?? '0' },
      }),
    onSaved: onClose,
  })

/** The head of a draft: title, client, people, dates, deposit, terms. */
export function EditQuotation({ row, onClose }: EditProps) {
  const form = useHeadForm({ row, onClose })
  const { terms, client_note, contact_id, person_id } = form.drafts
  const { data: language } = useQuery(paperLanguageQuery(contact_id, person_id))
  return (
    <RecordForm form={form} label="Quotation" submitLabel="Save changes" onCancel={onClose} isPlain>
      {terms || client_note ? (
        <Suspense fallback={null}>
          <TextDoubts of={{ terms, client_note, language: language ?? 'en' }} />
        </Suspense>
      ) : null}
    </RecordForm>
  )
}

/** The form of the last valid day of a draft, where it is about to be sent. */
export const useValidityForm = ({ row, onClose }: EditProps) =>
  useRecordForm({
    fields: validityFields,
    name: `quotation-validity-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    check: ({ valid_until }) => headProblems({ ...row, valid_until }, row, todayOf(Date.now())),
    save: (values) => saveVersioned({ table: 'quotations', what: 'this quotation', row, values }),
    onSaved: onClose,
  })

/** Owner and follow-up day, in every state of the quotation. */
export function EditFollowUp({ row, onClose }: EditProps) {
  const form = useRecordForm({
    fields: followUpFields,
    name: `quotation-follow-up-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    save: (values) => saveVersioned({ table: 'quotations', what: 'this quotation', row, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Follow-up" submitLabel="Save" onCancel={onClose} isPlain />
}
