import { match, type Reader, unescaped, withPercentSigns } from '../rest-auth/filter-values.ts'
import { wantsSingle } from './posted.ts'

/** One condition on a column of the row: `column.operator.value`, or its opposite. */
export type Condition = {
  column: string
  not: boolean
  operator: Operator
  /** Text to compare with; a list for `in`. */
  value: string | readonly string[]
}
export type Tree = Condition | { all: boolean; not: boolean; of: readonly Tree[] }
export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | null }

/** What is asked of one table: its columns, the rows related to it, and which of its rows. */
export type Asked = {
  columns: { column: string; alias: string; asText: boolean }[]
  /** Every column. */
  all: boolean
  related: Related[]
  where: Tree[]
  order: Order[]
  limit: number | null
  offset: number
}
export type Related = { alias: string; table: string; hint: string | null; inner: boolean; asked: Asked }
/** `head`: the headers of the answer alone are wanted. */
export type ReadRequest = { table: string; asked: Asked; count: boolean; single: boolean; head: boolean }

const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in', 'cs', 'cd', 'ov'] as const
type Operator = (typeof operators)[number]

const word = '[a-z_][a-z0-9_]*'
const onlyWord = new RegExp(`^${word}$`)
const test = new RegExp(`^(not\\.)?(${operators.join('|')})\\.(.*)$`, 's')

/**
 * Reads a request for rows of a table as PostgREST does, or returns null for one that it does not know: the REST library
 * answers that, and refuses what is wrong. It knows what supabase-js writes of columns, columns as text, related rows and their
 * number, conditions, order, limit and exact counts; https://docs.postgrest.org/en/stable/references/api/tables_views.html.
 */
export function readRequest({ method, url, headers }: Request): ReadRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const { pathname, searchParams } = new URL(url)
  const [, table] = /^\/rest\/v1\/([a-z_][a-z0-9_]*)$/.exec(pathname) ?? []
  const count = countOf(headers.get('prefer'))
  const single = wantsSingle(headers.get('accept'))
  if (table === undefined || count === null || single === null || headers.has('range')) return null
  const asked = read([...searchParams].filter(([name]) => name !== 'apikey'))
  return asked && { table, asked, count, single, head: method === 'HEAD' }
}

/** Other preferences change the answer, or are acknowledged in it. */
function countOf(prefer: string | null): boolean | null {
  if (prefer === null || prefer === '') return false
  return prefer === 'count=exact' ? true : null
}

type RangeWord = 'order' | 'limit' | 'offset'
const isRange = (word: string): word is RangeWord => ['order', 'limit', 'offset'].includes(word)

/** What the parameters of an address ask of rows. */
export function read(parameters: [string, string][]): Asked | null {
  const selects = parameters.filter(([name]) => name === 'select')
  if (selects.length > 1) return null
  const asked = readSelect(selects[0]?.[1] ?? '*')
  if (!asked) return null
  const seen = new Set<string>()
  for (const [name, value] of parameters) {
    if (name === 'select') continue
    const path = name.split('.')
    const last = path.pop() ?? ''
    const place = placeOf(asked, path)
    if (!place || !onlyWord.test(last)) return null
    if (isRange(last)) {
      if (seen.has(name) || !readRange(place, last, value)) return null
      seen.add(name)
    } else {
      const condition = last === 'or' || last === 'and' ? readTree(last, value) : readCondition(last, value)
      if (!condition) return null
      place.where.push(condition)
    }
  }
  return asked
}

/** Conditions, order and limit of related rows are written with their name and a point before. */
function placeOf(asked: Asked, path: readonly string[]): Asked | null {
  let place: Asked | null = asked
  for (const name of path) {
    const named: Related[] = place?.related.filter(({ alias, table }) => alias === name || table === name) ?? []
    place = named.length === 1 && named[0]?.alias === name ? named[0].asked : null
  }
  return place
}

function readRange(asked: Asked, name: RangeWord, value: string): boolean {
  if (name === 'order') {
    for (const part of value.split(',')) {
      const [, column, way, nulls] = /^([a-z_][a-z0-9_]*)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(part) ?? []
      if (column === undefined) return false
      asked.order.push({
        column,
        descending: way === 'desc',
        nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
      })
    }
    return true
  }
  if (!/^\d{1,9}$/.test(value)) return false
  asked[name] = Number(value)
  return true
}

const nothing = (): Asked => ({ columns: [], all: false, related: [], where: [], order: [], limit: null, offset: 0 })

/** The list of `select`, or null when it is written otherwise. */
export function readSelect(text: string): Asked | null {
  const reader = { text, at: 0 }
  const asked = readList(reader)
  return asked && reader.at === text.length ? asked : null
}

const relatedRows = new RegExp(`(?:(${word}):)?(${word})((?:!${word}){0,2})\\(`, 'y')
const columnName = new RegExp(`(?:(${word}):)?(${word})(::text)?(?=[,)]|$)`, 'y')

function readList(reader: Reader): Asked | null {
  const asked = nothing()
  do {
    const found = match(reader, relatedRows)
    if (found) {
      const one = readRelated(reader, found)
      if (!one) return null
      asked.related.push(one)
    } else if (match(reader, /\*(?=[,)]|$)/y)) {
      if (asked.all) return null
      asked.all = true
    } else {
      const [, alias, column, cast] = match(reader, columnName) ?? []
      if (column === undefined) return null
      asked.columns.push({ column, alias: alias ?? column, asText: cast !== undefined })
    }
  } while (match(reader, /,/y))
  const names = [...asked.columns.map(({ alias }) => alias), ...asked.related.map(({ alias }) => alias)]
  return new Set(names).size === names.length ? asked : null
}

function readRelated(reader: Reader, [, alias, table = '', marks = '']: RegExpExecArray): Related | null {
  const hints = marks.split('!').filter((mark) => mark !== '')
  const kinds = hints.filter((mark) => mark === 'inner' || mark === 'left')
  const names = hints.filter((mark) => mark !== 'inner' && mark !== 'left')
  const asked = readList(reader)
  if (!asked || kinds.length > 1 || names.length > 1 || !match(reader, /\)/y)) return null
  return { alias: alias ?? table, table, hint: names[0] ?? null, inner: kinds[0] === 'inner', asked }
}

function readCondition(column: string, text: string): Condition | null {
  const [, not, operator, value = ''] = test.exec(text) ?? []
  const known = operators.find((one) => one === operator)
  if (!known) return null
  const list = known === 'in' ? readItems(value) : null
  if (known === 'in') return list && { column, not: not !== undefined, operator: known, value: list }
  if (known === 'is' && !/^(null|true|false|unknown)$/.test(value)) return null
  return { column, not: not !== undefined, operator: known, value: isPattern(known) ? withPercentSigns(value) : value }
}

const isPattern = (operator: Operator): boolean => operator === 'like' || operator === 'ilike'

/** `(a,"b,c")`. */
function readItems(text: string): string[] | null {
  if (!/^\(.*\)$/s.test(text)) return null
  const reader = { text: text.slice(1, -1), at: 0 }
  if (reader.text === '') return []
  const items: string[] = []
  do {
    const quoted = match(reader, quotedText)
    const item = quoted ? unescaped(quoted[1] ?? '') : match(reader, /[^,"()]*/y)?.[0]
    if (item === undefined) return null
    items.push(item)
  } while (match(reader, /,/y))
  return reader.at === reader.text.length ? items : null
}

const quotedText = /"((?:[^"\\]|\\.)*)"/sy

/** `(a.eq.1,and(b.lt.2,c.is.null))`. */
function readTree(kind: 'or' | 'and', text: string): Tree | null {
  const reader = { text, at: 0 }
  const tree = readBranch(reader, kind, false)
  return tree && reader.at === text.length ? tree : null
}

const branch = /(not\.)?(or|and)(?=\()/y
const leaf = new RegExp(`(${word})\\.((?:not\\.)?(?:${operators.join('|')})\\.)`, 'y')

function readBranch(reader: Reader, kind: 'or' | 'and', not: boolean): Tree | null {
  if (!match(reader, /\(/y)) return null
  const of: Tree[] = []
  do {
    const [inner, negation, name] = match(reader, branch) ?? []
    const part =
      inner === undefined ? readLeaf(reader) : readBranch(reader, name === 'or' ? 'or' : 'and', negation !== undefined)
    if (!part) return null
    of.push(part)
  } while (match(reader, /,/y))
  return match(reader, /\)/y) ? { all: kind === 'and', not, of } : null
}

/** A list, an array, and a plain value. */
const among = [
  /\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)(?=[,)])/sy,
  /\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\}(?=[,)])/sy,
  /[^,()"{}\\]*(?=[,)])/y,
]

/** Among others a value ends at the next comma or bracket, unless it is quoted or a list. */
function readLeaf(reader: Reader): Condition | null {
  const [, column, head = ''] = match(reader, leaf) ?? []
  if (column === undefined) return null
  const quoted = match(reader, /"((?:[^"\\]|\\.)*)"(?=[,)])/sy)
  const plain = quoted
    ? unescaped(quoted[1] ?? '')
    : among.map((pattern) => match(reader, pattern)).find((found) => found !== null)?.[0]
  return plain === undefined ? null : readCondition(column, head + plain)
}
