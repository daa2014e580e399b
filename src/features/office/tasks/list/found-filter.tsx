import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { pickFirst } from '@/shared/hooks/pick-first'
import classes from './task-filters.module.css'

export type Choice = { value: string; label: string }

type FoundFilterProps<Found, Key extends readonly unknown[]> = {
  label: string
  placeholder: string
  /** The chosen one; null for any. */
  value: string | null
  /** The name of the chosen one. */
  name: string
  onChange: (value: string | null) => void
  /** Searches for the words, from 2 characters. */
  search: (words: string) => UseQueryOptions<Found[], Error, Found[], Key>
  choiceOf: (found: Found) => Choice
  nothingFound: string
  /** The choices are wider than the field. */
  isWide?: boolean
}

/** A filter by one record, which is found by words. */
export function FoundFilter<Found, Key extends readonly unknown[]>(props: FoundFilterProps<Found, Key>) {
  const { label, placeholder, value, name, onChange, search, choiceOf, nothingFound, isWide = false } = props
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  const { data: found = [], isFetching } = useQuery(search(wanted))
  const choices = found.map(choiceOf).filter((choice) => choice.value !== value)
  const searching = typed.trim().length >= 2 && typed !== name
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      selectFirstOptionOnChange={false}
      onKeyDownCapture={pickFirst}
      data-busy={(searching && (typed !== wanted || isFetching)) || undefined}
      clearable
      className={classes.choice}
      {...(isWide ? { comboboxProps: { width: 280, position: 'bottom-start' } } : {})}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...(searching ? choices : []), ...(value === null ? [] : [{ value, label: name }])]}
      nothingFoundMessage={searching ? nothingFound : 'Type at least 2 characters'}
    />
  )
}
