import type { QueryFunction, QueryKey } from '@tanstack/react-query'

/** A record that can be picked: its id, and how it is called in the list and in the field. */
export type PickedRecord = { id: string; label: string }

type Read<Data> = { queryKey: QueryKey; enabled?: boolean; queryFn: QueryFunction<Data> }

/** How records of one kind are found by words, and how the chosen one is read for its name. */
export type RecordSource = {
  /** `contact`, `contacts` */
  one: string
  many: string
  /** From so many letters on it searches; with 0 it shows the first records at once. */
  from: number
  found: (text: string) => Read<readonly PickedRecord[]>
  chosen: (id: string | null) => Read<PickedRecord | null>
}
