import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
beforeEach(() =>
  engine.exec(`
    delete from private.swept_files; delete from storage.objects;
    update public.tasks set images = '{}'; delete from public.task_comments where cardinality(attachments) > 0`),
)
afterAll(() => engine.close())

const file = (name: string) => `1700000000000-${name}`
const stored = (name: string, age: string, bucket = 'task-images') =>
  engine.exec(`insert into storage.objects (bucket_id, name, owner_id, created_at)
    values ('${bucket}', '${file(name)}', '${idOf('sales')}', now() - interval '${age}')`)
const taken = async (older = '24 hours', most = 100) => {
  const { rows } = await engine.query<{ name: string }>(
    `select name from public.take_orphaned_files('${older}', ${most}) as name order by 1`,
  )
  return rows.map(({ name }) => name)
}
const nameInTask = (name: string) =>
  `insert into public.tasks (title, created_by, images) values ('T', '${idOf('sales')}', array['${file(name)}'])`
const nameInComment = (name: string) => `insert into public.task_comments (task_id, user_id, attachments)
  values ('${row.sharedTask}', '${idOf('sales')}', array['${file(name)}'])`

test('T15: a file that a task or a comment names is never taken, however old it is', async () => {
  for (const name of ['plan.pdf', 'photo.jpg', 'left.png']) await stored(name, '400 days')
  await engine.exec(
    `update public.tasks set images = array['x', '${file('plan.pdf')}'] where id = '${row.privateTask}'`,
  )
  await engine.exec(nameInComment('photo.jpg'))
  expect(await taken()).toEqual([file('left.png')])
})

test('a file younger than 24 hours is never taken, and nobody can ask for it', async () => {
  await stored('young.pdf', '23 hours 59 minutes')
  await stored('old.pdf', '24 hours 1 minute')
  expect(await taken()).toEqual([file('old.pdf')])
  await expect(taken('23 hours')).rejects.toThrow(
    'Files younger than 24 hours may belong to a task that is being written',
  )
})

test('unless said otherwise a draft may wait for a week', async () => {
  await stored('friday.pdf', '6 days 23 hours')
  await stored('forgotten.pdf', '7 days 1 hour')
  const { rows } = await engine.query('select public.take_orphaned_files() as name')
  expect(rows).toEqual([{ name: file('forgotten.pdf') }])
})

test('other buckets are left alone', async () => {
  await stored('face.png', '400 days', 'avatars')
  expect(await taken()).toEqual([])
})

test('the oldest come first, and what was not removed is named again', async () => {
  await stored('b.pdf', '9 days')
  await stored('a.pdf', '30 days')
  expect(await taken('24 hours', 1)).toEqual([file('a.pdf')])
  expect(await taken()).toEqual([file('a.pdf'), file('b.pdf')])
  await engine.exec(`delete from storage.objects where name = '${file('a.pdf')}'`)
  expect(await taken()).toEqual([file('b.pdf')])
  const { rows } = await engine.query('select name from private.swept_files')
  expect(rows).toEqual([{ name: file('b.pdf') }])
})

test.each([
  ['a task', nameInTask],
  ['a comment', nameInComment],
])('a file that is being removed cannot be named by %s any more, in words', async (_, naming) => {
  await stored('late.pdf', '8 days')
  expect('refused' in (await tries(engine, 'sales', naming('late.pdf')))).toBe(false)
  await taken()
  expect(await tries(engine, 'sales', naming('late.pdf'))).toEqual({
    refused: '42501',
    because: 'An attachment was not found',
  })
})

test('a file that somebody is naming in this moment is waited for', async () => {
  await stored('just.pdf', '8 days')
  let sweep: Promise<string[]> = Promise.resolve(['nothing was asked'])
  await engine.transaction(async (tx) => {
    await tx.exec(nameInTask('just.pdf'))
    sweep = taken()
    await tx.query('select pg_sleep(0.1)')
  })
  expect(await sweep).toEqual([])
})

test.each(['visitor', 'pending', 'client', 'team_member', 'admin'] as const)(
  'T15: %s asks for no names and sees no list',
  async (person) => {
    for (const sql of ['select public.take_orphaned_files()', 'select 1 from private.swept_files'])
      expect(await tries(engine, person, sql)).toMatchObject({ refused: '42501' })
  },
)
