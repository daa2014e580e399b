import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`
    create table public.way_rows (id int generated always as identity primary key, words text default 'none',
      is_done boolean not null default false, level int default 7);
    create table public.way_keys (id int primary key, words text default 'none');
    create table public.way_parts (id int generated always as identity primary key,
      of int references public.way_rows, name text);
    grant all on public.way_rows, public.way_keys, public.way_parts to service_role;
    create function public.way_found(lowest int) returns setof public.way_rows language sql stable as $$
      select * from public.way_rows where id >= lowest order by id
    $$;
    create function public.way_clear() returns setof public.way_rows language sql as $$
      delete from public.way_rows returning *
    $$;
    grant execute on function public.way_found, public.way_clear to service_role`)
  server = await startTestServer({ engine })
})
afterAll(() => server.close())

const db = () => createClient(server.url, server.keys.secretKey)
beforeEach(() => server.engine.exec('truncate public.way_rows, public.way_keys, public.way_parts restart identity'))

describe('C3: rows with unequal keys', () => {
  const rows = [{ words: 'one' }, { words: 'two', level: 1 }, { is_done: true, words: 'three' }]

  test('get the columns’ defaults when those are asked for, and the answer is what is stored', async () => {
    const { data, error } = await db().from('way_rows').insert(rows, { defaultToNull: false }).select()
    expect(error).toBeNull()
    const { rows: stored } = await server.engine.query('select * from public.way_rows order by id')
    expect(data).toEqual(stored)
    expect(stored).toEqual([
      { id: 1, words: 'one', is_done: false, level: 7 },
      { id: 2, words: 'two', is_done: false, level: 1 },
      { id: 3, words: 'three', is_done: true, level: 7 },
    ])
  })

  test('get null otherwise, which a column that must be known refuses', async () => {
    const { error } = await db().from('way_rows').insert(rows)
    expect(error?.code).toBe('23502')
    const { data } = await db()
      .from('way_rows')
      .insert([{ words: 'one' }, { level: 1 }])
      .select('words, level')
    expect(data).toEqual([
      { words: 'one', level: null },
      { words: null, level: 1 },
    ])
  })

  test('replace what is there, with defaults for what they leave out', async () => {
    await db().from('way_keys').insert({ id: 1, words: 'before' }).throwOnError()
    const { data, error } = await db()
      .from('way_keys')
      .upsert([{ id: 1, words: 'after' }, { id: 2 }], { defaultToNull: false })
      .select()
    expect([error, data]).toEqual([
      null,
      [
        { id: 1, words: 'after' },
        { id: 2, words: 'none' },
      ],
    ])
  })
})

test('C4: a row without values is one of defaults, alone and among others', async () => {
  const none = { words: 'none', is_done: false, level: 7 }
  expect(await db().from('way_rows').insert({}).select()).toMatchObject({ error: null, data: [none] })
  expect(await db().from('way_rows').insert([{}, {}]).select()).toMatchObject({ error: null, data: [none, none] })
})

describe('C4: a function', () => {
  beforeEach(() => db().from('way_rows').insert([{}, {}, {}]).throwOnError())

  test('is counted by HEAD, with its arguments', async () => {
    const counted = await db().rpc('way_found', { lowest: 2 }, { head: true, count: 'exact' })
    expect(counted).toMatchObject({ error: null, data: null, count: 2, status: 200 })
  })

  test('that touches more rows than were allowed is refused and undone', async () => {
    const clear = (most: number) => db().rpc('way_clear').setHeader('prefer', `handling=strict,max-affected=${most}`)
    const refused = await clear(2)
    expect(refused.error).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' })
    expect((await db().from('way_rows').select()).data).toHaveLength(3)
    expect((await clear(3)).data).toHaveLength(3)
    expect((await db().from('way_rows').select()).data).toEqual([])
  })
})

describe('C4: conditions joined by or across related rows', () => {
  beforeEach(async () => {
    await db()
      .from('way_rows')
      .insert([{ words: 'a' }, { words: 'b' }, { words: 'c' }])
      .throwOnError()
    await db()
      .from('way_parts')
      .insert([{ of: 1, name: 'x' }, { of: 2, name: 'y' }, { name: 'z' }])
      .throwOnError()
  })
  const words = (rows: unknown) => (Array.isArray(rows) ? rows.map((row) => row.words ?? row.name) : rows)

  test.each([
    ['words.eq.c,way_parts.not.is.null', ['a', 'b', 'c']],
    ['words.eq.a,way_parts.is.null', ['a', 'c']],
    ['and(words.eq.a,way_parts.not.is.null),and(words.eq.b,way_parts.is.null)', ['a']],
    ['way_parts.is.null,way_parts.not.is.null', ['a', 'b', 'c']],
  ])('%s', async (condition, expected) => {
    const { data, error } = await db().from('way_rows').select('words, way_parts()').or(condition).order('id')
    expect([error, words(data)]).toEqual([null, expected])
  })

  test('of the row that is referred to, with a condition of its own', async () => {
    const { data, error } = await db()
      .from('way_parts')
      .select('name, way_rows()')
      .eq('way_rows.words', 'a')
      .or('name.eq.z,way_rows.not.is.null')
      .order('id')
    expect([error, words(data)]).toEqual([null, ['x', 'z']])
  })
})

describe('several conditions', () => {
  const found = async (
    ask: (rows: ReturnType<typeof all>) => PromiseLike<{ data: { id: number }[] | null; error: unknown }>,
  ) => {
    const { data, error } = await ask(all())
    expect(error).toBeNull()
    return data?.map(({ id }) => id)
  }
  const all = () => db().from('way_rows').select('id').order('id')
  beforeEach(async () => {
    const words = ['red car', 'red van', 'blue car', 'blue (old, "big") van']
    await db()
      .from('way_rows')
      .insert(words.map((one, level) => ({ words: one, level })))
      .throwOnError()
  })

  test('about one column all hold', async () => {
    expect(await found((rows) => rows.like('words', '%red%').like('words', '%car%'))).toEqual([1])
    expect(await found((rows) => rows.neq('level', 0).neq('level', 1))).toEqual([3, 4])
    expect(await found((rows) => rows.not('level', 'in', '(0,1)').not('level', 'eq', 2))).toEqual([4])
    expect(await found((rows) => rows.in('id', [1, 2, 3]).in('id', [2, 3, 4]))).toEqual([2, 3])
    expect(await found((rows) => rows.gte('level', 1).lte('level', 2))).toEqual([2, 3])
    expect(await found((rows) => rows.like('words', '%(old, "big")%').like('words', '%van'))).toEqual([4])
  })

  test('in groups of choices all hold', async () => {
    const either = (one: string) => `words.ilike.*${one}*,level.eq.9`
    expect(await found((rows) => rows.or(either('blue')).or(either('van')))).toEqual([4])
    expect(await found((rows) => rows.or(either('blue')).or(either('van')).or(either('car')))).toEqual([])
    expect(
      await found((rows) => rows.or('level.eq.0,level.eq.2').like('words', '%red%').like('words', '%car%')),
    ).toEqual([1])
  })

  test('about related rows all hold of the same row', async () => {
    await db()
      .from('way_parts')
      .insert([
        { of: 1, name: 'left door' },
        { of: 1, name: 'right door' },
        { of: 2, name: 'left wing' },
      ])
      .throwOnError()
    const { data, error } = await db()
      .from('way_rows')
      .select('id, way_parts!inner(name)')
      .like('way_parts.name', '%left%')
      .like('way_parts.name', '%door%')
    expect(error).toBeNull()
    expect(data).toEqual([{ id: 1, way_parts: [{ name: 'left door' }] }])
  })
})
