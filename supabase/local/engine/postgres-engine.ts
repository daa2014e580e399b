import postgres from 'postgres'
import type { Engine, Queryable } from '../contracts.ts'
import { actAs, actingAs } from './caller-settings.ts'
import { inWords } from './database-away.ts'
import {
  asIs,
  parseBigint,
  parseJson,
  parseNumeric,
  parseTimestamp,
  parseTimestamptz,
  serializeJson,
} from './value-parsers.ts'

const type = (oid: number, parse: (text: string) => unknown, serialize: (value: unknown) => string = String) => ({
  to: oid,
  from: [oid],
  parse,
  serialize,
})

const types = {
  boolean: type(16, (text) => text === 't', String),
  bigint: type(20, parseBigint),
  json: type(114, parseJson, serializeJson),
  jsonb: type(3802, parseJson, serializeJson),
  numeric: type(1700, parseNumeric),
  date: type(1082, asIs, timeText),
  time: type(1083, asIs),
  timetz: type(1266, asIs),
  timestamp: type(1114, parseTimestamp, timeText),
  timestamptz: type(1184, parseTimestamptz, timeText),
}

/** A PostgreSQL server (15 to 17), by a pool of at most ten connections. */
export async function openPostgres(databaseUrl: string): Promise<Engine> {
  const sql = postgres(databaseUrl, {
    max: 10,
    // The driver would renew each connection after half an hour or an hour. A connection that is due while it is reserved
    // never answers again (decision 1018).
    max_lifetime: null,
    types,
    onnotice: () => {},
    // Statements here are short and the rules in them many: compiling them takes longer than running them.
    connection: { TimeZone: 'UTC', search_path: '"$user", public, extensions', jit: 'off' },
  })
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`

  const isKept = firstThatComeAgain(mostKept)
  const reserve = () =>
    sql.reserve().catch((error: unknown) => {
      throw inWords(error)
    })
  const transaction = transactionsOver(reserve)
  return {
    ...queryable(sql),
    kind: 'postgres',
    version: server?.version ?? 'unknown',
    transaction,
    asCaller: (caller, work, settings) =>
      transaction(async (tx) => {
        await actAs(tx, caller, settings)
        return work(tx)
      }),
    asCallerOnce: async (caller, { settings, sql: text, parameters }) => {
      const session = await reserve()
      try {
        const acting = actingAs(caller, settings)
        // Sent together. The server runs them in their order, and `commit` undoes what an error has ended.
        const sent = [
          session.unsafe('begin').execute(),
          session.unsafe(acting.sql, acting.parameters, { prepare: true }).execute(),
          session
            .unsafe(text, [...parameters], { prepare: isKept(text) })
            .values()
            .execute(),
          session.unsafe('commit').execute(),
        ] as const
        await Promise.allSettled(sent)
        const [, , rows] = await Promise.all(sent)
        return rows as (string | null)[][]
      } catch (error) {
        throw inWords(error)
      } finally {
        session.release()
      }
    },
    listen: async (channel, heard) => {
      const listening = await sql.listen(channel, heard)
      return () => listening.unlisten()
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/** Not `sql.begin`: it fails the whole transaction after any error, also after one that a savepoint has undone. */
function transactionsOver(reserve: () => Promise<postgres.ReservedSql>): Engine['transaction'] {
  return async (work) => {
    const session = await reserve()
    try {
      await session.unsafe('begin')
      const result = await work(queryable(session))
      await session.unsafe('commit')
      return result
    } catch (error) {
      // A lost connection has nothing to roll back and reports an error; the first error is the one to throw.
      await session.unsafe('rollback').catch(() => {})
      throw inWords(error)
    } finally {
      session.release()
    }
  }
}

/** Each connection keeps a plan of each: a few hundred kinds of statement are asked all day. */
const mostKept = 300

/** True for a text that came before, as long as there are not `most` of them. */
function firstThatComeAgain(most: number): (text: string) => boolean {
  const kept = new Set<string>()
  const once = new Set<string>()
  return (text) => {
    if (kept.has(text)) return true
    if (kept.size >= most) return false
    if (once.delete(text)) kept.add(text)
    else {
      if (once.size >= most) once.clear()
      once.add(text)
    }
    return kept.has(text)
  }
}

type Parameters = NonNullable<globalThis.Parameters<postgres.Sql['unsafe']>[1]>

function queryable(session: Pick<postgres.Sql, 'unsafe'>): Queryable {
  return {
    query: async <Row>(text: string, parameters: readonly unknown[] = []) => {
      const rows = await session
        .unsafe<Row[] & postgres.Row[]>(text, parameters as Parameters)
        .catch((error: unknown) => {
          throw inWords(error)
        })
      // `set transaction read only` and similar touch no rows: the driver returns null.
      const touched: number | null = rows.count
      return touched === null ? { rows: [...rows] as Row[] } : { rows: [...rows] as Row[], affectedRows: touched }
    },
    exec: async (text) => {
      await session.unsafe(text).simple()
    },
  }
}

function timeText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
