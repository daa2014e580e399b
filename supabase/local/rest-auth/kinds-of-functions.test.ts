import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`create schema shop; grant usage on schema shop to service_role`)
  for (const schema of ['public', 'shop'])
    await engine.exec(`
      set search_path = ${schema}, extensions;
      create table kind_rows (id int primary key, name text, at timestamptz);
      insert into kind_rows values (1, 'one', '2026-01-01 12:00+00'), (2, 'two', null);
      create table "Kind Parts" (id int primary key, "of" int references kind_rows, name text);
      insert into "Kind Parts" values (7, 1, 'part');
      create type kind_pair as (x int, "Y z" text[]);
      create type "Kind Word" as enum ('red', 'deep blue');

      create function row_words(r kind_rows) returns text language sql stable as $$ select r.id || '=' || coalesce(r.name, '-') $$;
      create function rows_words(r kind_rows[]) returns text language sql stable as $$ select string_agg(x.id || '=' || x.name, ',') from unnest(r) x $$;
      create function pair_back(p kind_pair) returns kind_pair language sql stable as $$ select p $$;
      create function pairs_back(p kind_pair[]) returns setof kind_pair language sql stable as $$ select * from unnest(p) $$;
      create function word_back(w "Kind Word" default 'red') returns "Kind Word" language sql stable as $$ select w $$;
      create function one_row(n int) returns kind_rows language sql stable as $$ select * from kind_rows where id = n $$;
      create function some_rows(lowest int) returns setof kind_rows language sql stable as $$ select * from kind_rows where id >= lowest order by id $$;
      create function table_back() returns table (x int, y text) language sql stable as $$ values (1, 'a'), (2, 'b') $$;
      create function out_back(a int, out b int, out c text) language sql stable as $$ select a + 1, 'c' $$;
      create function inout_back(inout a int) language sql stable as $$ select a + 1 $$;
      create function parts_of(kind_rows) returns setof "Kind Parts" language sql stable as $$ select * from "Kind Parts" where "of" = $1.id $$;
      create function owner_of("Kind Parts") returns setof kind_rows rows 1 language sql stable as $$ select * from kind_rows where id = $1."of" $$;
      create function label(kind_rows) returns text language sql stable as $$ select '#' || $1.name $$;

      create function over(a int) returns text language sql stable as $$ select 'int ' || a $$;
      create function over(a int, b int) returns text language sql stable as $$ select 'ints ' || (a + b) $$;
      create function over(a int, b int, c int default 3) returns text language sql stable as $$ select 'three ' || (a + b + c) $$;
      create function over(name text) returns text language sql stable as $$ select 'text ' || name $$;
      create function alike(a int) returns text language sql stable as $$ select 'int ' || a $$;
      create function alike(a text) returns text language sql stable as $$ select 'text ' || a $$;
      create function chosen(a int, b int default 5) returns text language sql stable as $$ select a || '/' || b $$;

      create function many(variadic v int[]) returns int language sql stable as $$ select sum(x)::int from unnest(v) x $$;
      create function named_many(a text, variadic v text[]) returns text language sql stable as $$ select a || ':' || array_to_string(v, '|') $$;
      create function many_json(variadic v jsonb[]) returns jsonb language sql stable as $$ select to_jsonb(v) $$;
      create function list(v int[]) returns int language sql stable as $$ select sum(x)::int from unnest(v) x $$;
      grant all on all tables in schema ${schema} to service_role;
      grant execute on all functions in schema ${schema} to service_role;
      reset search_path`)
  server = await startTestServer({ engine, exposedSchemas: ['public', 'shop'] })
})
afterAll(() => server.close())

describe.each(['public', 'shop'])('in the schema %s', (schema) => {
  const db = () => createClient(server.url, server.keys.secretKey).schema(schema)
  const get = { get: true }
  const called = async (asked: PromiseLike<{ data: unknown; error: unknown }>) => {
    const { data, error } = await asked
    expect(error).toBeNull()
    return data
  }

  test('a function takes a row, a list of rows, a composite and a word of a list', async () => {
    const one = { id: 5, name: 'five', at: null }
    expect(await called(db().rpc('row_words', { r: one }))).toBe('5=five')
    expect(await called(db().rpc('row_words', { r: { id: 5 } }))).toBe('5=-')
    expect(await called(db().rpc('row_words', { r: '(5,"fi,ve",)' }))).toBe('5=fi,ve')
    expect(await called(db().rpc('row_words', { r: '(6,six,)' }, get))).toBe('6=six')
    expect(await called(db().rpc('rows_words', { r: [one, { id: 6, name: 'six' }] }))).toBe('5=five,6=six')
    expect(await called(db().rpc('pair_back', { p: { x: 1, 'Y z': ['a', 'b"c'] } }))).toEqual({
      x: 1,
      'Y z': ['a', 'b"c'],
    })
    const pairs = [
      { x: 1, 'Y z': [] },
      { x: 2, 'Y z': null },
    ]
    expect(await called(db().rpc('pairs_back', { p: pairs }))).toEqual(pairs)
    expect(await called(db().rpc('word_back', { w: 'deep blue' }))).toBe('deep blue')
    expect(await called(db().rpc('word_back'))).toBe('red')
    expect(await called(db().rpc('word_back', { w: 'deep blue' }, get))).toBe('deep blue')
  })

  test('a function answers a row, rows, a table, and what it says in out', async () => {
    expect(await called(db().rpc('one_row', { n: 1 }))).toEqual({ id: 1, name: 'one', at: '2026-01-01T12:00:00+00:00' })
    expect(await called(db().rpc('one_row', { n: 1 }).select('name'))).toEqual({ name: 'one' })
    expect(await called(db().rpc('some_rows', { lowest: 1 }).select('id, name').eq('name', 'two'))).toEqual([
      { id: 2, name: 'two' },
    ])
    expect(
      await called(db().rpc('some_rows', { lowest: 1 }).select('id, parts:"Kind Parts"(name)').order('id')),
    ).toEqual([
      { id: 1, parts: [{ name: 'part' }] },
      { id: 2, parts: [] },
    ])
    expect(await called(db().rpc('table_back').gt('x', 1))).toEqual([{ x: 2, y: 'b' }])
    expect(await called(db().rpc('out_back', { a: 1 }))).toEqual({ b: 2, c: 'c' })
    expect(await called(db().rpc('inout_back', { a: 1 }, get))).toEqual({ a: 2 })
  })

  test('a function of a row is a column, or a relation', async () => {
    const rows = () => db().from('kind_rows')
    expect(await called(rows().select('id, label').order('label', { ascending: false }))).toEqual([
      { id: 2, label: '#two' },
      { id: 1, label: '#one' },
    ])
    expect(await called(rows().select('mark:label').eq('label', '#two'))).toEqual([{ mark: '#two' }])
    expect(await called(rows().select('label::text').eq('id', 1))).toEqual([{ label: '#one' }])
    expect(await called(rows().select('id, parts_of(id, name)').order('id'))).toEqual([
      { id: 1, parts_of: [{ id: 7, name: 'part' }] },
      { id: 2, parts_of: [] },
    ])
    expect(await called(db().from('Kind Parts').select('id, owner_of(label)'))).toEqual([
      { id: 7, owner_of: { label: '#one' } },
    ])
  })

  test('of several functions of one name the one with those arguments is called', async () => {
    expect(await called(db().rpc('over', { a: 1 }))).toBe('int 1')
    expect(await called(db().rpc('over', { a: 1 }, get))).toBe('int 1')
    expect(await called(db().rpc('over', { name: 'x' }))).toBe('text x')
    expect(await called(db().rpc('over', { a: 1, b: 2, c: 4 }))).toBe('three 7')
    expect(await called(db().rpc('chosen', { a: 1 }))).toBe('1/5')
    expect(await called(db().rpc('chosen', { a: 1, b: 2 }, get))).toBe('1/2')
  })

  test('several functions that would do are refused, and so is none', async () => {
    for (const [name, given] of [
      ['alike', { a: 1 }],
      ['over', { a: 1, b: 2 }],
    ] as const) {
      const { error, status } = await db().rpc(name, given)
      expect([status, error?.code, error?.hint]).toEqual([
        300,
        'PGRST203',
        'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      ])
      expect(error?.message).toContain(`Could not choose the best candidate function between: ${schema}.${name}(`)
    }
    const { error, status } = await db().rpc('over', { b: 1 })
    expect([status, error?.code, error?.message]).toEqual([
      404,
      'PGRST202',
      `Could not find the function ${schema}.over(b) in the schema cache`,
    ])
  })

  test('a function of any number of arguments takes a list, and repeats in an address', async () => {
    expect(await called(db().rpc('many', { v: [1, 2, 3] }))).toBe(6)
    expect(await called(db().rpc('many', { v: [4] }))).toBe(4)
    expect(await called(db().rpc('named_many', { a: 'x', v: ['b', 'c,d', '{e}', 'f"g'] }))).toBe('x:b|c,d|{e}|f"g')
    expect(await called(db().rpc('many_json', { v: [{ a: 1 }, [2], 'x', null] }))).toEqual([{ a: 1 }, [2], 'x', null])
    expect(await called(db().rpc('list', { v: [1, 2, 3] }))).toBe(6)
    expect(await called(db().rpc('list', { v: [1, 2, 3] }, get))).toBe(6)
    const address = (query: string) =>
      fetch(`${server.url}/rest/v1/rpc/${query}`, {
        headers: { apikey: server.keys.secretKey, 'accept-profile': schema },
      }).then((answer) => answer.json())
    expect(await address('many?v=1&v=2')).toBe(3)
    expect(await address('many?v=4')).toBe(4)
    expect(await address('named_many?a=x&v=b&v=c,d')).toBe('x:b|c,d')
  })
})
