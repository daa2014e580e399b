import type { Statement } from '../contracts.ts'
import { quoted } from '../engine/quoted-name.ts'
import type { Catalogue } from './catalogue.ts'
import { readPosted } from './posted.ts'
import { readSelect, type Asked } from './read-request.ts'
import { returnedBy } from './read-statement.ts'

/** `prefer`: what was said of the answer, if anything. */
export type Insert = { statement: Statement; prefer: string | null; single: boolean }

/**
 * One new row as supabase-js writes it, with or without what is read of it; null for any other: several rows, values of
 * unknown columns, what replaces a row, and related rows in the answer.
 */
export async function readInsert(request: Request, catalogue: Catalogue): Promise<Insert | null> {
  const { pathname, searchParams } = new URL(request.url)
  const [, table = ''] = /^\/rest\/v1\/([a-z_][a-z0-9_]*)$/.exec(pathname) ?? []
  const columns = catalogue.columns.get(table)
  const prefer = request.headers.get('prefer')
  if (!columns || !/^return=(minimal|representation)$/.test(prefer ?? 'return=minimal')) return null

  const parameters = [...searchParams].filter(([name]) => name !== 'apikey')
  const answers = prefer === 'return=representation'
  const select = parameters.find(([name]) => name === 'select')?.[1]
  if (parameters.length > (select === undefined ? 0 : 1)) return null
  const asked = answers ? readSelect(select ?? '*') : null
  if (answers && (!asked || asked.related.length > 0)) return null

  const posted = await readPosted(request)
  if (!posted || !areStored(posted.names, columns)) return null
  const { text, names, single } = posted
  const sql = insertOf(table, names, asked, catalogue)
  return sql === null ? null : { statement: { sql, parameters: [text] }, prefer, single }
}

const areStored = (names: readonly string[], columns: ReadonlyMap<string, string>): boolean =>
  names.length > 0 && names.every((one) => columns.get(one) === 'stored')

function insertOf(table: string, given: readonly string[], asked: Asked | null, catalogue: Catalogue): string | null {
  const names = given.map((one) => `"${one}"`)
  const target = `${quoted(catalogue.schema)}.${quoted(table)}`
  const insert = `insert into ${target} as t (${names.join(', ')})
    select ${names.map((name) => `r.${name}`).join(', ')} from json_populate_record(null::${target}, $1::json) r`
  if (!asked) return insert
  const returned = returnedBy(table, 't', asked, catalogue)
  return (
    returned &&
    `with added as (${insert} returning ${returned}) select json_agg(added.*)::text, count(*)::text from added`
  )
}
