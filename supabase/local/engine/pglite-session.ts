import { types, type PGlite, type Transaction } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import type { Queryable } from '../contracts.ts'
import { GuardedPglite } from './guarded-pglite.ts'
import { asIs, parseBigint, parseJson, parseNumeric, parseTimestamp, parseTimestamptz } from './value-parsers.ts'

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

/** One session of PGlite with the product's extensions. Without `dataDir` it is in memory. */
export async function openSession(place: { dataDir?: string; loadDataDir?: Blob }): Promise<GuardedPglite> {
  const session = new GuardedPglite({
    ...place,
    extensions: { pg_trgm, citext, unaccent, uuid_ossp, pgcrypto, btree_gist },
    parsers,
  })
  await session.waitReady
  // PGlite forgets `alter database set`, so it is set at each opening.
  await session.exec(`set search_path = "$user", public, extensions; set timezone = 'UTC'`)
  return session.watch()
}

/**
 * PGlite writes a parameter's bytes without looking: an object for an array column garbles the message, and the one
 * session is lost for everybody. So each parameter is text, bytes, a list of such, or null before it goes there. Of a text
 * with halves of characters it would cut the end off: it counts them as fewer bytes than it writes.
 */
export function sendable(value: unknown): unknown {
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

/** The session under the interface that all parts use. */
export function queryable(session: PGlite | Transaction): Queryable {
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
