import type { Engine } from '../contracts.ts'
import { actAs, actingAs } from './caller-settings.ts'
import { copyDatabase } from './database-files.ts'
import type { GuardedPglite } from './guarded-pglite.ts'
import { openSession, queryable } from './pglite-session.ts'

export type PgliteEngine = Engine & {
  kind: 'pglite'
  /** Copies its files into a new folder, which is a data directory too. Statements wait meanwhile. */
  copyFiles: (folder: string) => Promise<void>
  /** Messages of PostgreSQL's protocol as a role that reads; each answer as it comes. See `GuardedPglite.asReader`. */
  asReader: (
    role: string,
    settings: Readonly<Record<string, string>>,
    sent: readonly Uint8Array[],
  ) => Promise<readonly Uint8Array[]>
}

/** PGlite in this process, whose data directory may be in memory. */
export type OwnPglite = PgliteEngine & {
  /** The whole data directory as a tar archive in memory; `openPglite({ loadDataDir })` opens it again. */
  dump: () => Promise<Blob>
}

/**
 * PGlite: PostgreSQL 17 in this process, one session. Without `dataDir` it is in memory.
 *
 * A broken session is lost with its waiting statements. The next statement opens the files of `dataDir` again, as after
 * a kill; an in-memory database is lost. `report` gets the reason.
 */
export async function openPglite(
  options: { dataDir?: string; loadDataDir?: Blob; report?: (problem: string, error: unknown) => void } = {},
): Promise<OwnPglite> {
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
    asCallerOnce: async (caller, { settings, ...statement }) =>
      (await current()).atOnce([actingAs(caller, settings), statement]),
    listen: async (channel, heard) => {
      const listener = { channel, heard, stop: await (await current()).listen(channel, heard) }
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
        if (!session.isLost) await listener.stop()
      }
    },
    asReader: async (role, settings, sent) => (await current()).asReader(role, settings, sent),
    copyFiles: async (folder) => {
      if (place.dataDir === undefined) throw new Error('A database in memory has no files')
      await copyDatabase(queryable(await current()), place.dataDir, folder)
    },
    dump: async () => (await current()).dumpDataDir('none'),
    close: async () => {
      if (!session.closed && !session.isLost) await session.close()
    },
  }
}

type Listener = { channel: string; heard: (payload: string) => void; stop: () => Promise<void> }
