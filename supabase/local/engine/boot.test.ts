import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { bootDatabase } from './boot.ts'
import { migrate, OlderDatabase } from './migrations.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const rows = async (sql: string) => (await engine.query(sql)).rows

describe('a booted database', () => {
  test('has what hosted Supabase has before the first migration', async () => {
    expect(
      await rows(`select rolname as role, rolbypassrls as bypass, rolcanlogin as login from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role') order by 1`),
    ).toEqual([
      { role: 'anon', bypass: false, login: false },
      { role: 'authenticated', bypass: false, login: false },
      { role: 'service_role', bypass: true, login: false },
    ])
    expect(await rows(`select pubname from pg_publication`)).toEqual([{ pubname: 'supabase_realtime' }])
    expect(
      await rows(`select extensions.gen_random_bytes(4) is not null as pgcrypto,
      gen_random_bytes(4) is not null as on_the_path`),
    ).toEqual([{ pgcrypto: true, on_the_path: true }])
  })

  test('gives each extension to the migrations', async () => {
    await engine.exec(
      ['pg_trgm', 'citext', 'unaccent', '"uuid-ossp"', 'pgcrypto']
        .map((name) => `create extension if not exists ${name} with schema extensions`)
        .join(';'),
    )
    expect(await rows(`select unaccent('Ħamrun é') as plain, 'A'::citext = 'a' as equal`)).toEqual([
      { plain: 'Hamrun e', equal: true },
    ])
  })

  test('boots again without a change', async () => {
    const before = await rows('select * from supabase_migrations.schema_migrations order by version')
    await bootDatabase(engine, { seed: 'empty' })
    expect(await rows('select * from supabase_migrations.schema_migrations order by version')).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })

  test('keeps the auth tables from every role of the API', async () => {
    for (const role of ['anon', 'authenticated'] as const)
      await expect(
        engine.asCaller({ role, userId: null, claims: null }, (tx) => tx.query('select * from auth.users')),
      ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('migrations', () => {
  const first = { version: '1', name: 'first', sql: 'create table public.migrated (id int)' }

  test('run once, in order, and are recorded', async () => {
    const second = { version: '2', name: 'second', sql: 'insert into public.migrated values (1)' }
    await migrate(engine, [first, second])
    await migrate(engine, [first, second])
    expect(await rows('select id from public.migrated')).toEqual([{ id: 1 }])
    expect(
      await rows(`select version, name from supabase_migrations.schema_migrations where version in ('1', '2')`),
    ).toEqual([
      { version: '1', name: 'first' },
      { version: '2', name: 'second' },
    ])
  })

  test('that were applied may not change', async () => {
    await expect(migrate(engine, [{ ...first, sql: `${first.sql};` }])).rejects.toThrow(
      'Migration 1_first was changed after it was applied. Restore the file and put the change into a new migration.',
    )
  })

  test('that fail leave nothing behind', async () => {
    const broken = { version: '3', name: 'broken', sql: 'create table public.half (id int); select 1 / 0' }
    await expect(migrate(engine, [broken])).rejects.toThrow('Migration 3_broken failed: division by zero')
    expect(await rows(`select to_regclass('public.half') as half`)).toEqual([{ half: null }])
    expect(await rows(`select version from supabase_migrations.schema_migrations where version = '3'`)).toEqual([])
  })
})

describe('a database from before the migrations were squashed', () => {
  test('is refused at start and left as it is', async () => {
    const older = await openTestDatabase()
    await older.exec(`
      truncate supabase_migrations.schema_migrations;
      insert into supabase_migrations.schema_migrations (version, name) values ('20261120090000', 'foundations');
      drop function realtime.topic() cascade;`)
    const seen = () =>
      older.query(`select to_regprocedure('realtime.topic()') as topic, max(version) as version
      from supabase_migrations.schema_migrations`)
    const before = (await seen()).rows
    await expect(bootDatabase(older, { seed: 'demo' })).rejects.toThrow(OlderDatabase)
    expect((await seen()).rows).toEqual(before)
    expect(before).toEqual([{ topic: null, version: '20261120090000' }])
    await older.close()
  })
})

describe('a caller', () => {
  test('is set for one transaction only', async () => {
    const sub = '00000000-0000-0000-0000-000000000001'
    const who = `select current_user as role, auth.uid() as uid, current_setting('realtime.topic', true) as topic`
    const seen = await engine.asCaller(
      { role: 'authenticated', userId: sub, claims: { sub, role: 'authenticated' } },
      async (tx) => (await tx.query(who)).rows,
      { 'realtime.topic': 'task:1' },
    )
    expect(seen).toEqual([{ role: 'authenticated', uid: sub, topic: 'task:1' }])
    const [after] = await rows(who)
    expect(after).toMatchObject({ uid: null })
    expect(after).not.toMatchObject({ role: 'authenticated' })
  })
})
