import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { rowsOf } from '@/shared/db/rows-of'
import { type Choice, choice } from './choice-fields'
import type { Field, FieldOptions } from './field'

const rowsSchema = z.array(z.object({ id: z.string(), label: z.string() }))
type Source = {
  /** A table of few rows, as `SmallTable` keeps them. */
  table: string
  /** The column that names a row; `name` unless given. */
  label?: string
  /** The root of the queries of the screen that keeps these rows: a change there is read here. */
  key: readonly string[]
  /** Columns with one value in all rows that are offered. */
  where?: Readonly<Record<string, string>>
}

const choicesQuery = ({ table, label = 'name', key, where = {} }: Source) => ({
  queryKey: [...key, 'choices', table, label, where],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const rows = await rowsOf(db, table).all(['id', `label:${label}`], label, signal, where)
    return rowsSchema.parse(rows).map(({ id, label }) => ({ value: id, label }))
  },
})

const none: readonly Choice[] = []
const useChoices = (source: Source): readonly Choice[] => useQuery(choicesQuery(source)).data ?? none

/** One row of a small table, chosen from a list. Saves its id. A table shows the name of the row. */
export function rowChoice(label: string, source: Source, options: FieldOptions & { required: true }): Field<string>
export function rowChoice(label: string, source: Source, options?: FieldOptions): Field<string | null>
export function rowChoice(label: string, source: Source, options: FieldOptions = {}): Field<string | null> {
  return {
    ...choice(label, () => useChoices(source), options),
    names: { query: choicesQuery(source) },
  }
}
