// npm run start:cluster: two servers on one PostgreSQL behind a small balancer, for a try. `-- 3` starts three. With
// DATABASE_URL it works on that database and on SIGNWRIGHT_DATA_DIR; without, on a PostgreSQL and a folder that are
// removed at its end. `--built` serves what was built before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBalancer } from './cluster/balancer.ts'
import { ServerProcesses } from './cluster/servers.ts'

const { values: asked, positionals } = parseArgs({
  options: { built: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const count = Number(positionals[0] ?? 2)
const port = Number(process.env['PORT'] || 3000)
const host = process.env['HOST'] || '127.0.0.1'

type Place = { databaseUrl: string; dataDir: string | undefined; remove: () => Promise<void> }

async function placeOf(): Promise<Place> {
  const { DATABASE_URL: databaseUrl, SIGNWRIGHT_DATA_DIR: dataDir } = process.env
  if (databaseUrl) return { databaseUrl, dataDir, remove: async () => {} }
  const { startPostgres } = (await import(new URL('postgres.mjs', import.meta.url).href)) as {
    startPostgres: (options: { outlivesCtrlC: boolean }) => Promise<{ url: string; stop: () => Promise<void> }>
  }
  const database = await startPostgres({ outlivesCtrlC: true }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Several servers need a PostgreSQL: set DATABASE_URL to one, or install it. ${reason}`)
  })
  const folder = mkdtempSync(join(tmpdir(), 'signwright-cluster-'))
  console.log('No DATABASE_URL: this try has a PostgreSQL and a folder of its own, which are removed at its end.')
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.stop()
  }
  return { databaseUrl: database.url, dataDir: folder, remove }
}

async function main(): Promise<void> {
  if (!Number.isInteger(count) || count < 1 || count > 8) throw new Error('Between one and eight servers: -- 3')
  if (!asked.built) {
    const { buildWeb } = (await import(new URL('build-web.mjs', import.meta.url).href)) as { buildWeb: () => boolean }
    if (!buildWeb()) throw new Error('The app could not be built: see above.')
  }
  const place = await placeOf()
  const undo = [place.remove]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      console.log('Stopping…')
      void stop().then(() => process.exit(0))
    })
  try {
    const processes: { servers: ServerProcesses | null } = { servers: null }
    const balancer = await startBalancer({ port, host, servers: () => processes.servers?.urls() ?? [] })
    undo.push(balancer.close)
    processes.servers = new ServerProcesses({ environment: environmentOf(place, balancer.url), say })
    undo.push(() => processes.servers?.stop() ?? Promise.resolve())
    // The first one makes the database; the others find it made.
    for (let number = 1; number <= count; number += 1) {
      const { pid, url } = await processes.servers.start(number)
      console.log(`Server ${number}: process ${pid} at ${url}`)
    }
    console.log(`\n  ${count} servers are ready behind: ${balancer.url}\n  Stop them with Ctrl-C.\n`)
  } catch (error) {
    await stop()
    throw error
  }
}

function environmentOf({ databaseUrl, dataDir }: Place, url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(dataDir ? { SIGNWRIGHT_DATA_DIR: dataDir } : {}),
    DATABASE_URL: databaseUrl,
    SIGNWRIGHT_CLUSTER: 'true',
    SIGNWRIGHT_SITE_URL: process.env['SIGNWRIGHT_SITE_URL'] || url,
    SIGNWRIGHT_TRUSTED_PROXIES: String(Number(process.env['SIGNWRIGHT_TRUSTED_PROXIES'] || 0) + 1),
  }
}

/** The first server welcomes, in lines that are set in; of the others only what is wrong is shown. */
function say(number: number, line: string): void {
  const isWelcome = line.startsWith('  ')
  if (line.trim() !== '' && !(number > 1 && isWelcome)) console.log(`[${number}] ${line}`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
