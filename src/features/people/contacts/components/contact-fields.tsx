import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ContactDraft, type ContactField, contactFieldLabels, type ContactKind } from '@/shared/domain/contact'
import page from '@/shared/ui/record-page.module.css'
import { colleaguesQuery, contactTypesQuery } from '../api/contact.query'

export type FieldProblems = Partial<Record<ContactField, string>>

type ContactFieldsProps = {
  kind: ContactKind
  values: ContactDraft
  problems: FieldProblems
  disabled?: boolean
  put: (field: ContactField, value: string) => void
}

const personFields = ['name', 'last_name', 'company'] as const
const businessFields = ['company', 'vat_number'] as const
const otherFields = ['email', 'phone', 'mobile', 'address_line', 'city', 'postcode', 'country'] as const
const inputTypes: Partial<Record<ContactField, string>> = { email: 'email', phone: 'tel', mobile: 'tel' }

/** The fields of a contact: labels above, what is wrong under each in words. */
export function ContactFields({ kind, values, problems, disabled = false, put }: ContactFieldsProps) {
  const types = useQuery(contactTypesQuery)
  const colleagues = useQuery(colleaguesQuery)
  const required: ContactField = kind === 'Business' ? 'company' : 'name'
  const fields: ContactField[] = [...(kind === 'Business' ? businessFields : personFields), ...otherFields]
  const input = (field: ContactField) => ({
    label: contactFieldLabels[field],
    disabled,
    value: values[field],
    error: problems[field],
    onChange: (event: { currentTarget: { value: string } }) => put(field, event.currentTarget.value),
  })
  const choice = (field: ContactField) => ({
    label: contactFieldLabels[field],
    clearable: true,
    disabled,
    value: values[field] || null,
    onChange: (value: string | null) => put(field, value ?? ''),
  })

  return (
    <div className={page.fields}>
      {fields.map((field) => (
        <TextInput
          key={field}
          {...input(field)}
          {...(field === 'company' && kind === 'Business' ? { label: 'Business name' } : {})}
          required={field === required}
          type={inputTypes[field] ?? 'text'}
          autoComplete="off"
        />
      ))}
      <Select
        {...choice('contact_type_id')}
        data={(types.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextInput {...input('payment_terms_days')} inputMode="numeric" autoComplete="off" />
      <Select
        {...choice('account_manager_id')}
        searchable
        data={(colleagues.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
      />
    </div>
  )
}
