import type { Statement } from '../contracts.ts'
import { quoted } from '../engine/quoted-name.ts'
import { mostRows } from '../rest-auth/request-size.ts'
import type { Catalogue, ForeignKey } from './catalogue.ts'
import type { Asked, Condition, ReadRequest, Related, Tree } from './read-request.ts'

/** More values or levels go to the REST library, which refuses them. */
const mostValues = 1000

/**
 * The statement for a request: one row of the list as JSON (null when only its headers are wanted), the number of its rows, and the number of all rows that are
 * meant. Null for a request that it cannot write with certainty, such as one with two ways to a related table.
 */
export function readStatement(request: ReadRequest, catalogue: Catalogue): Statement | null {
  const writer = new Writer(catalogue)
  const { table, asked, count, head } = request
  try {
    const limit = Math.min(asked.limit ?? mostRows, mostRows)
    const from = writer.rowsOf(table, asked, { limit, offset: asked.offset, condition: null })
    const total = count ? writer.countOf(table, asked) : null
    const body = head ? 'null' : `coalesce(json_agg(w.*), '[]')::text`
    const counted = `case when count(*) < ${limit} and ${asked.offset} = 0 then count(*) else (${total}) end::text`
    return {
      sql: `select ${body}, count(*)::text, ${total === null ? 'null' : counted} from (${from}) w`,
      parameters: writer.parameters,
    }
  } catch (error) {
    if (error instanceof Unsure) return null
    throw error
  }
}

/**
 * The same of the rows that a function answers. `call` is written with `given`, the first parameters of the statement. Null
 * for what cannot be written with certainty.
 */
export function answerStatement(
  { table, columns, name }: { table: string | null; columns: readonly string[]; name: string },
  call: { before: string; text: string; given: readonly string[] },
  asked: Asked,
  catalogue: Catalogue,
): Statement | null {
  const known = table === null ? withRows(catalogue, `${name}()`, columns) : catalogue
  const writer = new Writer(known, call.given)
  try {
    const limit = Math.min(asked.limit ?? mostRows, mostRows)
    const source = (as: string) => `${call.before}lateral ${call.text} ${as}`
    const from = writer.rowsOf(table ?? `${name}()`, asked, { limit, offset: asked.offset, condition: null, source })
    return {
      sql: `select coalesce(json_agg(w.*), '[]')::text, count(*)::text from (${from}) w`,
      parameters: writer.parameters,
    }
  } catch (error) {
    if (error instanceof Unsure) return null
    throw error
  }
}

/** The catalogue with one more kind of rows, which nothing is related to. */
const withRows = (catalogue: Catalogue, name: string, columns: readonly string[]): Catalogue => ({
  ...catalogue,
  columns: new Map([...catalogue.columns, [name, new Map(columns.map((column) => [column, 'stored' as const]))]]),
})

/** The columns that are asked of a row `as` of a table, for `returning`; null for one that is not known. */
export function returnedBy(table: string, as: string, asked: Asked, catalogue: Catalogue): string | null {
  try {
    return new Writer(catalogue).shownOf(table, as, asked).join(', ')
  } catch (error) {
    if (error instanceof Unsure) return null
    throw error
  }
}

class Unsure extends Error {}

type Written = {
  limit: number | null
  offset: number
  condition: ((as: string) => string) | null
  source?: (as: string) => string
}

class Writer {
  readonly parameters: string[]
  readonly #catalogue: Catalogue
  #aliases = 0

  constructor(catalogue: Catalogue, given: readonly string[] = []) {
    this.#catalogue = catalogue
    this.parameters = [...given]
  }

  /** `select … from table`, or from `source`, where `condition` joins it to the table around it. */
  rowsOf(
    table: string,
    asked: Asked,
    { limit, offset, condition, source = (as) => `${this.#named(table)} ${as}` }: Written,
  ): string {
    const as = this.#alias()
    const related = asked.related.map((one) => this.#related(table, as, one))
    const shown = [...this.shownOf(table, as, asked), ...related.map(({ shown: value }) => value)]
    if (!this.#catalogue.columns.has(table) || shown.length === 0) throw new Unsure()
    const where = [...(condition ? [condition(as)] : []), ...this.#conditions(table, as, asked)]
    return [
      `select ${shown.join(', ')} from ${source(as)}`,
      ...related.map(({ join }) => join),
      ...(where.length > 0 ? [`where ${where.join(' and ')}`] : []),
      ...this.#order(table, as, asked),
      ...(limit === null ? [] : [`limit ${limit}`]),
      ...(offset === 0 ? [] : [`offset ${offset}`]),
    ].join(' ')
  }

  /** Its own columns. */
  shownOf(table: string, as: string, asked: Asked): string[] {
    const columns = asked.columns.map(
      ({ column, alias, asText }) => `${this.#column(table, as, column)}${asText ? '::text' : ''} as ${quoted(alias)}`,
    )
    return [...(asked.all ? [`${as}.*`] : []), ...columns]
  }

  /** The number of all rows that are meant, whatever the limit is. */
  countOf(table: string, asked: Asked): string {
    const as = this.#alias()
    const where = this.#conditions(table, as, asked)
    return `select count(*) from ${this.#named(table)} ${as}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  }

  /** With its schema. */
  #named(name: string): string {
    return `${quoted(this.#catalogue.schema)}.${quoted(name)}`
  }

  #alias(): string {
    this.#aliases += 1
    return `t${this.#aliases}`
  }

  #value(value: string): string {
    // A null character cannot be stored, and the database refuses it in other words on each engine.
    if (value.includes('\0') || this.parameters.push(value) > mostValues) throw new Unsure()
    return `$${this.parameters.length}`
  }

  #column(table: string, as: string, column: string): string {
    const kind = this.#catalogue.columns.get(table)?.get(column)
    if (kind === undefined) throw new Unsure()
    return kind === 'stored' ? `${as}.${quoted(column)}` : `${this.#named(column)}(${as})`
  }

  #order(table: string, as: string, { order }: Asked): string[] {
    if (order.length === 0) return []
    const parts = order.map(({ column, descending, nulls }) =>
      [this.#column(table, as, column), ...(descending ? ['desc'] : []), ...(nulls ? [`nulls ${nulls}`] : [])].join(
        ' ',
      ),
    )
    return [`order by ${parts.join(', ')}`]
  }

  /** The conditions on the row itself, and that the related rows that must be there are there. */
  #conditions(table: string, as: string, asked: Asked): string[] {
    return [
      ...asked.where.map((tree) => this.#tree(table, as, tree)),
      ...asked.related
        .filter(({ inner }) => inner)
        .map((one) => {
          const { key } = this.#way(table, one)
          const other = this.#alias()
          const joined = [joinOf(key, table, as, other), ...this.#conditions(one.table, other, one.asked)]
          return `exists (select from ${this.#named(one.table)} ${other} where ${joined.join(' and ')})`
        }),
    ]
  }

  #tree(table: string, as: string, tree: Tree): string {
    if ('column' in tree) return this.#condition(this.#column(table, as, tree.column), tree)
    const parts = tree.of.map((one) => this.#tree(table, as, one))
    const joined = `(${parts.join(tree.all ? ' and ' : ' or ')})`
    return tree.not ? `not ${joined}` : joined
  }

  #condition(column: string, { operator, not, value }: Condition): string {
    const compared = this.#compared(column, operator, value)
    return not ? `not ${compared}` : compared
  }

  #compared(column: string, operator: Condition['operator'], value: string | readonly string[]): string {
    if (typeof value !== 'string') return `${column} = any (${this.#value(arrayOf(value))})`
    // It was read as null, true, false or unknown.
    if (operator === 'is') return `${column} is ${value}`
    return `${column} ${symbols[operator]} ${this.#value(value)}`
  }

  #related(table: string, as: string, one: Related): { join: string; shown: string } {
    const { key, isOne } = this.#way(table, one)
    const rows = this.#alias()
    const { limit, offset } = one.asked
    // Whether there are any is asked of all rows, and not of those up to a limit.
    if (one.inner && (limit !== null || offset > 0)) throw new Unsure()
    const condition = (other: string) => joinOf(key, table, as, other)
    const number = this.#numberOf(one, condition, isOne)
    if (number !== null)
      return {
        join: `left join lateral (${number}) ${rows} on true`,
        shown: `json_build_array(row_to_json(${rows}.*)) as ${quoted(one.alias)}`,
      }
    const from = this.rowsOf(one.table, one.asked, { limit, offset, condition })
    return isOne
      ? { join: `left join lateral (${from}) ${rows} on true`, shown: `row_to_json(${rows}.*) as ${quoted(one.alias)}` }
      : {
          join: `left join lateral (select coalesce(json_agg(r.*), '[]') as list from (${from}) r) ${rows} on true`,
          shown: `${rows}.list as ${quoted(one.alias)}`,
        }
  }

  /** `related(count)`: how many related rows there are. Null when something else is asked of them. */
  #numberOf({ table, asked }: Related, condition: (as: string) => string, isOne: boolean): string | null {
    const [only] = asked.columns
    if (only?.column !== 'count' || this.#catalogue.columns.get(table)?.has('count') !== false) return null
    const { all, columns, related, order, limit, offset } = asked
    const isAlone = columns.length === 1 && !only.asText && !all && related.length === 0
    if (!isAlone || isOne || order.length > 0 || limit !== null || offset > 0) throw new Unsure()
    const as = this.#alias()
    const where = [condition(as), ...this.#conditions(table, as, asked)]
    return `select count(*) as ${quoted(only.alias)} from ${this.#named(table)} ${as} where ${where.join(' and ')}`
  }

  /** The one foreign key between both tables, or the one that the hint names by itself or by its column. */
  #way(table: string, { table: other, hint }: Related): { key: ForeignKey; isOne: boolean } {
    if (table === other) throw new Unsure()
    const ways = this.#catalogue.foreignKeys.filter(
      (key) => (key.table === table && key.target === other) || (key.table === other && key.target === table),
    )
    const named = ways.filter(({ name, columns }) => hint === null || name === hint || columns.join() === hint)
    const [key] = named
    if (!key || named.length > 1 || (hint === null && this.#leadThrough(table, other))) throw new Unsure()
    return { key, isOne: key.table === table || key.isUnique }
  }

  /** Whether a third table leads to both, which is one more way from one to the other. */
  #leadThrough(table: string, other: string): boolean {
    const from = (target: string) =>
      new Set(this.#catalogue.foreignKeys.filter((key) => key.target === target).map((key) => key.table))
    const known = from(other)
    return [...from(table)].some((third) => known.has(third))
  }
}

const symbols = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  is: 'is',
  in: '=',
}

/** A list as PostgreSQL writes an array: the database knows the type of its items by the column. */
export const arrayOf = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** How a row of `other` belongs to the row of `table`, on whichever side the key stands. */
function joinOf(
  { table: keyed, columns, targetColumns }: ForeignKey,
  table: string,
  as: string,
  other: string,
): string {
  const [mine, theirs] = keyed === table ? [columns, targetColumns] : [targetColumns, columns]
  return mine.map((column, index) => `${other}.${quoted(theirs[index] ?? '')} = ${as}.${quoted(column)}`).join(' and ')
}
