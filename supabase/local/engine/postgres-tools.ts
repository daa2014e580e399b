import { spawn } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The folders of PostgreSQL's tools: the path, then those of Debian and Homebrew, newest first. */
async function toolFolders(): Promise<string[]> {
  const versions = await readdir('/usr/lib/postgresql').catch((): string[] => [])
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  return [
    ...newestFirst.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...[17, 16, 15].map((version) => `/opt/homebrew/opt/postgresql@${version}/bin`),
  ]
}

async function toolAt(name: string): Promise<string> {
  for (const folder of await toolFolders())
    if (await stat(join(folder, name)).catch(() => null)) return join(folder, name)
  throw new Error(`${name} was not found. Install the client tools of PostgreSQL (Debian: postgresql-client).`)
}

/** The connection settings of a tool as environment variables. Other users of the machine can read a command line. */
function environmentOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const entries = {
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: databaseName(databaseUrl),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))
}

/** The name of the database that an address leads to. */
export const databaseName = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || 'postgres'

/** The same address with another database. */
export function databaseAt(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

async function run(tool: string, databaseUrl: string, flags: readonly string[]): Promise<string> {
  const child = spawn(await toolAt(tool), flags, { env: { ...process.env, ...environmentOf(databaseUrl) } })
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${tool} failed: ${complained.trim().slice(0, 600)}`)
  return said
}

/** Writes the whole database into one file, in PostgreSQL's own format. */
export async function dumpDatabase(databaseUrl: string, file: string): Promise<void> {
  await run('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-password', `--file=${file}`])
}

/**
 * Restores a dump into an empty database, all or nothing. Default privileges are skipped: they name the old owner, and
 * each start of the server grants them again.
 */
export async function loadDatabase(databaseUrl: string, file: string): Promise<void> {
  const entries = (await run('pg_restore', databaseUrl, ['--list', file])).split('\n')
  const list = `${file}.list`
  await writeFile(list, entries.filter((entry) => !entry.includes(' DEFAULT ACL ')).join('\n'))
  await run('pg_restore', databaseUrl, [
    ...['--no-owner', '--no-password', '--exit-on-error', '--single-transaction'],
    ...[`--use-list=${list}`, `--dbname=${databaseName(databaseUrl)}`, file],
  ])
}
