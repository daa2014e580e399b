import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Engine } from './contracts.ts'
import { bootDatabase } from './engine/boot.ts'
import { openPostgres } from './engine/postgres-engine.ts'
import { databaseAt } from './engine/postgres-tools.ts'

const startSchema = z.object({
  startPostgres: z.custom<() => Promise<{ url: string; stop: () => Promise<void> }>>(
    (value) => value instanceof Function,
  ),
})
const cluster = async () => {
  const file = new URL('../../scripts/postgres.mjs', import.meta.url).href
  return startSchema.parse(await import(file)).startPostgres()
}

type Cluster = Awaited<ReturnType<typeof cluster>>
let clusters: Cluster[] | null = null
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signwright-backup-'))
  // Without PostgreSQL there is none to back up.
  clusters = await Promise.all([cluster(), cluster()]).catch(() => null)
})
afterAll(async () => {
  for (const each of clusters ?? []) await each.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function run(name: string, databaseUrl: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    env: { PATH: process.env['PATH'], SIGNWRIGHT_DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

const catalogOf = async (engine: Engine) => {
  const { rows } = await engine.query(`
    select (select count(*)::int from pg_policies) as policies, (select count(*)::int from auth.users) as users,
      (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
      (select string_agg(format('%s %s %s', table_name, grantee, privilege_type), ',' order by table_name, grantee, privilege_type)
         from information_schema.role_table_grants
        where table_schema = 'public' and grantee in ('anon', 'authenticated', 'service_role')) as grants`)
  return rows
}

test('C5: a backup of PostgreSQL comes back whole on a fresh cluster, and what came later is set aside', async (context) => {
  const [first, second] = clusters ?? []
  if (!first || !second) return context.skip('There is no PostgreSQL here')
  const url = databaseAt(first.url, 'office')
  const maintenance = await openPostgres(first.url)
  await maintenance.exec('create database office')
  await maintenance.close()
  const before = await openPostgres(url)
  await bootDatabase(before, { seed: 'empty' })
  const admin = randomUUID()
  await before.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    admin,
    'anna@example.com',
  ])
  await before.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin])
  await before.query(`insert into public.contacts (type, name) values ('Person', 'Kept')`)
  const known = await catalogOf(before)
  await mkdir(join(dataDir, 'storage'))
  await writeFile(join(dataDir, 'storage', 'kept.txt'), 'kept')
  await writeFile(join(dataDir, 'keys.json'), '{"publishableKey":"of the backup"}')
  expect(await run('backup', url)).toEqual({ code: 0, said: expect.stringContaining('Backup written to') })

  await writeFile(join(dataDir, 'storage', 'later.txt'), 'later')
  await writeFile(join(dataDir, 'keys.json'), '{"publishableKey":"of another server"}')
  const elsewhere = databaseAt(second.url, 'office')
  expect(await run('restore', elsewhere)).toEqual({ code: 0, said: expect.stringContaining('Restored from') })
  expect(await readdir(join(dataDir, 'storage'))).toEqual(['kept.txt'])
  expect(await readFile(join(dataDir, 'keys.json'), 'utf8')).toContain('of the backup')
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('storage.before-restore'))
  expect(await readdir(join(dataDir, aside ?? ''))).toEqual(['kept.txt', 'later.txt'])

  const after = await openPostgres(elsewhere)
  expect(await catalogOf(after)).toEqual(known)
  await bootDatabase(after, { seed: 'empty' })
  expect(await catalogOf(after)).toEqual(known)
  const caller = { role: 'authenticated', userId: admin, claims: null } as const
  const seen = await after.asCaller(caller, (tx) => tx.query('select name from public.contacts'))
  expect(seen.rows).toEqual([{ name: 'Kept' }])

  expect((await run('restore', elsewhere)).said).toContain('The database office is in use. Stop the server')
  await after.close()
  expect((await run('restore', elsewhere)).code).toBe(0)
  const { rows: databases } = await (async () => {
    const engine = await openPostgres(second.url)
    const found = await engine.query<{ datname: string }>(`select datname from pg_database where datname ~ '^office'`)
    await engine.close()
    return found
  })()
  expect(databases.map(({ datname }) => datname.replace(/_\d+t\d+z$/, '')).sort()).toEqual([
    'office',
    'office_before_restore',
  ])

  await first.stop()
  const lost = await before.query('select 1').catch((error: unknown) => error)
  expect(lost).toMatchObject({ code: '08006', message: expect.stringMatching(/^The database cannot be reached/) })
  const begun = await before.transaction((tx) => tx.query('select 1')).catch((error: unknown) => error)
  expect(begun).toMatchObject({ code: '08006' })
  clusters = [second]
  await before.close()
})
