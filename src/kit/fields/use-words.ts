import { useQueries } from '@tanstack/react-query'
import { type Fields, namesOf } from './field'

/** Says the draft of a field as a person would, also where the words are read from the database: the name of a row. */
export function useWords(fields: Fields): (name: string, draft: string) => string {
  const named = namesOf(fields).flatMap((name) => {
    const names = fields[name]?.names
    return names ? [{ name, ...names }] : []
  })
  const reads = useQueries({ queries: named.map(({ query }) => query) })
  return (name, draft) => {
    const place = named.findIndex((one) => one.name === name)
    const choices = reads[place]?.data
    if (place < 0) return fields[name]?.words(draft) ?? ''
    if (draft === '') return ''
    return choices?.find(({ value }) => value === draft)?.label ?? (choices && named[place]?.unknown) ?? '…'
  }
}
