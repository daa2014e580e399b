import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectConfig } from '../project-config.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { readExposedSchemas } from './exposed-schemas.ts'

describe('the schemas of config.toml', () => {
  const of = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'signwright-config-'))
    await writeFile(join(folder, 'config.toml'), text)
    const read = await readExposedSchemas(join(folder, 'config.toml'))
    await rm(folder, { recursive: true })
    return read
  }

  test('are read from the section [api]', async () => {
    expect(
      await of('[db]\nschemas = ["no"]\n[api]\n# schemas = ["none"]\nschemas = ["shop", "public"] # two\n'),
    ).toEqual(['shop', 'public'])
    expect(await of(`[api]\nschemas = [\n  "public", # first\n  'shop',\n]\nmax_rows = 1000\n`)).toEqual([
      'public',
      'shop',
    ])
  })

  test('are public alone where nothing is said', async () => {
    expect(await of('[api]\nenabled = true\n')).toEqual(['public'])
    expect(await readExposedSchemas('/nowhere/config.toml')).toEqual(['public'])
  })

  test('of this project are public alone', async () =>
    expect(await readExposedSchemas(projectConfig)).toEqual(['public']))
})

/** Two schemas with a table of the same name, a function of the same name, and rows that refer to each other. */
const twoSchemas = `
  create schema shop; grant usage on schema shop to anon, authenticated, service_role;
  create schema hidden; grant usage on schema hidden to service_role;
  create table public.profile_rows (id int primary key, name text);
  create table shop.profile_rows (id int primary key, name text, price numeric not null default 1);
  create table shop.profile_parts (id int primary key, of int references shop.profile_rows, note text);
  create table hidden.profile_rows (id int primary key, secret text);
  create function public.profile_where() returns text language sql stable as $$ select 'public' $$;
  create function shop.profile_where() returns text language sql stable as $$ select 'shop' $$;
  create function shop.profile_all() returns setof shop.profile_rows language sql stable as $$
    select * from shop.profile_rows order by id $$;
  create function shop.profile_label(shop.profile_rows) returns text language sql stable as $$ select '#' || $1.name $$;
  insert into public.profile_rows values (1, 'of public');
  insert into shop.profile_rows values (1, 'of shop'), (2, 'another');
  insert into shop.profile_parts values (7, 2, 'part');
  grant all on all tables in schema shop, hidden to service_role;
  grant all on public.profile_rows to service_role;
  grant execute on all functions in schema shop to service_role;`

describe.each([
  { exposed: ['public', 'shop'] as const, first: 'public' },
  { exposed: ['shop', 'public'] as const, first: 'shop' },
  { exposed: ['shop'] as const, first: 'shop' },
])('with $exposed exposed', ({ exposed, first }) => {
  let server: TestServer
  beforeAll(async () => {
    const engine = await openTestDatabase()
    await engine.exec(twoSchemas)
    server = await startTestServer({ engine, exposedSchemas: exposed })
  })
  afterAll(() => server.close())
  const all: readonly string[] = exposed
  const db = () => createClient(server.url, server.keys.secretKey)
  const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${server.url}/rest/v1/${path}`, { ...init, headers: { apikey: server.keys.secretKey, ...headers } })

  test('a request without a profile is about the first', async () => {
    expect((await db().schema(first).from('profile_rows').select('name').eq('id', 1).single()).data).toEqual({
      name: `of ${first}`,
    })
    const bare = await send('profile_rows?select=name&id=eq.1')
    expect([await bare.json(), bare.headers.get('content-profile')]).toEqual([
      [{ name: `of ${first}` }],
      all.length > 1 ? first : null,
    ])
    // As the library answers it: quick answers do not know a `range`.
    const slow = await send('profile_rows?select=name&id=eq.1', { range: '0-5' })
    expect(await slow.json()).toEqual([{ name: `of ${first}` }])
    expect(await (await send('rpc/profile_where', {}, { method: 'POST' })).json()).toBe(first)
    expect(await (await send('rpc/profile_where')).json()).toBe(first)
  })

  test('supabase-js reads, writes and calls another with schema()', async () => {
    const shop = db().schema('shop')
    const { data, error } = await shop.from('profile_rows').select('*, profile_parts(note)').order('id')
    expect([error, data]).toEqual([
      null,
      [
        { id: 1, name: 'of shop', price: 1, profile_parts: [] },
        { id: 2, name: 'another', price: 1, profile_parts: [{ note: 'part' }] },
      ],
    ])
    expect((await shop.rpc('profile_where')).data).toBe('shop')
    expect((await shop.rpc('profile_where', {}, { get: true })).data).toBe('shop')
    expect((await shop.rpc('profile_all').select('name, profile_parts(id)').eq('id', 2)).data).toEqual([
      { name: 'another', profile_parts: [{ id: 7 }] },
    ])
    expect((await shop.from('profile_rows').select('label:profile_label').eq('id', 2)).data).toEqual([
      { label: '#another' },
    ])
    const added = await shop.from('profile_rows').insert({ id: 3, name: 'new' }).select().single()
    expect([added.error, added.data]).toEqual([null, { id: 3, name: 'new', price: 1 }])
    const lines = [{ id: 4 }, { id: 5, price: 3 }]
    const many = await shop.from('profile_rows').insert(lines, { defaultToNull: false }).select('id, price')
    expect([many.error, many.data]).toEqual([
      null,
      [
        { id: 4, price: 1 },
        { id: 5, price: 3 },
      ],
    ])
    expect((await shop.from('profile_rows').upsert({ id: 3, name: 'twice' }).select('name')).data).toEqual([
      { name: 'twice' },
    ])
    expect((await shop.from('profile_rows').update({ name: 'changed' }).eq('id', 3).select('name')).data).toEqual([
      { name: 'changed' },
    ])
    expect((await shop.from('profile_rows').delete().gt('id', 2).select('id')).data).toHaveLength(3)
    expect((await shop.from('profile_rows').select('*', { count: 'exact', head: true })).count).toBe(2)
    const { rows } = await server.engine.query('select * from public.profile_rows')
    expect(rows).toEqual([{ id: 1, name: 'of public' }])
  })

  test('any other is refused', async () => {
    for (const name of ['hidden', 'auth', 'private', 'nowhere', ...(all.includes('public') ? [] : ['public'])]) {
      for (const answer of [
        await db().schema(name).from('profile_rows').select(),
        await db().schema(name).from('profile_rows').insert({ id: 9 }),
        await db().schema(name).rpc('profile_where'),
      ])
        expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
          406,
          'PGRST106',
          `Invalid schema: ${name}`,
        ])
    }
  })

  test('a table, column or function of one is not found in the other', async () => {
    const elsewhere = all.includes('public') ? 'public' : 'shop'
    expect((await db().schema(elsewhere).from('profile_parts').select()).status).toBe(elsewhere === 'shop' ? 200 : 404)
    if (elsewhere === 'public') {
      expect((await db().schema('public').from('profile_rows').select('price')).error?.code).toBe('42703')
      expect((await db().schema('public').rpc('profile_all')).error?.code).toBe('PGRST202')
    }
  })
})
