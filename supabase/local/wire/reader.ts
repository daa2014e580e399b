import type { PgliteEngine } from '../engine/pglite-engine.ts'
import {
  counted,
  errorIn,
  Fields,
  int16,
  int32,
  message,
  messagesOf,
  text,
  type Message,
  type WireError,
} from './messages.ts'

/** A refusal that the client reads. */
export class Refused extends Error {
  readonly answer: WireError
  constructor(answer: WireError) {
    super(answer.message)
    this.answer = answer
  }
}

export type Column = { name: string; type: number; size: number; modifier: number }
/** What a statement wants and answers. */
export type Described = {
  parameters: readonly number[]
  columns: readonly Column[]
  typeNames: ReadonlyMap<number, string>
}
/** Values of the parameters as they were sent, each as text (0) or bytes (1). */
export type Bound = { formats: readonly number[]; values: readonly (Buffer | null)[]; wanted: readonly number[] }

const role = 'reports'
const textType = 25
const sync = message('S')

/** Reads with statements of a client: each is run by `reports.run`, as a role that may only read. */
export function createReader(engine: PgliteEngine) {
  const send = async (settings: Settings, ...sent: Buffer[]): Promise<Message[][]> => {
    const [begun, ...answers] = (await engine.asReader(role, settings, sent)).map(messagesOf)
    const failed = errorIn(begun ?? [])
    if (failed) throw new Refused(failed)
    return answers
  }
  const namesOf = async (types: readonly number[]) => {
    const ask = `select o, format_type(o, null) from unnest('{${types.join()}}'::oid[]) as t (o)`
    const [answer = []] = await send({}, message('Q', text(ask)))
    const rows = answer.filter(({ letter }) => letter === 'D').map(({ body }) => valuesOf(body))
    return new Map(rows.map(([type, name]) => [Number(type), String(name)]))
  }
  return {
    /** Throws the database's refusal of a statement that it cannot read. */
    describe: async (sql: string, types: readonly number[], settings: Settings): Promise<Described> => {
      const parse = message('P', text(''), text(sql), counted(types.map(int32)))
      const [answer = []] = await send(settings, Buffer.concat([parse, message('D', 'S'), sync]))
      const failed = errorIn(answer)
      if (failed) throw new Refused(failed)
      const parameters = typesIn(answer.find(({ letter }) => letter === 't')?.body)
      const columns = columnsIn(answer.find(({ letter }) => letter === 'T')?.body)
      const known = [...new Set([...parameters, ...columns.map(({ type }) => type)])]
      return {
        parameters,
        columns: columns.map(readable),
        typeNames: known.length > 0 ? await namesOf(known) : new Map(),
      }
    },
    /** The rows and the last message of a statement. */
    run: async (sql: string, described: Described, bound: Bound, settings: Settings): Promise<Message[]> => {
      const [answer = []] = await send(settings, runMessage(sql, described, bound))
      const failed = errorIn(answer)
      if (failed) throw new Refused(failed)
      return answer.filter(({ letter }) => letter === 'D' || letter === 'C')
    },
  }
}
export type Reader = ReturnType<typeof createReader>
export type Settings = Readonly<Record<string, string>>

/** Types that a list of columns cannot name: records and what may be anything come as text. */
const pseudo = new Set([705, 2249, 2277, 2283, 2278, 2776])
const readable = (column: Column): Column =>
  pseudo.has(column.type) ? { ...column, type: textType, size: -1, modifier: -1 } : column

/** `select * from reports.run(statement, types, values) as t(…)`, with the values in the forms in which they came. */
function runMessage(sql: string, { parameters, columns, typeNames }: Described, bound: Bound): Buffer {
  const nameOf = (type: number) => typeNames.get(type) ?? 'text'
  const list = columns.map(({ type }, at) => `c${at} ${type === textType ? 'text' : nameOf(type)}`)
  const values = parameters.map((_, at) => `$${at + 3}::text`)
  const outer = `select * from reports.run($1, $2, array[${values.join()}]::text[]) as t (${list.join()})`
  const parse = message('P', text(''), text(outer), counted([textType, textType, ...parameters].map(int32)))
  const formats = bound.formats.length === 1 ? parameters.map(() => bound.formats[0] ?? 0) : bound.formats
  const asText = [Buffer.from(asTexts(sql, columns, typeNames)), Buffer.from(parameters.map(nameOf).join())]
  const bind = message(
    'B',
    ...[text(''), text('')],
    counted([0, 0, ...parameters.map((_, at) => formats[at] ?? 0)].map(int16)),
    counted(
      [...asText, ...bound.values].map((value) => (value ? Buffer.concat([int32(value.length), value]) : int32(-1))),
    ),
    counted(bound.wanted.map(int16)),
  )
  return Buffer.concat([parse, bind, message('E', text(''), int32(0)), sync])
}

/** The statement, with the columns as text that have no type of their own. */
function asTexts(sql: string, columns: readonly Column[], typeNames: ReadonlyMap<number, string>): string {
  if (columns.every(({ type }) => type !== textType) || ![...typeNames.keys()].some((type) => pseudo.has(type)))
    return sql
  const names = columns.map((_, at) => `c${at}`)
  const shown = columns.map(({ type }, at) => (type === textType ? `c${at}::text` : `c${at}`))
  return `select ${shown.join()} from (${sql.replace(/;\s*$/, '')}\n) as q (${names.join()})`
}

function typesIn(body: Buffer | undefined): number[] {
  if (!body) return []
  const fields = new Fields(body)
  return fields.list(() => fields.int32())
}

function columnsIn(body: Buffer | undefined): Column[] {
  if (!body) return []
  const fields = new Fields(body)
  return fields.list(() => {
    const name = fields.text()
    fields.bytes(6)
    const column = { name, type: fields.int32(), size: fields.int16(), modifier: fields.int32() }
    fields.bytes(2)
    return column
  })
}

function valuesOf(body: Buffer): (string | null)[] {
  const fields = new Fields(body)
  return fields.list(() => {
    const length = fields.int32()
    return length < 0 ? null : fields.bytes(length).toString('utf8')
  })
}

/** What the client is told of the columns: the tables they came from are not. */
export const rowDescription = (columns: readonly Column[], wanted: readonly number[]): Buffer =>
  message(
    'T',
    counted(
      columns.map(({ name, type, size, modifier }, at) =>
        Buffer.concat([
          ...[text(name), int32(0), int16(0), int32(type), int16(size), int32(modifier)],
          int16((wanted.length === 1 ? wanted[0] : wanted[at]) ?? 0),
        ]),
      ),
    ),
  )
