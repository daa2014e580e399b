import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { leftToLibrary } from '../testing/left-to-library.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** Words that a careless reader takes for numbers, for nothing, for yes and no, for lists or for the end of a value. */
const awkward = [
  ...['1e3', '1000', '1.50', '1.5', '007', '+7', ' 7', '0x10', 'Infinity', '9007199254740993', 'null', 'NULL', 'true'],
  ...['TRUE', 'unknown', 'not_null', ' padded ', '', '"quoted"', 'ZZ "q"', 'back\\slash', '\\"', 'a,b', '(a)', '{a}'],
  ...['{"a":1}', '[1]', 'or=(a)', 'a.eq.b', 'eq.a', '*', '%', '_', 'a*b', "it's", 'ü & ß', '🏳️‍🌈', 'line\nbreak', 'a;b'],
]

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`
    create table public.filter_words (id int generated always as identity primary key, words text, tags text[],
      amount numeric, is_done boolean, body jsonb);
    grant all on public.filter_words to service_role;
    create table public.filter_notes (id int generated always as identity primary key,
      of int references public.filter_words, words text);
    grant all on public.filter_notes to service_role`)
  for (const words of awkward)
    await engine.query('insert into public.filter_words (words, tags, body) values ($1, array[$1, $2], $3::jsonb)', [
      words,
      'other',
      JSON.stringify({ words }),
    ])
  await engine.exec('insert into public.filter_notes (of, words) select id, words from public.filter_words')
  server = await startTestServer({ engine })
})
afterAll(() => server.close())

const rows = z.array(z.object({ words: z.string() })).transform((found) => found.map(({ words }) => words))
const table = () =>
  createClient(server.url, server.keys.secretKey, { global: { headers: leftToLibrary } }).from('filter_words')
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
const literally = (value: string) => value.replace(/[\\%_*]/g, '\\$&')

async function found(question: PromiseLike<{ data: unknown; error: unknown }>): Promise<string[]> {
  const { data, error } = await question
  expect(error).toBeNull()
  return rows.parse(data)
}

/** What the database itself says of the same comparison. */
async function truth(condition: string, value: unknown): Promise<string[]> {
  const { rows: known } = await server.engine.query(
    `select words from public.filter_words where ${condition} order by id`,
    [value],
  )
  return rows.parse(known)
}

const operators = [
  ['eq', 'words = $1'],
  ['neq', 'words <> $1'],
  ['gt', 'words > $1'],
  ['gte', 'words >= $1'],
  ['lt', 'words < $1'],
  ['lte', 'words <= $1'],
  ['isdistinct', 'words is distinct from $1'],
] as const

describe.each(operators)('C1: %s', (operator, condition) => {
  test.each(awkward)('%j is compared as it was sent, alone and among other conditions', async (value) => {
    const expected = await truth(condition, value)
    expect(await found(table().select('words').filter('words', operator, value).order('id'))).toEqual(expected)
    const among = `id.lt.0,and(id.gt.0,words.${operator}.${quoted(value)})`
    expect(await found(table().select('words').or(among).order('id'))).toEqual(expected)
    const inverse = await truth(`not ${condition}`, value)
    expect(await found(table().select('words').not('words', operator, value).order('id'))).toEqual(inverse)
    const notAmong = `id.lt.0,words.not.${operator}.${quoted(value)}`
    expect(await found(table().select('words').or(notAmong).order('id'))).toEqual(inverse)
  })
})

const anyText = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ maxLength: 12, unit: fc.constantFrom(...('ab1e."\\,(){}[]*%_ :;&=+#?/\'é🏗'.match(/./gu) ?? [])) }),
)

test('C1: any text that is stored is found by every way of asking for it', async () => {
  const comments = createClient(server.url, server.keys.secretKey, { global: { headers: leftToLibrary } }).from(
    'filter_notes',
  )
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (value, other) => {
      const { rows: stored } = await server.engine.query<{ id: number }>(
        'insert into public.filter_words (words, tags, body) values ($1, array[$1, $2], $3::jsonb) returning id',
        [value, other, JSON.stringify({ words: value })],
      )
      const id = stored[0]?.id ?? 0
      await server.engine.query('insert into public.filter_notes (of, words) values ($1, $2)', [id, value])
      const mine = () => table().select('words').eq('id', id)
      const asked = {
        eq: mine().eq('words', value),
        // The client does not escape quotes in its own lists, and no value at all it sends as no list.
        in: /^$|["\\]/.test(value + other) ? mine() : mine().in('words', [other, value]),
        'in, quoted': mine().filter('words', 'in', `(${quoted(other)},${quoted(value)})`),
        like: mine().like('words', literally(value)),
        'ilike any': mine().filter('words', 'ilike(any)', `{${quoted(literally(value))},${quoted(literally(other))}}`),
        contains: mine().filter('tags', 'cs', `{${quoted(value)}}`),
        overlaps: mine().filter('tags', 'ov', `{${quoted(value)}}`),
        'contained by': mine().filter('tags', 'cd', `{${quoted(value)},${quoted(other)}}`),
        'eq any': mine().filter('words', 'eq(any)', `{${quoted(other)},${quoted(value)}}`),
        json: mine().filter('body->>words', 'eq', value),
        'json contains': mine().contains('body', { words: value }),
        'or eq': mine().or(`id.lt.0,words.eq.${quoted(value)}`),
        'or in': mine().or(`id.lt.0,words.in.(${quoted(other)},${quoted(value)})`),
        'or like': mine().or(`id.lt.0,words.like.${quoted(literally(value))}`),
        'or cs': mine().or(`id.lt.0,tags.cs.{${quoted(value)}}`),
        'and or': mine().or(`and(id.gt.0,or(words.eq.${quoted(value)},id.lt.0)),id.lt.0`),
        embedded: comments.select('words, filter_words!inner(id)').eq('filter_words.words', value).eq('of', id),
        'embedded or': comments
          .select('words, filter_words!inner(id)')
          .or(`id.lt.0,words.eq.${quoted(value)}`, { referencedTable: 'filter_words' })
          .eq('of', id),
      }
      for (const [way, question] of Object.entries(asked)) {
        const { data, error } = await question
        expect([way, value, error, data?.length]).toEqual([way, value, null, 1])
      }
    }),
    { numRuns: 30 },
  )
})

test('C1: other types are compared by their own rules', async () => {
  await server.engine.exec(`insert into public.filter_words (words, amount, is_done) values ('typed', 12.5, true)`)
  const typed = () => table().select('words').eq('words', 'typed')
  for (const question of [
    ...[typed().eq('amount', '12.50'), typed().filter('amount', 'gt', '1e1'), typed().eq('is_done', true)],
    ...[typed().is('is_done', true), typed().in('amount', [12.5, 7]), typed().or('amount.eq.12.5,is_done.eq.false')],
    ...[typed().neq('is_done', false), typed().or('is_done.is.true,amount.is.null'), typed().in('is_done', [true])],
  ])
    expect(await found(question)).toEqual(['typed'])
  expect((await typed().eq('amount', 'null')).error?.code).toBe('22P02')
})

test('C1: the answer says for which address it is, as it was asked', async () => {
  const answer = await fetch(`${server.url}/rest/v1/filter_words?select=words&words=eq.a%20b`, {
    headers: { apikey: server.keys.secretKey },
  })
  expect(answer.headers.get('content-location')).toBe('/filter_words?select=words&words=eq.a%20b')
})
