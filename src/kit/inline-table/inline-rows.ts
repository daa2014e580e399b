import { db } from '@/shared/db/client'
import { rowsOf } from '@/shared/db/rows-of'
import { namesOf } from '../fields/field'
import { insertAllInto, insertInto, removeFrom, saveInto, type SeenRow, updateIn } from '../save/save-row'
import type { SmallRecord, SmallTableDefinition } from './inline-definition'

/** Reads and writes the rows of one small table. Every write checks that a row was changed. */
export function smallRows(definition: SmallTableDefinition) {
  const { table, one, fields, order, isDown, usedBy, usesOf, several, where = {} } = definition
  const what = `this ${one}`
  return {
    read: async (signal: AbortSignal): Promise<SmallRecord[]> => {
      const used = usedBy ? [`used:${usedBy}(count)`] : []
      const [rows, uses] = await Promise.all([
        rowsOf(db, table).all(['*', ...used], order ?? namesOf(fields)[0] ?? 'id', signal, where, isDown),
        usesOf?.(signal),
      ])
      return rows.map(({ used, ...row }) => {
        const id = String(row.id)
        return { ...row, id, used: countOf(used), ...uses?.get(id) }
      })
    },
    add: async (values: object): Promise<void> => {
      if (several)
        await insertAllInto({ table, what, values: several.rows({ ...values }).map((row) => ({ ...row, ...where })) })
      else await insertInto({ table, what, values: { ...values, ...where } })
    },
    /** Tables without `row_version` are small enough that the last writer of a column wins. */
    save: (row: SmallRecord, values: object) =>
      isVersioned(row) ? saveInto({ table, what, row, values }) : updateIn({ table, what, id: row.id, values }),
    remove: (id: string) => removeFrom({ table, what, id }),
  }
}

const isVersioned = (row: { id: string }): row is SeenRow => typeof Reflect.get(row, 'row_version') === 'number'

/** The API answers with a list of one row, or for a one-to-one relation with the row itself. */
function countOf(used: unknown): number {
  const row: unknown = Array.isArray(used) ? used[0] : used
  const count = typeof row === 'object' && row !== null ? Number(Reflect.get(row, 'count')) : 0
  return Number.isFinite(count) ? count : 0
}
