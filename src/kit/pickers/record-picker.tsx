import { Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickFirst } from '@/shared/hooks/pick-first'
import type { PickedRecord, RecordSource } from './record-source'

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
  const shownRecords = isChosen || words === '' ? [...first, ...others] : [...others, ...first]
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
      data={shownRecords.map(({ id, label }) => ({ value: id, label }))}
      renderOption={({ option }) => (
        <Offered label={option.label} beside={shownRecords.find(({ id }) => id === option.value)?.beside} />
      )}
    />
  )
}

/** A record of the list, with what is said beside it. */
function Offered({ label, beside }: Pick<PickedRecord, 'label' | 'beside'>) {
  if (!beside) return label
  return (
    <span
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: '0.75rem',
        justifyContent: 'space-between',
        width: '100%',
      }}
    >
      <span>{label}</span>{' '}
      <Text span size="sm" c={beside.isNone ? 'var(--mantine-color-error)' : 'dimmed'}>
        {beside.text}
      </Text>
    </span>
  )
}
