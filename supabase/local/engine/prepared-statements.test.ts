import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'

let engine: Engine
const person: Caller = {
  role: 'authenticated',
  userId: '00000000-0000-0000-0000-00000000000a',
  claims: { sub: '00000000-0000-0000-0000-00000000000a', role: 'authenticated' },
}
const visitor: Caller = { role: 'anon', userId: null, claims: null }

beforeAll(async () => {
  engine = await openTestDatabase()
  await engine.exec(`
    create table public.kept_notes (id int primary key, words text not null);
    alter table public.kept_notes enable row level security;
    create policy own on public.kept_notes to authenticated using (words = auth.uid()::text) with check (true);
    revoke all on public.kept_notes from anon;
    grant all on public.kept_notes to authenticated;
    insert into public.kept_notes values (1, '00000000-0000-0000-0000-00000000000a'), (2, 'nobody')`)
})
afterAll(() => engine.close())

const whoAmI = { sql: `select current_user::text, auth.uid()::text, $1::text`, parameters: ['x'] }

test('one statement acts as its caller, and the session is the owner again', async () => {
  expect(await engine.asCallerOnce(person, whoAmI)).toEqual([['authenticated', person.userId, 'x']])
  expect(await engine.asCallerOnce(visitor, whoAmI)).toEqual([['anon', null, 'x']])
  const { rows } = await engine.query(`select current_user::text as who, coalesce(auth.uid()::text, 'none') as uid`)
  expect(rows).toEqual([{ who: rows[0]?.['who'], uid: 'none' }])
  expect(rows[0]?.['who']).not.toMatch(/anon|authenticated/)
})

test('a plan that was made for one role is not used for another', async () => {
  const notes = { sql: 'select id::text from public.kept_notes order by id', parameters: [] }
  const seen = { person: await engine.asCallerOnce(person, notes), owner: [['1'], ['2']] }
  expect(seen.person).toEqual([['1']])
  const server: Caller = { role: 'service_role', userId: null, claims: null }
  await engine.exec('grant all on public.kept_notes to service_role')
  for (let nth = 0; nth < 8; nth += 1) {
    expect(await engine.asCallerOnce(server, notes)).toEqual(seen.owner)
    expect(await engine.asCallerOnce(person, notes)).toEqual(seen.person)
    await expect(engine.asCallerOnce(visitor, notes)).rejects.toThrow(/permission denied/)
  }
})

test('a refused statement leaves nothing behind, and is asked again without a fault', async () => {
  const add = (id: string, words: string | null) => ({
    sql: 'insert into public.kept_notes values ($1, $2)',
    parameters: [id, words],
  })
  for (let nth = 0; nth < 3; nth += 1) {
    await expect(engine.asCallerOnce(person, add('3', null))).rejects.toMatchObject({ code: '23502' })
    await expect(engine.asCallerOnce(person, add('many', 'x'))).rejects.toMatchObject({ code: '22P02' })
    await expect(engine.asCallerOnce(person, { sql: 'select from nowhere', parameters: [] })).rejects.toMatchObject({
      code: '42P01',
    })
    expect(await engine.asCallerOnce(person, whoAmI)).toEqual([['authenticated', person.userId, 'x']])
  }
  await engine.asCallerOnce(person, add('3', 'three'))
  const { rows } = await engine.query('select id from public.kept_notes order by id')
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('a statement follows a change of its table', async () => {
  const all = { sql: 'select json_agg(n)::text from public.kept_notes n where id = $1', parameters: ['1'] }
  await engine.asCallerOnce(person, all)
  await engine.exec(`alter table public.kept_notes add column more int default 7`)
  expect(String((await engine.asCallerOnce(person, all))[0]?.[0])).toContain('"more":7')
})

test('thousands of different statements stay answered, and only some of them are kept', async () => {
  const of = (nth: number) =>
    engine.asCallerOnce(person, { sql: `select '${nth}', $1::text`, parameters: [String(nth)] })
  for (let nth = 0; nth < 1000; nth += 1)
    for (let again = 0; again < 2; again += 1) expect(await of(nth)).toEqual([[String(nth), String(nth)]])
  const { rows } = await engine.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')
  expect(rows[0]?.count).toBeLessThanOrEqual(310)
  expect(await of(0)).toEqual([['0', '0']])
})
