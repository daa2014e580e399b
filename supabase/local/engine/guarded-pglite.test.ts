import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { openPglite } from './pglite-engine.ts'

const one = (engine: Engine) => engine.query('select 1 as one')
const lost = { code: '08006', message: 'The database had to stop. Please try again in a moment.' }

/** Calls itself until JavaScript's stack ends, which PostgreSQL's own limit of depth does not see in PGlite. */
const endless = `create function endless(n int) returns int language plpgsql as
  $$ begin return endless(n + 1); end $$`

/** Without the stack put back, 1,513 of these were the end of the database. */
test('thousands of refused statements in a row leave the database as it was', async () => {
  const engine = await openTestDatabase()
  const refuse = () => engine.query('selec').then(String, (refused: unknown) => Reflect.get(Object(refused), 'code'))
  const codes = new Set()
  for (let n = 0; n < 3000; n += 1) codes.add(await refuse())
  expect([...codes]).toEqual(['42601'])
  expect((await one(engine)).rows).toEqual([{ one: 1 }])
  await engine.close()
})

test('a statement that breaks the machine is refused in words, and the files are opened anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signwright-'))
  const reports: string[] = []
  const engine = await openPglite({ dataDir, report: (problem, error) => reports.push(`${problem}: ${String(error)}`) })
  await engine.exec(`${endless}; create table kept (what text)`)
  const heard: string[] = []
  await engine.listen('news', (payload) => heard.push(payload))
  await engine.query(`insert into kept values ('before')`)

  const waiting = engine.transaction(async (tx) => {
    await tx.query(`insert into kept values ('half a transaction')`)
    return tx.query('select endless(1)')
  })
  const behind = engine.query(`insert into kept values ('waited behind it')`)
  await expect(waiting).rejects.toMatchObject(lost)
  await expect(behind).rejects.toMatchObject(lost)

  await engine.query(`insert into kept values ('after')`)
  expect((await engine.query('select what from kept')).rows).toEqual([{ what: 'before' }, { what: 'after' }])
  expect((await engine.query('show search_path')).rows).toEqual([{ search_path: '"$user", public, extensions' }])
  await engine.query(`select pg_notify('news', 'of the new session')`)
  expect(heard).toEqual(['of the new session'])
  expect(reports).toEqual(['The database broke and is opened anew: RangeError: Maximum call stack size exceeded'])
  await engine.close()
  await rm(dataDir, { recursive: true })
}, 30_000)

test('a broken database that lived in memory says so with each statement', async () => {
  const engine = await openTestDatabase()
  await engine.exec(endless)
  await expect(engine.query('select endless(1)')).rejects.toMatchObject(lost)
  await expect(one(engine)).rejects.toMatchObject(lost)
  await expect(engine.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(lost)
  await engine.close()
})
