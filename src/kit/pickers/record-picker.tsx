import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickFirst } from '@/shared/hooks/pick-first'
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
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const [text] = useDebouncedValue(words, 200)
  const { data: chosen } = useQuery(source.chosen(value))
  const isChosen = words === chosen?.label
  const { data: found = [], isFetching } = useQuery({
    ...source.found(isChosen ? '' : text),
    enabled: source.from === 0 || (!isChosen && text.length >= source.from),
    placeholderData: (previous) => previous,
  })
  const others = found.filter(({ id }) => id !== chosen?.id && id !== except)
  const first = chosen ? [chosen] : []
  const isSearching = !isChosen && (words !== text || isFetching)
  const ask = source.from > 1 ? `Type at least ${source.from} letters` : `Search ${source.many}`

  return (
    <Select
      {...shown}
      className={className ?? ''}
      error={error ?? null}
      searchable
      clearable
      selectFirstOptionOnChange={false}
      onKeyDownCapture={pickFirst}
      data-busy={isSearching || undefined}
      placeholder={placeholder ?? ask}
      nothingFoundMessage={
        words.length < source.from ? ask : isSearching ? 'Searching …' : `No ${source.many} match these words`
      }
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      data={(isChosen || words === '' ? [...first, ...others] : [...others, ...first]).map(({ id, label }) => ({
        value: id,
        label,
      }))}
    />
  )
}
