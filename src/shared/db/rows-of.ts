import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Db } from './client'

const idSchema = z.object({ id: z.union([z.string(), z.number().transform(String)]) })
const idsSchema = z.array(idSchema)
const rowsSchema = z.array(z.record(z.string(), z.unknown()))
const rowSchema = z.record(z.string(), z.unknown()).nullable()

/**
 * One table, named at run time, for the code that saves any record. Every write answers how many rows it changed, which
 * row level security may make fewer than asked. Values are checked by the caller's types and by the database.
 */
export function rowsOf(db: Db, table: string) {
  const client: Pick<SupabaseClient, 'from'> = db
  const rows = client.from(table)
  return {
    /** Returns the number of changed rows with these columns. */
    update: async (values: object, where: Record<string, string | number>): Promise<number> => {
      const { data } = await rows.update(values).match(where).select('id').throwOnError()
      return idsSchema.parse(data).length
    },
    /** Returns the number of changed rows: 0 when a column no longer has the value that the person saw. */
    updateOver: async (values: object, id: string, seen: Readonly<Record<string, unknown>>): Promise<number> => {
      let query = rows.update(values).eq('id', id)
      for (const [column, value] of Object.entries(seen))
        query = value === null ? query.is(column, null) : query.eq(column, String(value))
      const { data } = await query.select('id').throwOnError()
      return idsSchema.parse(data).length
    },
    remove: async (id: string): Promise<number> => {
      const { data } = await rows.delete().eq('id', id).select('id').throwOnError()
      return idsSchema.parse(data).length
    },
    /** Returns the new row's id; null when the answer has none. */
    insert: async (values: object): Promise<string | null> => {
      const { data } = await rows.insert(values).select('id').maybeSingle().throwOnError()
      return idSchema.nullable().parse(data)?.id ?? null
    },
    /** Returns the number of new rows: all of them, or 0 when one is refused. */
    insertAll: async (values: readonly object[]): Promise<number> => {
      const { data } = await rows
        .insert([...values])
        .select('id')
        .throwOnError()
      return idsSchema.parse(data).length
    },
    /** At most a thousand rows in order: for tables that hold few. */
    all: async (
      columns: readonly string[],
      order: string,
      signal: AbortSignal,
      where: Readonly<Record<string, string>> = {},
      isDown = false,
    ): Promise<Record<string, unknown>[]> => {
      const { data } = await rows
        .select(columns.join(', '))
        .match(where)
        .order(order, { ascending: !isDown })
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return rowsSchema.parse(data)
    },
    read: async (id: string, columns: readonly string[]): Promise<Record<string, unknown> | null> => {
      const { data } = await rows.select(columns.join(', ')).eq('id', id).maybeSingle().throwOnError()
      return rowSchema.parse(data)
    },
  }
}
