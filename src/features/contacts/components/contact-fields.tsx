import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ContactDraft, type ContactField, contactFieldLabels, type ContactKind } from '@/shared/domain/contact'
import { colleaguesQuery, contactTypesQuery } from '../api/contact.query'
import classes from './contacts.module.css'

export type FieldProblems = Partial<Record<ContactField, string>>

type ContactFieldsProps = {
  kind: ContactKind
  draft: ContactDraft
  problems: FieldProblems
  disabled?: boolean
  onChange: (draft: ContactDraft) => void
}

const personFields = ['name', 'last_name', 'company'] as const
const businessFields = ['company', 'vat_number'] as const
const otherFields = ['email', 'phone', 'mobile', 'address_line', 'city', 'postcode', 'country'] as const
const inputTypes: Partial<Record<ContactField, string>> = { email: 'email', phone: 'tel', mobile: 'tel' }

/** The fields of a contact: labels above, what is wrong under each in words. */
export function ContactFields({ kind, draft, problems, disabled = false, onChange }: ContactFieldsProps) {
  const types = useQuery(contactTypesQuery)
  const colleagues = useQuery(colleaguesQuery)
  const required: ContactField = kind === 'Business' ? 'company' : 'name'
  const fields: ContactField[] = [...(kind === 'Business' ? businessFields : personFields), ...otherFields]
  const put = (field: ContactField, value: string) => onChange({ ...draft, [field]: value })

  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <TextInput
          key={field}
          label={field === 'company' && kind === 'Business' ? 'Business name' : contactFieldLabels[field]}
          required={field === required}
          type={inputTypes[field] ?? 'text'}
          autoComplete="off"
          disabled={disabled}
          value={draft[field]}
          error={problems[field]}
          onChange={(event) => put(field, event.currentTarget.value)}
        />
      ))}
      <Select
        label={contactFieldLabels.contact_type_id}
        clearable
        disabled={disabled}
        value={draft.contact_type_id || null}
        onChange={(value) => put('contact_type_id', value ?? '')}
        data={(types.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextInput
        label={contactFieldLabels.payment_terms_days}
        inputMode="numeric"
        disabled={disabled}
        value={draft.payment_terms_days}
        error={problems.payment_terms_days}
        onChange={(event) => put('payment_terms_days', event.currentTarget.value)}
      />
      <Select
        label={contactFieldLabels.account_manager_id}
        clearable
        searchable
        disabled={disabled}
        value={draft.account_manager_id || null}
        onChange={(value) => put('account_manager_id', value ?? '')}
        data={(colleagues.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
      />
    </div>
  )
}
