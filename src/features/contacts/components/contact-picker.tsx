import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContactKind, contactName } from '@/shared/domain/contact'
import { contactChoiceQuery } from '../api/contacts.query'

type ContactPickerProps = {
  label: string
  kind: ContactKind | null
  value: string | null
  /** Somebody who is not offered, such as the contact itself. */
  except: string
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** Chooses a contact by typing two letters of a name, company, e-mail or number. */
export function ContactPicker({ label, kind, value, except, error, onChange }: ContactPickerProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 200)
  const { data } = useQuery({ ...contactChoiceQuery(text, kind), placeholderData: (previous) => previous })
  const found = (data ?? []).filter(({ id }) => id !== except)
  return (
    <Select
      label={label}
      required
      searchable
      placeholder="Type at least two letters"
      nothingFoundMessage={typed.trim().length < 2 ? 'Type at least two letters' : 'Nobody fits'}
      filter={({ options }) => options}
      value={value}
      error={error}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      data={found.map((contact) => ({
        value: contact.id,
        label: [contactName(contact), contact.type === 'Person' ? contact.company : null, contact.city]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  )
}
