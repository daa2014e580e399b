import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { RecordSource } from './record-source'

export type RecordPickerProps = Pick<
  SelectProps,
  'id' | 'name' | 'label' | 'aria-label' | 'description' | 'required' | 'disabled' | 'onBlur' | 'autoFocus'
> & {
  source: RecordSource
  value: string | null
  onChange: (id: string | null) => void
  placeholder?: string | undefined
  error?: string | null | undefined
  className?: string | undefined
  /** A record that is not offered, such as the record itself. */
  except?: string | undefined
}

/** Picks a record by words. Enter takes the first match, also when it is pressed before the matches are here. */
export function RecordPicker(props: RecordPickerProps) {
  const { source, value, onChange, error, except, placeholder, className, ...shown } = props
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const words = typed.trim()
  const [text] = useDebouncedValue(words, 200)
  const { data: chosen } = useQuery(source.chosen(value))
  const isChosen = words === chosen?.label
  const {
    data: found = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...source.found(isChosen ? '' : text),
    enabled: source.from === 0 || (!isChosen && text.length >= source.from),
    placeholderData: (previous) => previous,
  })
  const offered = (records: typeof found) => records.filter(({ id }) => id !== chosen?.id && id !== except)
  const isSearching = !isChosen && (words !== text || (isFetching && isPlaceholderData))
  const ask = source.from > 1 ? `Type at least ${source.from} letters` : `Search ${source.many}`

  const pick = (id: string) => {
    onChange(id)
    setOpen(false)
  }
  const takeFirst = async (field: HTMLInputElement) => {
    const records = await queryClient.fetchQuery(source.found(words))
    const first = offered(records)[0] ?? records[0]
    if (first && field.value.trim() === words) pick(first.id)
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(field instanceof HTMLInputElement)) return
    if (isChosen || words.length < Math.max(source.from, 1)) return
    const isMarked = field.getAttribute('aria-activedescendant') !== null
    if (isMarked && !isSearching && isOpen) return
    event.preventDefault()
    event.stopPropagation()
    void takeFirst(field)
  }

  return (
    <Select
      {...shown}
      className={className ?? ''}
      wrapperProps={{ onKeyDownCapture: onEnter }}
      error={error ?? null}
      searchable
      clearable
      selectFirstOptionOnChange
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      placeholder={placeholder ?? ask}
      nothingFoundMessage={
        words.length < source.from ? ask : isSearching ? 'Searching …' : `No ${source.many} match these words`
      }
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...(chosen ? [chosen] : []), ...offered(found)].map(({ id, label }) => ({ value: id, label }))}
    />
  )
}
