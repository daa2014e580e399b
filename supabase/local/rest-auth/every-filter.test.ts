import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`
    create table public.filter_rows (id int primary key, name text, amount numeric, tags text[], body jsonb, during tstzrange, words tsvector);
    insert into public.filter_rows values
      (1, 'Red car', 10, '{a,b}', '{"x": 1}', '[2026-01-01, 2026-02-01)', to_tsvector('english', 'fat cats ate rats')),
      (2, 'red van', 20, '{b}', '{"x": 1, "y": 2}', '[2026-02-01, 2026-03-01)', to_tsvector('english', 'a dog sleeps')),
      (3, 'Blue car', null, '{c,d}', null, '[2026-04-01, 2026-05-01)', to_tsvector('english', 'the cat sleeps'));
    grant all on public.filter_rows to service_role`)
  server = await startTestServer({ engine })
})
afterAll(() => server.close())

type FilterRow = {
  id: number
  name: string
  amount: number | null
  tags: string[]
  body: unknown
  during: string
  words: string
}
/** Some forms of an answer are there for this version and later. */
type Tables = {
  __InternalSupabase: { PostgrestVersion: '13' }
  public: {
    Tables: {
      filter_rows: { Row: FilterRow; Insert: Partial<FilterRow>; Update: Partial<FilterRow>; Relationships: [] }
    }
    Views: Record<string, never>
    Functions: Record<string, never>
  }
}

const table = () => createClient<Tables>(server.url, server.keys.secretKey).from('filter_rows')
const rows = () => table().select('id').order('id')
/** The ids that a request finds. */
const ids = async (asked: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) => {
  const { data, error } = await asked
  expect(error).toBeNull()
  return data?.map(({ id }) => id)
}

describe('each filter of supabase-js', () => {
  test('compares numbers and texts', async () => {
    expect(await ids(rows().eq('amount', 10))).toEqual([1])
    expect(await ids(rows().neq('amount', 10))).toEqual([2])
    expect(await ids(rows().gt('amount', 10))).toEqual([2])
    expect(await ids(rows().gte('amount', 10))).toEqual([1, 2])
    expect(await ids(rows().lt('amount', 20))).toEqual([1])
    expect(await ids(rows().lte('amount', 20))).toEqual([1, 2])
    expect(await ids(rows().is('amount', null))).toEqual([3])
    expect(await ids(rows().isDistinct('amount', 10))).toEqual([2, 3])
    expect(await ids(rows().in('name', ['red van', 'Blue car']))).toEqual([2, 3])
    expect(await ids(rows().notIn('id', [1, 2]))).toEqual([3])
    expect(await ids(rows().match({ name: 'red van', amount: 20 }))).toEqual([2])
    expect(await ids(rows().not('amount', 'is', null))).toEqual([1, 2])
    expect(await ids(rows().or('amount.eq.10,name.eq.Blue car'))).toEqual([1, 3])
    expect(await ids(rows().filter('amount', 'gte', 20))).toEqual([2])
  })

  test('knows patterns', async () => {
    expect(await ids(rows().like('name', '%car'))).toEqual([1, 3])
    expect(await ids(rows().ilike('name', 'RED%'))).toEqual([1, 2])
    expect(await ids(rows().likeAllOf('name', ['%car', 'Blue%']))).toEqual([3])
    expect(await ids(rows().likeAnyOf('name', ['%van', 'Blue%']))).toEqual([2, 3])
    expect(await ids(rows().ilikeAllOf('name', ['red%', '%CAR']))).toEqual([1])
    expect(await ids(rows().ilikeAnyOf('name', ['red%', 'x%']))).toEqual([1, 2])
    expect(await ids(rows().regexMatch('name', '^[Rr]ed'))).toEqual([1, 2])
    expect(await ids(rows().regexIMatch('name', '^BLUE'))).toEqual([3])
  })

  test('looks into lists, objects and ranges', async () => {
    expect(await ids(rows().contains('tags', ['b']))).toEqual([1, 2])
    expect(await ids(rows().contains('body', { x: 1 }))).toEqual([1, 2])
    expect(await ids(rows().containedBy('tags', ['a', 'b', 'e']))).toEqual([1, 2])
    expect(await ids(rows().overlaps('tags', ['a', 'd']))).toEqual([1, 3])
    const february = '[2026-02-01 00:00, 2026-03-01 00:00)'
    expect(await ids(rows().rangeGt('during', february))).toEqual([3])
    expect(await ids(rows().rangeGte('during', february))).toEqual([2, 3])
    expect(await ids(rows().rangeLt('during', february))).toEqual([1])
    expect(await ids(rows().rangeLte('during', february))).toEqual([1, 2])
    expect(await ids(rows().rangeAdjacent('during', february))).toEqual([1])
    expect(await ids(rows().overlaps('during', '[2026-01-15, 2026-02-15)'))).toEqual([1, 2])
  })

  test('searches words', async () => {
    const english = { config: 'english' }
    expect(await ids(rows().textSearch('words', 'cat & rat', english))).toEqual([1])
    expect(await ids(rows().textSearch('words', 'cats', { ...english, type: 'plain' }))).toEqual([1, 3])
    expect(await ids(rows().textSearch('words', 'cat sleeps', { ...english, type: 'phrase' }))).toEqual([3])
    expect(await ids(rows().textSearch('words', 'dog or rat', { ...english, type: 'websearch' }))).toEqual([1, 2])
  })
})

describe('each form of an answer of supabase-js', () => {
  test('takes some rows, one row, or none', async () => {
    expect(await ids(rows().limit(2))).toEqual([1, 2])
    expect(await ids(rows().range(1, 2))).toEqual([2, 3])
    expect((await rows().eq('id', 1).single()).data).toEqual({ id: 1 })
    expect((await rows().eq('id', 9).single()).error?.code).toBe('PGRST116')
    expect(await rows().eq('id', 9).maybeSingle()).toMatchObject({ data: null, error: null })
    await expect(rows().eq('id', 9).single().throwOnError()).rejects.toThrow()
  })

  test('is text with commas, or leaves empty values out', async () => {
    expect((await table().select('id, name, amount').order('id').csv()).data?.trim().split('\n')).toEqual([
      'id,name,amount',
      '1,"Red car",10',
      '2,"red van",20',
      '3,"Blue car",',
    ])
    expect((await table().select('id, amount').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }])
    expect((await table().select('id, amount').eq('id', 3).returns<{ id: number }[]>()).data).toEqual([
      { id: 3, amount: null },
    ])
  })

  test('is refused beyond the most rows, and nothing is written', async () => {
    const change = (most: number) => table().update({ amount: 5 }).gt('id', 1).maxAffected(most)
    const refused = await change(1)
    expect([refused.status, refused.error?.code]).toEqual([400, 'PGRST124'])
    expect(await ids(rows().eq('amount', 5))).toEqual([])
    expect((await change(2)).error).toBeNull()
    await table().update({ amount: 20 }).eq('id', 2)
    await table().update({ amount: null }).eq('id', 3)
  })

  test('is given up when the signal says so', async () => {
    const stopped = await rows().abortSignal(AbortSignal.abort())
    expect([stopped.data, stopped.error?.message]).toEqual([null, expect.stringContaining('AbortError')])
  })

  test('is no plan, no undone write and no map, as on hosted Supabase without its settings', async () => {
    const plan = await rows().explain()
    expect([plan.status, plan.error?.code]).toEqual([406, 'PGRST107'])
    await table().insert({ id: 8 }).rollback()
    expect(await ids(rows().eq('id', 8))).toEqual([8])
    await table().delete().eq('id', 8)
    expect((await rows().geojson()).error).not.toBeNull()
  })

  test('counts, with and without rows', async () => {
    expect(await table().select('id', { count: 'exact', head: true })).toMatchObject({ count: 3, data: null })
    expect((await table().select('id', { count: 'exact' }).limit(1)).count).toBe(3)
    const sum = await table().select('amount.sum()')
    expect([sum.status, sum.error?.code]).toEqual([400, 'PGRST123'])
  })
})
