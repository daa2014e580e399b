import type { QueryFunction, QueryKey } from '@tanstack/react-query'

/** A record that can be picked: its id, its name in the list and the field, and what the list says beside it. */
export type PickedRecord = { id: string; label: string; beside?: { text: string; isNone: boolean } | undefined }

type Read<Data> = { queryKey: QueryKey; enabled?: boolean; queryFn: QueryFunction<Data> }

/** How records of one kind are searched, and how the chosen one's name is read. */
export type RecordSource = {
  /** `contact`, `contacts` */
  one: string
  many: string
  /** The number of letters from which it searches; with 0 it shows the first records at once. */
  from: number
  found: (text: string) => Read<readonly PickedRecord[]>
  chosen: (id: string | null) => Read<PickedRecord | null>
}
