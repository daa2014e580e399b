import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`
    create schema shop; grant usage on schema shop to anon, service_role;
    comment on schema shop is e'The shop\\nWhat we sell.';
    create type shop.colour as enum ('red', 'blue');
    create table shop.makers (id uuid primary key default gen_random_uuid(), name varchar(40) not null);
    create table shop.things (
      id int generated always as identity primary key, name text not null default 'none', maker uuid references shop.makers,
      colour shop.colour not null default 'red', price numeric not null, sold bigint default 0, is_new boolean default true,
      tags text[], sizes int[], body jsonb, at timestamptz not null default now());
    comment on table shop.things is e'Things of the shop\\nEach is sold once.';
    comment on column shop.things.name is 'What it is called';
    create table shop.secrets (id int primary key);
    create view shop.red_things as select id, name from shop.things where colour = 'red';
    create view shop.sums as select colour, sum(price) as total from shop.things group by colour;
    create function shop.sell(thing int, amount numeric default 1) returns int language sql as $$ select 1 $$;
    comment on function shop.sell is 'Sells a thing';
    create function shop.find(words text, variadic sizes int[]) returns setof shop.things language sql stable as $$ select * from shop.things $$;
    create function shop.many(a int) returns int language sql as $$ select 1 $$;
    create function shop.many(a int, b int) returns int language sql as $$ select 1 $$;
    create function shop.of_owner() returns int language sql as $$ select 1 $$;
    create function shop.tg() returns trigger language plpgsql as $$ begin return new; end $$;
    grant select, insert, update on shop.things, shop.red_things to service_role;
    grant select on shop.makers, shop.sums to service_role;
    grant all on shop.makers to service_role;
    revoke execute on function shop.of_owner from public;`)
  server = await startTestServer({ engine, exposedSchemas: ['public', 'shop'] })
})
afterAll(() => server.close())

const ask = (headers: Record<string, string>) =>
  fetch(`${server.url}/rest/v1/`, { headers: { apikey: server.keys.secretKey, ...headers } })

const documentSchema = z.looseObject({
  swagger: z.literal('2.0'),
  host: z.string(),
  info: z.object({ title: z.string(), description: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: z.array(z.unknown()).optional() }))),
  definitions: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.looseObject({})) })),
  parameters: z.record(z.string(), z.unknown()),
})
const shop = async () => documentSchema.parse(await (await ask({ 'accept-profile': 'shop' })).json())

test('names the tables, views and functions that the key may use, each with what may be done', async () => {
  const { paths, info, host } = await shop()
  expect(Object.fromEntries(Object.entries(paths).map(([path, verbs]) => [path, Object.keys(verbs)]))).toEqual({
    '/': ['get'],
    '/makers': ['get', 'post', 'patch', 'delete'],
    '/red_things': ['get', 'post', 'patch'],
    '/sums': ['get'],
    '/things': ['get', 'post', 'patch'],
    '/rpc/find': ['get', 'post'],
    '/rpc/many': ['post'],
    '/rpc/sell': ['post'],
  })
  expect([info.title, info.description, host]).toEqual(['The shop', 'What we sell.', new URL(server.url).host])
})

test('describes columns by type, default, words, key, reference and comment', async () => {
  const { definitions } = await shop()
  expect(definitions['things']).toEqual({
    description: 'Things of the shop\nEach is sold once.',
    type: 'object',
    required: ['id', 'price'],
    properties: {
      id: { format: 'integer', type: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
      name: { format: 'text', type: 'string', default: 'none', description: 'What it is called' },
      maker: {
        format: 'uuid',
        type: 'string',
        description: "Note:\nThis is a Foreign Key to `makers.id`.<fk table='makers' column='id'/>",
      },
      colour: { format: 'shop.colour', type: 'string', default: 'red', enum: ['red', 'blue'] },
      price: { format: 'numeric', type: 'number' },
      sold: { format: 'bigint', type: 'integer', default: 0 },
      is_new: { format: 'boolean', type: 'boolean', default: true },
      tags: { format: 'text[]', type: 'array', items: { type: 'string' } },
      sizes: { format: 'integer[]', type: 'array', items: { type: 'integer' } },
      body: { format: 'jsonb' },
      at: { format: 'timestamp with time zone', type: 'string', default: 'now()' },
    },
  })
  expect(definitions['makers']?.properties['name']).toEqual({
    format: 'character varying',
    type: 'string',
    maxLength: 40,
  })
})

test('describes the arguments of functions, in the body and in the address', async () => {
  const { paths } = await shop()
  expect(paths['/rpc/sell']?.['post']).toMatchObject({
    tags: ['(rpc) sell'],
    summary: 'Sells a thing',
    parameters: [
      {
        ...{ name: 'args', in: 'body', required: true },
        schema: {
          type: 'object',
          required: ['thing'],
          properties: {
            thing: { format: 'integer', type: 'integer' },
            amount: { format: 'numeric', type: 'number' },
          },
        },
      },
      { $ref: '#/parameters/preferParams' },
    ],
  })
  expect(paths['/rpc/find']?.['get']?.parameters).toEqual([
    { name: 'words', in: 'query', required: true, format: 'text', type: 'string' },
    {
      ...{ name: 'sizes', in: 'query', required: false, format: 'integer[]', type: 'array' },
      ...{ items: { type: 'integer' }, collectionFormat: 'multi' },
    },
  ])
})

test('names each parameter that its paths refer to', async () => {
  const document = await shop()
  const named = [...JSON.stringify(document.paths).matchAll(/"#\/parameters\/([^"]+)"/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !(name in document.parameters))).toEqual([])
  const defined = [...JSON.stringify(document).matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name]) => name ?? '')
  expect(defined.filter((name) => !(name in document.definitions))).toEqual([])
})

test('is read again after a migration', async () => {
  await server.engine.exec('create table shop.later (id int); grant select on shop.later to service_role')
  expect(Object.keys((await shop()).paths)).toContain('/later')
})

test('without a profile is of the first schema, and supabase-js reads both', async () => {
  const first = documentSchema.parse(await (await ask({})).json())
  expect([first.info.title, '/tasks' in first.paths, '/things' in first.paths]).toEqual([
    'standard public schema',
    true,
    false,
  ])
  const db = createClient(server.url, server.keys.secretKey)
  const { data, error } = await db.schema('shop').getOpenApiSpec()
  expect(error).toBeNull()
  expect(documentSchema.parse(data).paths).toHaveProperty('/things')
})

test('is refused to the publishable key and for a schema that is no API', async () => {
  expect((await ask({ apikey: server.keys.publishableKey })).status).toBe(403)
  const refused = await ask({ 'accept-profile': 'auth' })
  expect([refused.status, await refused.json()]).toMatchObject([406, { code: 'PGRST106' }])
})
