import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { actAs } from '../engine/caller-settings.ts'
import type { Caller, Engine, Keys } from '../contracts.ts'
import { identify } from './identify.ts'
import type { RouteTimes } from './route-times.ts'

const noStore = { headers: { 'cache-control': 'no-store' } }

/**
 * `GET /local/health`: how the server is, for admins who are signed in. Null for any other path. It tells no secret, no
 * path of the machine and nobody's name.
 */
export function createHealth(options: {
  engine: Engine
  keys: Keys
  times: RouteTimes
  sockets: () => number
  /** Where the data lies; without it nothing is said of disk and backups. */
  dataDirectory?: string | undefined
  isGone: (caller: Caller) => Promise<boolean>
}) {
  const { engine, keys, times, sockets, dataDirectory } = options

  async function isAdmin(request: Request): Promise<boolean> {
    const identity = await identify(request, keys, { keyless: true })
    if (!identity.known || identity.caller.userId === null || (await options.isGone(identity.caller))) return false
    return engine.transaction(async (tx) => {
      await actAs(tx, identity.caller)
      const { rows } = await tx.query<{ role: string | null }>('select private.my_role()::text as role')
      return rows[0]?.role === 'admin'
    })
  }

  async function state() {
    const { rows } = await engine.query<{ bytes: number; waiting: number; failed: number }>(
      `select pg_database_size(current_database())::float8 as bytes, m.*
         from (select count(*) filter (where status in ('queued', 'sending') and send_at <= now())::int as waiting,
                      count(*) filter (where status = 'failed')::int as failed
                 from public.scheduled_emails) as m`,
    )
    const [row] = rows
    return {
      started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      versions: { app: await appVersion(), node: process.versions.node, database: `${engine.kind} ${engine.version}` },
      memory_bytes: process.memoryUsage().rss,
      database_bytes: row?.bytes ?? 0,
      disk: dataDirectory ? await diskOf(dataDirectory) : null,
      sockets: sockets(),
      mails: { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0 },
      last_backup: dataDirectory ? await newestIn(join(dataDirectory, 'backups')) : null,
      last_snapshot: dataDirectory ? await newestIn(join(dataDirectory, 'snapshots')) : null,
      routes: times.busiest(),
      slowest: times.slowest(),
    }
  }

  return async (request: Request, path: string): Promise<Response | null> => {
    if (path !== '/local/health' || request.method !== 'GET') return null
    if (!(await isAdmin(request)))
      return Response.json({ message: 'Only admins see the health of the server.' }, { status: 403, ...noStore })
    return Response.json(await state(), noStore)
  }
}

async function appVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? ''
}

async function diskOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize }
}

/** When the newest entry of a folder was written; null for none. */
async function newestIn(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  const times = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ mtimeMs }) => mtimeMs)))
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
}
