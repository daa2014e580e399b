import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Engine } from '../contracts.ts'
import { quietly } from '../gateway/quiet-console.ts'
import type { Library } from '../rest-auth/library.ts'
import { openBothWays } from '../testing/both-ways.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import type { QuickAnswers } from './quick-answers.ts'

/**
 * Generated reads of the demo company, answered quickly and by the REST library: both answers are equal. A request that is
 * not answered quickly has nothing to compare; `answered` proves that most are.
 */
let engine: Engine
let library: Library
let quick: QuickAnswers
let catalogue: Catalogue
let tables: string[]
/** Keys with a unique index that is no constraint. The library answers one row for them, PostgREST a list. */
let readAsOne: ReadonlySet<string>
const indexedKeys = `select k.conname as name from pg_constraint k join pg_index i on i.indrelid = k.conrelid
  where k.contype = 'f' and i.indisunique and i.indkey::int2[] @> k.conkey and i.indkey::int2[] <@ k.conkey
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`
const rows = new Map<string, Record<string, unknown>[]>()
let callers: Caller[]

const person = (userId: string): Caller => ({
  role: 'authenticated',
  userId,
  claims: { sub: userId, role: 'authenticated', aal: 'aal2' },
})

beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'demo' })
  const ways = await openBothWays(engine)
  library = ways.library
  quick = ways.quick
  catalogue = await readCatalogue(engine, 'public')
  const { rows: indexed } = await engine.query<{ name: string }>(indexedKeys)
  readAsOne = new Set(indexed.map(({ name }) => name))
  for (const table of catalogue.columns.keys()) {
    const some = await engine.query(`select * from public."${table}" limit 8`)
    if (some.rows.length > 0) rows.set(table, some.rows)
  }
  tables = [...rows.keys()].toSorted()
  const { rows: staff } = await engine.query<{ id: string }>(
    `select distinct on (role) user_id::text as id from public.user_roles where role <> 'pending' order by role, user_id`,
  )
  callers = [
    ...staff.map(({ id }) => person(id)),
    { role: 'anon', userId: null, claims: null },
    { role: 'service_role', userId: null, claims: null },
  ]
})
afterAll(async () => {
  await library.close()
  await engine.close()
})

/** Chooses by generated numbers, so that a case is repeated by its seed. */
type Choose = { one: <T>(of: readonly T[]) => T; chance: (share: number) => boolean; below: (limit: number) => number }

/** Numbers that follow from a seed (mulberry32), equally likely. */
function chooseBy(seed: number): Choose {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  }
}

function valueOf(choose: Choose, table: string, column: string): string {
  const value = choose.one(rows.get(table) ?? [{}])[column]
  if (choose.chance(0.1))
    return choose.one(['', 'null', 'x,y', '(a)', 'a"b', '1', '0', 'true', String.raw`a\b`, 'é ŻĦ', '2026-01-01'])
  return value === null || value === undefined ? '1' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** `operator.value` of a condition; `among` others, a value may have to be quoted. */
function conditionOn(choose: Choose, table: string, column: string, among: boolean): string {
  const value = valueOf(choose, table, column)
  const written = (text: string) => (among && (/[,()"\\{}]/.test(text) || choose.chance(0.2)) ? quoted(text) : text)
  const not = choose.chance(0.2) ? 'not.' : ''
  const operator = choose.one([
    'eq',
    'eq',
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'is',
    'is',
    'in',
    'in',
    'cs',
    'ov',
    'cd',
  ])
  switch (operator) {
    case 'is':
      return `${not}is.${choose.one(['null', 'null', 'true', 'false', 'unknown'])}`
    case 'in':
      return `${not}in.(${[value, valueOf(choose, table, column)].map((one) => (/[,()"\\]/.test(one) || choose.chance(0.2) ? quoted(one) : one)).join(',')})`
    case 'like':
    case 'ilike':
      return `${not}${operator}.${written(choose.one([`*${value.slice(1, 4)}*`, `${value.slice(0, 3)}*`, `%${value.slice(-3)}`]))}`
    case 'cs':
    case 'cd':
    case 'ov':
      return among && choose.chance(0.5)
        ? `${not}eq.${written(value)}`
        : `${not}${operator}.${among || choose.chance(0.5) ? `{${value.replaceAll(/[{}(),"\\]/g, '')}}` : value}`
    default:
      return `${not}${operator}.${written(value)}`
  }
}

const storedOf = (table: string) =>
  [...(catalogue.columns.get(table) ?? [])].flatMap(([name, kind]) => (kind === 'stored' ? [name] : []))

/** The list of columns and related rows, and the parameters about the related rows. */
function selectOf(
  choose: Choose,
  table: string,
  depth: number,
  path: string,
): { select: string; about: [string, string][] } {
  const about: [string, string][] = []
  const columns = [...(catalogue.columns.get(table) ?? new Map<string, string>()).keys()]
  const parts = choose.chance(0.3)
    ? ['*']
    : [...new Set(Array.from({ length: 1 + choose.below(4) }, () => choose.one(columns)))].map((column) =>
        choose.chance(0.15) ? `a_${column}:${column}` : choose.chance(0.2) ? `${column}::text` : column,
      )
  const ways = catalogue.foreignKeys.filter(
    (key) => (key.table === table || key.target === table) && key.table !== key.target && !readAsOne.has(key.name),
  )
  if (depth > 0 && ways.length > 0 && choose.chance(0.6)) {
    const way = choose.one(ways)
    const other = way.table === table ? way.target : way.table
    const alias = choose.chance(0.5) ? 'other' : other
    const hint = choose.one([`!${way.name}`, `!${way.name}`, `!${way.columns.join()}`, ''])
    const inner = choose.chance(0.25) ? '!inner' : ''
    const isNumber = way.table === other && choose.chance(0.3)
    const nested = isNumber ? { select: 'count', about: [] } : selectOf(choose, other, depth - 1, `${path}${alias}.`)
    parts.push(`${alias === other ? '' : `${alias}:`}${other}${hint}${inner}(${nested.select})`)
    about.push(...nested.about)
    const theirs = storedOf(other)
    if (choose.chance(0.3)) {
      const column = choose.one(theirs)
      about.push([`${path}${alias}.${column}`, conditionOn(choose, other, column, false)])
    }
    if (way.table === other && theirs.includes('id') && !isNumber) {
      about.push([`${path}${alias}.order`, 'id'])
      if (choose.chance(0.3)) about.push([`${path}${alias}.limit`, String(choose.below(4))])
    }
  }
  return { select: parts.join(','), about }
}

function treeOf(choose: Choose, table: string, depth: number): string {
  const parts = Array.from({ length: 1 + choose.below(3) }, () => {
    if (depth > 0 && choose.chance(0.3))
      return `${choose.one(['', 'not.'])}${choose.one(['or', 'and'])}${treeOf(choose, table, depth - 1)}`
    const column = choose.one(storedOf(table))
    return `${column}.${conditionOn(choose, table, column, true)}`
  })
  return `(${parts.join(',')})`
}

function requestOf(choose: Choose): { method: string; path: string; headers: Record<string, string> } {
  const table = choose.one(tables)
  const columns = storedOf(table)
  const { select, about } = selectOf(choose, table, 2, '')
  const parameters: [string, string][] = [['select', select], ...about]
  for (let nth = choose.below(3); nth > 0; nth -= 1) {
    const column = choose.one(columns)
    parameters.push([column, conditionOn(choose, table, column, false)])
  }
  if (choose.chance(0.25)) parameters.push([choose.one(['or', 'and']), treeOf(choose, table, 2)])
  // Without a key of one column there is no order that both must keep.
  if (columns.includes('id')) {
    const first = choose.chance(0.5)
      ? `${choose.one(columns)}${choose.one(['', '.desc', '.asc', '.desc.nullslast', '.nullsfirst'])},`
      : ''
    parameters.push(['order', `${first}id`])
    if (choose.chance(0.5)) parameters.push(['limit', String(choose.below(6))])
    if (choose.chance(0.2)) parameters.push(['offset', String(choose.below(4))])
  }
  return {
    method: choose.chance(0.15) ? 'HEAD' : 'GET',
    path: `${table}?${new URLSearchParams(parameters)}`,
    headers: {
      ...(choose.chance(0.3) ? { prefer: 'count=exact' } : {}),
      ...(choose.chance(0.15) ? { accept: 'application/vnd.pgrst.object+json' } : {}),
    },
  }
}

/** Without an order, lists are compared as sets. */
function comparable(value: unknown, isOrdered: boolean): unknown {
  if (!Array.isArray(value) || isOrdered) return value
  return value.map((one) => JSON.stringify(one)).toSorted()
}

/** Of some relations in relations the library writes a subquery that answers several rows. PostgREST answers them. */
const isFaultOfLibrary = async (answer: Response): Promise<boolean> =>
  answer.status >= 400 && /"code":"21000"/.test(await answer.clone().text())

test('C6: generated reads are answered as the REST library answers them', async () => {
  let asked = 0
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
      const choose = chooseBy(seed)
      const caller = choose.one(callers)
      const { method, path, headers } = requestOf(choose)
      const request = () => new Request(`http://127.0.0.1/rest/v1/${path}`, { method, headers })
      asked += 1
      const one = await quick.answer(request(), caller)
      if (!one) return
      answered += 1
      const other = await quietly(
        () => {},
        () => library.fetch(request(), caller),
      )
      if (await isFaultOfLibrary(other)) return
      const isOrdered = /[?&]order=/.test(path)
      const seen = async (answer: Response) => ({
        status: answer.status,
        body: method === 'HEAD' ? await answer.text() : comparable(await answer.json(), isOrdered),
        range: answer.headers.get('content-range'),
        type: answer.headers.get('content-type'),
        // The library leaves it out of an empty answer, PostgREST does not.
        at: other.headers.has('content-location') ? answer.headers.get('content-location') : null,
      })
      expect({ method, path, ...(await seen(one)) }).toEqual({ method, path, ...(await seen(other)) })
    }),
    { numRuns: Number(process.env['READ_CASES'] ?? 400) },
  )
  // Of conditions that do not fit their columns the library says why.
  expect(answered).toBeGreaterThan(asked / 4)
})

test('C6: generated calls of functions that change nothing are answered as the REST library answers them', async () => {
  const { rows: constant } = await engine.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'v'`,
  )
  const names = constant.map(({ name }) => name).filter((name) => catalogue.functions.has(name))
  expect(names.length).toBeGreaterThan(50)
  const ids = [...rows.values()].flatMap((some) => some.map(({ id }) => id).filter((id) => typeof id === 'string'))
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
      const choose = chooseBy(seed)
      const name = choose.one(names)
      const { parameters, required } = choose.one(catalogue.functions.get(name) ?? [])
      const given = [...parameters]
        .filter(([one]) => required.includes(one) || choose.chance(0.3))
        .map(([one, type]): [string, unknown] => [one, argumentOf(choose, type, ids)])
      const isQuery = choose.chance(0.4) && given.every(([, value]) => typeof value !== 'object')
      const chosen = choose.chance(0.5) ? rowsOf(choose, name) : []
      const body = JSON.stringify(Object.fromEntries(given))
      const asked = isQuery ? given.map(([one, value]): [string, string] => [one, String(value)]) : []
      const address = `rpc/${name}?${new URLSearchParams([...chosen, ...asked])}`
      const caller = choose.one(callers)
      const headers = {
        'content-type': 'application/json',
        ...(choose.chance(0.2) ? { accept: 'application/vnd.pgrst.object+json' } : {}),
      }
      const request = () =>
        new Request(`http://127.0.0.1/rest/v1/${address}`, isQuery ? { headers } : { method: 'POST', headers, body })
      // Some functions tell the time: where it moved between both, they are asked again.
      const ask = async () => {
        const one = await quick.answer(request(), caller)
        if (!one) return null
        const other = await quietly(
          () => {},
          () => library.fetch(request(), caller),
        )
        const seen = async (answer: Response) => ({
          status: answer.status,
          body: answer.status === 204 ? null : await answer.json(),
          range: answer.headers.get('content-range'),
          type: answer.headers.get('content-type'),
        })
        return { one: await seen(one), other: await seen(other) }
      }
      let both = await ask()
      if (!both) return
      answered += 1
      for (let again = 0; again < 2 && !isDeepStrictEqual(both?.one, both?.other); again += 1) both = await ask()
      const sent = `${isQuery ? 'GET' : body} ${address}`
      expect({ sent, ...both?.one }).toEqual({ sent, ...both?.other })
    }),
    { numRuns: Number(process.env['READ_CASES'] ?? 400) },
  )
  expect(answered).toBeGreaterThan(50)
})

/** Columns, a condition, an order and a limit of the rows that a function answers. */
function rowsOf(choose: Choose, name: string): [string, string][] {
  const { table = null, columns = [] } = catalogue.functions.get(name)?.[0] ?? {}
  // The library takes a column `count` for the number of rows.
  const known = (table === null ? columns : storedOf(table)).filter((column) => column !== 'count')
  const order = known.includes('id') ? 'id' : known.join()
  if (known.length === 0) return []
  const parameters: [string, string][] = [
    [
      'select',
      table === null
        ? [...new Set([choose.one(known), choose.one(known)])].join()
        : selectOf(choose, table, 1, '').select,
    ],
    ['order', order],
  ]
  if (choose.chance(0.4)) parameters.push(['limit', String(choose.below(5))])
  if (choose.chance(0.3)) parameters.push([choose.one(known), choose.one(['is.null', 'not.is.null'])])
  return parameters
}

test('a function that changes something is not called by GET', async () => {
  const { rows: changing } = await engine.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`,
  )
  const names = changing
    .map(({ name }) => name)
    .filter((name) => catalogue.functions.get(name)?.[0]?.required.length === 0)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    const request = new Request(`http://127.0.0.1/rest/v1/rpc/${name}`)
    expect([name, await quick.answer(request, callers[0] ?? person(''))]).toEqual([name, null])
  }
})

function argumentOf(choose: Choose, type: string, ids: readonly string[]): unknown {
  if (choose.chance(0.05)) return null
  if (type.endsWith('[]')) return [argumentOf(choose, type.slice(0, -2), ids)]
  switch (type) {
    case 'uuid':
      return choose.one(ids)
    case 'boolean':
      return choose.chance(0.5)
    case 'date':
      return choose.one(['2026-11-28', '2026-01-01'])
    case 'timestamp with time zone':
      return '2026-11-28T10:00:00Z'
    case 'integer':
    case 'bigint':
    case 'smallint':
    case 'numeric':
      return choose.one([0, 1, 7, '3'])
    case 'json':
    case 'jsonb':
      return choose.one([{}, [], { a: 'b' }, 'x'])
    default:
      return choose.one(['month', 'sent', 'EUR', 'sign', '', 'quotation', 'invoice', 'Europe/Malta'])
  }
}
