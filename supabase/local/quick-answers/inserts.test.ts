import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Engine } from '../contracts.ts'
import type { Library } from '../rest-auth/library.ts'
import { openBothWays } from '../testing/both-ways.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import type { QuickAnswers } from './quick-answers.ts'

let engine: Engine
let library: Library
let quick: QuickAnswers
const ann = '00000000-0000-0000-0000-00000000000a'
const person: Caller = { role: 'authenticated', userId: ann, claims: { sub: ann, role: 'authenticated' } }

beforeAll(async () => {
  engine = await openTestDatabase()
  await engine.exec(`
    create type public.quick_kind as enum ('one', 'two');
    create table public.quick_rows (
      id int generated always as identity primary key, owner uuid not null default auth.uid(), words text default 'none',
      kind public.quick_kind, price numeric(10, 2), big bigint, at timestamptz, day date, body jsonb, plain json, tags text[],
      numbers int[], is_done boolean not null default false, low int check (low > 0), secret text);
    alter table public.quick_rows enable row level security;
    create policy own on public.quick_rows to authenticated using (owner = auth.uid() and words is distinct from 'unseen')
      with check (owner = auth.uid());
    revoke all on public.quick_rows from anon, authenticated;
    grant insert, select (id, owner, words, kind, price, big, at, day, body, plain, tags, numbers, is_done, low)
      on public.quick_rows to authenticated;
    create table public.quick_calls (words text);
    create function public.quick_add(p_words text, p_more text default 'more') returns void language sql as $$
      insert into public.quick_calls values (p_words || p_more) $$;
    create function public.quick_refuse(p_words text) returns text language plpgsql as $$
    begin
      insert into public.quick_calls values (p_words);
      raise exception 'refused' using errcode = 'PT409';
    end $$;
    create function public.quick_must() returns void language plpgsql stable as $$
    begin raise exception 'not yours' using errcode = '42501'; end $$;
    create function public.quick_echo(p_value jsonb) returns jsonb language sql volatile as $$ select p_value $$;
    create function public.quick_says() returns jsonb language sql stable as $$
      select jsonb_build_object('method', current_setting('request.method'), 'path', current_setting('request.path'),
        'agent', current_setting('request.headers')::jsonb ->> 'x-agent',
        'token', current_setting('request.headers')::jsonb ->> 'authorization') $$;
    grant all on public.quick_calls to authenticated;
    grant execute on all functions in schema public to authenticated`)
  const ways = await openBothWays(engine)
  library = ways.library
  quick = ways.quick
})
afterAll(async () => {
  await library.close()
  await engine.close()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1/rest/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Without `location`, which PostgREST sends with `return=headers-only` alone. */
const seen = async (answer: Response | null) => {
  const text = await answer?.text()
  const read: unknown = text ? JSON.parse(text.replaceAll(/"id":\d+/g, '"id":0')) : null
  return {
    status: answer?.status,
    body: read,
    headers: ['content-range', 'content-type', 'preference-applied'].map((name) => answer?.headers.get(name) ?? null),
  }
}

/** What is stored by one request, without its key. */
const stored = async (work: () => Promise<unknown>) => {
  await engine.exec('delete from public.quick_rows')
  await work()
  const { rows } = await engine.query('select to_jsonb(r) - $1::text as row from public.quick_rows r', ['id'])
  return rows
}

const returned = { prefer: 'return=representation' }
const object = { accept: 'application/vnd.pgrst.object+json' }

test.each([
  ['words', { words: 'a "b" \\ é Ż' }],
  ['nothing but null', { words: null }],
  ['a number as text', { price: '12.50', big: '9007199254740993' }],
  ['numbers', { price: 12.5, big: 7, low: 3 }],
  ['a kind and days', { kind: 'two', at: '2026-11-28T10:00:00+02:00', day: '2026-11-28' }],
  [
    'a list and an object',
    { tags: ['a', 'b,c', '"'], numbers: [1, 2], body: { a: [1, { b: null }] }, plain: { z: 1, a: 2 } },
  ],
  ['JSON that is text, a number, a list', { body: 'text', plain: [1] }],
  ['JSON null', { body: null, is_done: true }],
])('a new row of %s is stored and answered as by the library', async (_, row) => {
  for (const [path, headers] of [
    ['quick_rows', {}],
    ['quick_rows', { prefer: 'return=minimal' }],
    ['quick_rows?select=id,words,name:kind,price,big,at,day,body,plain,tags,numbers,is_done', returned],
    ['quick_rows?select=words', { ...returned, ...object }],
  ] as const) {
    const answers: unknown[] = []
    const rows: unknown[] = []
    rows.push(await stored(async () => answers.push(await seen(await quick.answer(post(path, row, headers), person)))))
    rows.push(await stored(async () => answers.push(await seen(await library.fetch(post(path, row, headers), person)))))
    expect(answers[0]).toEqual(answers[1])
    expect(rows[0]).toEqual(rows[1])
    expect(rows[0]).toHaveLength(1)
  }
})

test.each([
  ['an unknown column', 'quick_rows', { nowhere: 1 }, {}],
  ['two rows', 'quick_rows', [{ words: 'a' }, { words: 'b' }], {}],
  ['no value at all', 'quick_rows', {}, {}],
  ['what replaces a row', 'quick_rows?on_conflict=id', { words: 'a' }, { prefer: 'resolution=merge-duplicates' }],
  ['a broken rule', 'quick_rows', { low: -1 }, {}],
  ['a row of somebody else', 'quick_rows', { owner: '00000000-0000-0000-0000-00000000000b' }, {}],
  ['text for a number', 'quick_rows', { price: 'many' }, {}],
  ['a column that may not be read', 'quick_rows?select=secret', { words: 'a' }, returned],
  ['a row that its writer may not see', 'quick_rows?select=id', { words: 'unseen' }, returned],
])('%s is left to the library, and nothing is stored', async (_, path, row, headers) => {
  let answer: unknown
  const rows = await stored(async () => (answer = await quick.answer(post(path, row, headers), person)))
  expect([answer, rows]).toEqual([null, []])
})

test('a function runs once, and a refused one leaves nothing behind', async () => {
  const calls = async () => (await engine.query('select words from public.quick_calls order by 1')).rows
  expect((await quick.answer(post('rpc/quick_add', { p_words: 'a' }), person))?.status).toBe(204)
  expect((await quick.answer(post('rpc/quick_add', { p_words: 'b', p_more: '!' }), person))?.status).toBe(204)
  expect(await quick.answer(post('rpc/quick_refuse', { p_words: 'c' }), person)).toBeNull()
  expect(await quick.answer(post('rpc/quick_must', {}), person)).toBeNull()
  expect(await quick.answer(post('rpc/quick_add', {}), person)).toBeNull()
  expect(await quick.answer(post('rpc/quick_add', { p_words: 'a', p_other: 1 }), person)).toBeNull()
  expect(await quick.answer(post('rpc/quick_add?select=x', { p_words: 'a' }), person)).toBeNull()
  expect(await calls()).toEqual([{ words: 'amore' }, { words: 'b!' }])
})

test.each([{ a: 1 }, [1, 'x'], 'text', 7, null, true, { a: { b: 'é "' } }])(
  'JSON %j comes back as it was sent',
  async (value) => {
    const one = await seen(await quick.answer(post('rpc/quick_echo', { p_value: value }), person))
    expect(one).toMatchObject({ status: 200, body: value })
    // The library does not write text as JSON.
    if (typeof value !== 'string')
      expect(one).toEqual(await seen(await library.fetch(post('rpc/quick_echo', { p_value: value }), person)))
  },
)

test('a function reads how it was called', async () => {
  const request = () => post('rpc/quick_says', {}, { 'x-agent': 'measured', authorization: 'Bearer x' })
  const [one, other] = [
    await seen(await quick.answer(request(), person)),
    await seen(await library.fetch(request(), person)),
  ]
  expect(one.body).toEqual({ method: 'POST', path: '/rpc/quick_says', agent: 'measured', token: null })
  expect(one).toEqual(other)
})
