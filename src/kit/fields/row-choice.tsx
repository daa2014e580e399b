import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { rowsOf } from '@/shared/db/rows-of'
import { choice } from './choice-fields'
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
    return rowsSchema.parse(rows)
  },
})

function useChoices(source: Source) {
  const read = useQuery(choicesQuery(source))
  return (read.data ?? []).map(({ id, label }) => ({ value: id, label }))
}

/** One row of a small table, chosen from a list. Saves its id. A table shows the name of the row. */
export function rowChoice(label: string, source: Source, options: FieldOptions & { required: true }): Field<string>
export function rowChoice(label: string, source: Source, options?: FieldOptions): Field<string | null>
export function rowChoice(label: string, source: Source, options: FieldOptions = {}): Field<string | null> {
  return {
    ...choice(label, () => useChoices(source), options),
    show: (id) => (id === '' ? null : <RowName source={source} id={id} />),
  }
}

function RowName({ source, id }: { source: Source; id: string }) {
  return <>{useChoices(source).find(({ value }) => value === id)?.label ?? '…'}</>
}
