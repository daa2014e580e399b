import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** A pause this long, in ms, ends a word. */
const pause = 200

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The current search text. When it changes from outside (back button, “Show all”), the field follows. */
  text: string
  onSearch: (text: string) => void
  className?: string | undefined
  autoFocus?: boolean
}

/** Searches during typing, after each pause. */
export function SearchField({ label, placeholder, text, onSearch, className, autoFocus = false }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [sent, setSent] = useState(text)
  const [seen, setSeen] = useState(text)
  if (text !== seen) {
    setSeen(text)
    if (text !== sent) {
      setSent(text)
      setTyped(text)
    }
  }
  const searchSoon = useDebouncedCallback((next: string) => {
    setSent(next)
    onSearch(next)
  }, pause)
  const type = (next: string) => {
    setTyped(next)
    searchSoon(next)
  }
  return (
    <TextInput
      className={className ?? ''}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoFocus={autoFocus}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed ? <CloseButton aria-label="Clear the search" size="sm" onClick={() => type('')} /> : null}
    />
  )
}
