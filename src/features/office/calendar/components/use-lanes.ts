import { useMemo } from 'react'
import type { Place } from '../api/entries.query'
import type { Grouping } from '../calendar-place'
import type { Entry } from '../entry'
import { belongs, type Lane, lanesOf } from '../lanes'

/** A lane for every person, machine or van, and one for entries of none if there are any. */
export function useLanes(
  by: Grouping | null,
  entries: readonly Entry[],
  people: readonly { value: string; label: string }[],
  places: readonly Place[],
): Lane[] {
  return useMemo(() => {
    if (by === null) return []
    const named: Lane[] =
      by === 'person'
        ? people.map(({ value, label }) => ({ id: value, name: label }))
        : places
            .filter(({ kind }) => (kind === 'van') === (by === 'van'))
            .map(({ id, name, capacity, workDays, closures }) => ({
              id,
              name,
              workDays,
              closures,
              ...(capacity > 0 ? { capacity } : {}),
            }))
    const hasLoose = entries.some((entry) => belongs(entry, by) && lanesOf(entry, by).includes(''))
    const loose = { person: 'Nobody yet', machine: 'No machine yet', van: 'No van yet' }[by]
    return hasLoose ? [...named, { id: '', name: loose }] : named
  }, [by, entries, people, places])
}
