import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ContactChoice,
  choiceFrom,
  chosenContactQuery,
  contactChoiceQuery,
} from '@/shared/db/contact-choice.query'
import { pickFirst } from './pick-first'
import { type ContactKind, contactName } from '@/shared/domain/contact'

type ContactPickerProps = {
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  'aria-label'?: string
  placeholder?: string
  required?: boolean
  disabled?: boolean
  error?: string | null | undefined
  className?: string | undefined
  /** People or businesses only. */
  kind?: ContactKind
  /** Somebody who is not offered, such as the contact itself. */
  except?: string
}

const ask = 'Type at least two letters'

/** Chooses a person or a business by two letters of a name, company, e-mail or number, and shows who is chosen. */
export function ContactPicker(props: ContactPickerProps) {
  const { value, onChange, placeholder = ask, error, className, kind, except, ...shown } = props
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 200)
  const { data: chosen } = useQuery(chosenContactQuery(value))
  const { data: found = [], isFetching } = useQuery({
    ...contactChoiceQuery(text, kind),
    placeholderData: (previous) => previous,
  })
  const others = found.filter(({ id }) => id !== chosen?.id && id !== except)
  const isSearching = typed.trim().length >= choiceFrom && (!chosen || typed !== words(chosen))
  const offered = isSearching ? [...others, ...(chosen ? [chosen] : [])] : [...(chosen ? [chosen] : []), ...others]
  return (
    <Select
      {...shown}
      className={className ?? ''}
      error={error ?? null}
      searchable
      selectFirstOptionOnChange={false}
      onKeyDownCapture={pickFirst}
      data-busy={(isSearching && (typed.trim() !== text || isFetching)) || undefined}
      clearable
      placeholder={placeholder}
      nothingFoundMessage={typed.trim().length < choiceFrom ? ask : 'Nobody fits'}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      data={offered.map((contact) => ({ value: contact.id, label: words(contact) }))}
    />
  )
}

const words = (contact: ContactChoice): string =>
  [contactName(contact), contact.type === 'Person' ? contact.company : null, contact.city].filter(Boolean).join(' · ')
