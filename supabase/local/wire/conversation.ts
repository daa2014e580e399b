import { withoutQuotes } from '../sources/statements.ts'
import { counted, errorMessage, Fields, int32, message, text, type Message } from './messages.ts'
import { Refused, rowDescription, type Bound, type Described, type Reader } from './reader.ts'

/** What a statement is to this connection: it reads, is about the transaction or a setting, or is nothing. */
type Kind = 'reads' | 'begins' | 'ends' | 'sets' | 'nothing'
type Statement = { sql: string; kind: Kind; described: Described | null; tag: string }
type Portal = { statement: Statement; bound: Bound; rows: Buffer[] | null; tag: string }

/** Settings of a session that change how values are written; others are taken and change nothing. */
const kept = new Set(['timezone', 'datestyle', 'intervalstyle', 'extra_float_digits', 'bytea_output'])
const nothing: Described = { parameters: [], columns: [], typeNames: new Map() }

/**
 * The conversation with one client after its sign-in. Each statement is a transaction of its own that reads; `begin` and
 * `commit` are taken and change nothing.
 */
export class Conversation {
  readonly #reader: Reader
  readonly #send: (bytes: Buffer) => void
  readonly #statements = new Map<string, Statement>()
  readonly #portals = new Map<string, Portal>()
  readonly #settings = new Map<string, string>()
  #status: 'I' | 'T' | 'E' = 'I'
  /** After an error all is left out until the client says `sync`. */
  #skips = false

  constructor(reader: Reader, send: (bytes: Buffer) => void) {
    this.#reader = reader
    this.#send = send
  }

  ready(): void {
    this.#send(message('Z', Buffer.from(this.#status)))
  }

  /** Answers one message. */
  async hear({ letter, body }: Message): Promise<void> {
    if (letter === 'S') {
      this.#skips = false
      this.#portals.clear()
      return this.ready()
    }
    if (this.#skips) return
    try {
      if (letter === 'Q') await this.#query(new Fields(body).text())
      else await this.#step(letter, new Fields(body))
    } catch (error) {
      this.#refuse(error)
      this.#skips = letter !== 'Q'
    }
    if (letter === 'Q') this.ready()
  }

  async #query(sql: string): Promise<void> {
    const statement = await this.#statement(sql, [])
    if (statement.kind === 'nothing') return this.#send(message('I'))
    const bound: Bound = { formats: [], values: [], wanted: [0] }
    const portal: Portal = { statement, bound, rows: null, tag: '' }
    if (statement.kind === 'reads') this.#send(rowDescription(this.#described(statement).columns, [0]))
    await this.#execute(portal, 0)
  }

  async #step(letter: string, fields: Fields): Promise<void> {
    switch (letter) {
      case 'P': {
        const [name, sql] = [fields.text(), fields.text()]
        this.#statements.set(
          name,
          await this.#statement(
            sql,
            fields.list(() => fields.int32()),
          ),
        )
        return this.#send(message('1'))
      }
      case 'B': {
        const [portal, statement] = [fields.text(), this.#named(fields.text())]
        const formats = fields.list(() => fields.int16())
        const values = fields.list(() => {
          const length = fields.int32()
          return length < 0 ? null : fields.bytes(length)
        })
        const bound = { formats, values, wanted: fields.list(() => fields.int16()) }
        if (statement.kind === 'reads' && values.length !== this.#described(statement).parameters.length)
          throw refusal('08P01', 'This statement wants another number of values.')
        this.#portals.set(portal, { statement, bound, rows: null, tag: '' })
        return this.#send(message('2'))
      }
      case 'D':
        return fields.letter() === 'S'
          ? this.#describe(this.#named(fields.text()))
          : this.#describePortal(fields.text())
      case 'E': {
        const portal = this.#portals.get(fields.text())
        if (!portal) throw refusal('34000', 'There is no such portal.')
        return this.#execute(portal, fields.int32())
      }
      case 'C':
        if (fields.letter() === 'S') this.#statements.delete(fields.text())
        else this.#portals.delete(fields.text())
        return this.#send(message('3'))
      case 'H':
        return
      default:
        throw refusal('08P01', 'This message is not part of a connection that reads.')
    }
  }

  async #statement(sql: string, types: readonly number[]): Promise<Statement> {
    const { kind, word } = kindOf(sql)
    if (this.#status === 'E' && kind !== 'ends')
      throw refusal('25P02', 'current transaction is aborted, commands ignored until end of transaction block')
    const described = kind === 'reads' ? await this.#reader.describe(sql, types, this.#asked()) : null
    if (described?.columns.length === 0) throw refusal('0A000', 'This statement answers no columns.')
    return { sql, kind, described, tag: word }
  }

  #describe(statement: Statement): void {
    const { parameters, columns } = statement.kind === 'reads' ? this.#described(statement) : nothing
    this.#send(message('t', counted(parameters.map(int32))))
    this.#send(columns.length > 0 ? rowDescription(columns, [0]) : message('n'))
  }

  #describePortal(name: string): void {
    const portal = this.#portals.get(name)
    if (!portal) throw refusal('34000', 'There is no such portal.')
    if (portal.statement.kind !== 'reads') return this.#send(message('n'))
    this.#send(rowDescription(this.#described(portal.statement).columns, portal.bound.wanted))
  }

  async #execute(portal: Portal, most: number): Promise<void> {
    const { statement, bound } = portal
    if (statement.kind === 'nothing') return this.#send(message('I'))
    if (statement.kind !== 'reads') {
      await this.#take(statement)
      return this.#send(message('C', text(statement.tag)))
    }
    if (portal.rows === null) {
      const answer = await this.#reader.run(statement.sql, this.#described(statement), bound, this.#asked())
      portal.rows = answer.filter(({ letter }) => letter === 'D').map(({ body }) => message('D', body))
      portal.tag =
        statement.tag === 'SHOW' || statement.tag === 'EXPLAIN' ? statement.tag : `SELECT ${portal.rows.length}`
    }
    const now = portal.rows.splice(0, most > 0 ? most : portal.rows.length)
    this.#send(Buffer.concat(now))
    this.#send(portal.rows.length > 0 ? message('s') : message('C', text(portal.tag)))
  }

  async #take({ kind, sql }: Statement): Promise<void> {
    if (kind === 'begins') this.#status = 'T'
    if (kind === 'ends') this.#status = 'I'
    if (kind !== 'sets') return
    const [, name = '', value = ''] =
      /^\s*set\s+(?:session\s+|local\s+)?"?(\w+)"?\s*(?:=|\sto\s)\s*'?([^';]*)'?\s*;?\s*$/i.exec(sql) ?? []
    if (!kept.has(name.toLowerCase()) || value.trim() === '') return
    // The database says whether it takes the value.
    await this.#reader.describe('select 1', [], { [name.toLowerCase()]: value.trim() })
    this.#settings.set(name.toLowerCase(), value.trim())
  }

  #named(name: string): Statement {
    const statement = this.#statements.get(name)
    if (!statement) throw refusal('26000', 'There is no such prepared statement.')
    return statement
  }

  #described = ({ described }: Statement): Described => described ?? nothing
  #asked = () => Object.fromEntries(this.#settings)

  #refuse(error: unknown): void {
    if (this.#status === 'T') this.#status = 'E'
    const isSaid = error instanceof Refused
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
    this.#send(
      errorMessage(
        isSaid
          ? error.answer
          : {
              code: typeof code === 'string' ? code : 'XX000',
              message: error instanceof Error ? error.message : 'Failed',
            },
      ),
    )
  }
}

const refusal = (code: string, words: string) => new Refused({ code, message: words })

/** By the first word of a statement, behind comments and brackets. */
function kindOf(sql: string): { kind: Kind; word: string } {
  const word = (/^[\s(;]*([a-z]*)/i.exec(withoutQuotes(sql))?.[1] ?? '').toUpperCase()
  if (word === '') return { kind: 'nothing', word }
  if (/^(SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN)$/.test(word)) return { kind: 'reads', word }
  if (/^(BEGIN|START)$/.test(word)) return { kind: 'begins', word: 'BEGIN' }
  if (/^(COMMIT|END|ROLLBACK|ABORT)$/.test(word)) return { kind: 'ends', word: word === 'END' ? 'COMMIT' : word }
  if (/^(SET|RESET|DISCARD|DEALLOCATE|SAVEPOINT|RELEASE)$/.test(word)) return { kind: 'sets', word }
  throw refusal(
    '25006',
    `This connection reads: it takes SELECT, WITH, VALUES, TABLE, SHOW and EXPLAIN, and no ${word}.`,
  )
}
