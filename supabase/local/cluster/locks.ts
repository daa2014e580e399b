import { createHash } from 'node:crypto'
import type { Engine } from '../contracts.ts'
import { prepareSystem, systemSql } from '../engine/boot.ts'
import type { Session } from '../engine/postgres-session.ts'
import type { SharedCounts } from './peers.ts'

/** Advisory locks of two numbers. A session has each until it ends, so a server that is killed is gone at once. */
const servers = 0x5357_0001
const works = 0x5357_0002
const names = 0x5357_0003
/** Of `works`. */
const booting = 1
const leading = 2

const serverLocks = `pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
  and l.classid::int8 = ${servers}
  and l.database = (select d.oid from pg_database d where d.datname = current_database())`

/** In its order: its own lock, then the leader's if it is free, then who has locks. A lock that it has already it takes again. */
const lookSql = `
  with mine as materialized (
    select pg_try_advisory_lock(${servers}, $1::text::int) as taken,
           pg_try_advisory_lock(${works}, ${leading}) as leads)
  select pg_backend_pid() as pid, mine.leads,
    array_to_json(array(select l.objid::int8 from ${serverLocks}))::text as servers
  from mine`

export type Look = { pid: number; leads: boolean; servers: number[] }

/** Says that this server is there, and looks which others are, and whether this one leads them. */
export async function lookAround(session: Session, me: number): Promise<Look> {
  const { rows } = await session.query<{ pid: number; leads: boolean; servers: string }>(lookSql, [String(me)])
  const [row] = rows
  if (!row) throw new Error('The database did not answer')
  return { ...row, servers: JSON.parse(row.servers) as number[] }
}

/** Does work that one server at a time may do. */
export async function bootInTurn<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const lock = [String(works), String(booting)]
  await session.query('select pg_advisory_lock($1::text::int, $2::text::int)', lock)
  try {
    return await work()
  } finally {
    await session.query('select pg_advisory_unlock($1::text::int, $2::text::int)', lock)
  }
}

/** `prepareSystem`, unless servers work on the database that began with the same: it would take their tables from them. */
export async function prepareAmongOthers(engine: Engine, session: Session): Promise<void> {
  const text = JSON.stringify(await systemSql())
  const hash = createHash('sha256').update(text).digest('hex')
  const { rows } = await session.query<{ known: boolean }>(
    `select exists (select from cluster.system s where s.hash = $1) and exists (select from ${serverLocks}) as known`,
    [hash],
  )
  if (rows[0]?.known) return
  await prepareSystem(engine)
  await session.query('delete from cluster.system where hash <> $1', [hash])
  await session.query('insert into cluster.system (hash) values ($1) on conflict do nothing', [hash])
}

/** See `Peers.claim`. */
export async function claimName(session: Session, name: string): Promise<(() => Promise<void>) | null> {
  const lock = [String(names), name]
  const { rows } = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1::text::int, hashtext($2)) as taken',
    lock,
  )
  if (!rows[0]?.taken) return null
  return async () => void (await session.query('select pg_advisory_unlock($1::text::int, hashtext($2))', lock))
}

/** Addresses and names of people are not written into the database. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Counts in the database. */
export const sharedCounts = (engine: Pick<Engine, 'query'>): SharedCounts => ({
  async take(key, most, windowMs) {
    const { rows } = await engine.query<{ wait: number | null }>(
      'select cluster.take($1, $2::text::int, $3::text::float8) as wait',
      [hashed(key), String(most), String(windowMs)],
    )
    return rows[0]?.wait ?? null
  },
  async giveBack(key) {
    await engine.query('update cluster.limits set used = greatest(0, used - 1) where key = $1', [hashed(key)])
  },
})
