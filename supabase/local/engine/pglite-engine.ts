import { types, type PGlite, type Transaction } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import type { Engine, Queryable } from '../contracts.ts'
import { actAs } from './caller-settings.ts'
import { GuardedPglite } from './guarded-pglite.ts'
import { asIs, parseBigint, parseJson, parseNumeric, parseTimestamp, parseTimestamptz } from './value-parsers.ts'

export type PgliteEngine = Engine & {
  kind: 'pglite'
  /** The whole data directory as a tar archive; `openPglite({ loadDataDir })` opens it again. */
  dump: (compression: 'gzip' | 'none') => Promise<Blob>
}

const parsers = {
  [types.INT8]: parseBigint,
  [types.JSON]: parseJson,
  [types.JSONB]: parseJson,
  [types.NUMERIC]: parseNumeric,
  [types.DATE]: asIs,
  [types.TIME]: asIs,
  [types.TIMETZ]: asIs,
  [types.TIMESTAMP]: parseTimestamp,
  [types.TIMESTAMPTZ]: parseTimestamptz,
}

/**
 * PGlite: PostgreSQL 17 in this process, one session. Without `dataDir` it lives in memory.
 *
 * A session that broke is lost with the statements that waited for it. The next statement opens the files of `dataDir`
 * anew, as after a kill; what lived in memory is gone. `report` hears why.
 */
export async function openPglite(
  options: { dataDir?: string; loadDataDir?: Blob; report?: (problem: string, error: unknown) => void } = {},
): Promise<PgliteEngine> {
  const { report, ...place } = options
  const listeners = new Set<Listener>()
  let session = await openSession(place)
  let opening: Promise<GuardedPglite> | null = null

  const openAnew = async (dataDir: string) => {
    const anew = await openSession({ dataDir })
    for (const listener of listeners) listener.stop = await anew.listen(listener.channel, listener.heard)
    session = anew
    return anew
  }
  const current = async (): Promise<GuardedPglite> => {
    if (!session.isLost || place.dataDir === undefined) return session
    if (!opening) report?.('The database broke and is opened anew', session.lostBy)
    opening ??= openAnew(place.dataDir).finally(() => {
      opening = null
    })
    return opening
  }
  const { rows } = await session.query<{ version: string }>(`select current_setting('server_version') as version`)

  const transaction: Engine['transaction'] = async (work) => (await current()).transaction((tx) => work(queryable(tx)))
  return {
    query: async (sql, parameters) => queryable(await current()).query(sql, parameters),
    exec: async (sql) => queryable(await current()).exec(sql),
    kind: 'pglite',
    version: rows[0]?.version ?? 'unknown',
    transaction,
    asCaller: (caller, work, settings) =>
      transaction(async (tx) => {
        await actAs(tx, caller, settings)
        return work(tx)
      }),
    listen: async (channel, heard) => {
      const listener = { channel, heard, stop: await (await current()).listen(channel, heard) }
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
        if (!session.isLost) await listener.stop()
      }
    },
    dump: async (compression) => (await current()).dumpDataDir(compression),
    close: async () => {
      if (!session.closed && !session.isLost) await session.close()
    },
  }
}

type Listener = { channel: string; heard: (payload: string) => void; stop: () => Promise<void> }

async function openSession(place: { dataDir?: string; loadDataDir?: Blob }): Promise<GuardedPglite> {
  const session = new GuardedPglite({
    ...place,
    extensions: { pg_trgm, citext, unaccent, uuid_ossp, pgcrypto, btree_gist },
    parsers,
  })
  await session.waitReady
  // PGlite forgets `alter database set`, so each open says it again.
  await session.exec(`set search_path = "$user", public, extensions; set timezone = 'UTC'`)
  return session.watch()
}

/**
 * PGlite writes a parameter's bytes without looking: an object for an array column garbles the message, and the one
 * session is lost for everybody. So each parameter is text, bytes, a list of such, or null before it goes there. Of a text
 * with halves of characters it would cut the end off: it counts them as fewer bytes than it writes.
 */
function sendable(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sendable)
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed()
}

/** Scalars go as text, and Postgres judges the text, where PGlite's own serializers would throw or garble. */
const asText = (value: unknown): string => {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const scalars = [
  ...[types.BOOL, types.INT2, types.INT4, types.INT8, types.OID, types.FLOAT4, types.FLOAT8, types.NUMERIC],
  ...[types.BYTEA, types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.TEXT, types.VARCHAR, types.BPCHAR, types.UUID],
]
const serializers = Object.fromEntries(scalars.map((type) => [type, asText]))

function queryable(session: PGlite | Transaction): Queryable {
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) => {
      const { rows, affectedRows } = await session.query<Row>(sql, parameters.map(sendable), { serializers })
      return affectedRows === undefined ? { rows } : { rows, affectedRows }
    },
    exec: async (sql) => {
      await session.exec(sql)
    },
  }
}
