import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, worked } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
beforeEach(async () => {
  await engine.exec(
    `delete from private.task_reminders; delete from public.notifications;
     update public.tasks set due_at = null, status = 'pending', reminder_hours = 18`,
  )
})
afterAll(() => engine.close())

const due = (task: string, at: string, change = '') =>
  engine.exec(`update public.tasks set due_at = ${at} ${change} where id = '${task}'`)
const remind = async () => (await engine.query('select private.send_due_reminders() as sent')).rows[0]?.['sent']
const notices = async () =>
  (
    await engine.query(
      `select user_id, title, metadata ->> 'task_id' as task from public.notifications order by user_id`,
    )
  ).rows
const sharedWith = (...people: ('sales' | 'team_member')[]) =>
  `, assignees = array[${people.map((person) => `'${idOf(person)}'`).join(',')}]::uuid[]`

test('each assignee of a task that is due is reminded once, however often it runs', async () => {
  await due(row.sharedTask, `now() + interval '2 hours'`, sharedWith('sales', 'team_member'))
  expect([await remind(), await remind(), await remind()]).toEqual([2, 0, 0])
  const told = [idOf('sales'), idOf('team_member')].toSorted()
  expect(await notices()).toEqual(told.map((user_id) => ({ user_id, title: 'Task due', task: row.sharedTask })))
})

test('a private task reminds its creator alone', async () => {
  await due(row.privateTask, `now() - interval '1 hour'`)
  await remind()
  expect(await notices()).toEqual([{ user_id: idOf('colleague'), title: 'Task overdue', task: row.privateTask }])
})

test('a new due date is a new reminder, the same date again is none', async () => {
  await due(row.privateTask, `now() + interval '1 hour'`)
  expect(await remind()).toBe(1)
  await due(row.privateTask, `now() - interval '26 hours'`)
  expect(await remind()).toBe(1)
  await due(row.privateTask, `now() + interval '1 hour'`)
  expect(await remind()).toBe(0)
})

test.each([
  ['is completed', `now()`, `, status = 'completed'`],
  ['is due later', `now() + interval '19 hours'`, ''],
  ['was due long ago', `now() - interval '3 days'`, ''],
  ['wants no reminder', `now()`, ', reminder_hours = null'],
  ['wants it later', `now() + interval '3 hours'`, ', reminder_hours = 2'],
])('nobody is reminded of a task that %s', async (_, at, change) => {
  await due(row.privateTask, at, change)
  expect([await remind(), await notices()]).toEqual([0, []])
})

test('a reminder comes as long before as the task says', async () => {
  await due(row.privateTask, `now() + interval '41 hours'`, ', reminder_hours = 42')
  expect(await remind()).toBe(1)
})

test('people set a due date where they may change the task, and send no reminders themselves', async () => {
  const set = `update public.tasks set due_at = now() where id = '${row.privateTask}' returning 1`
  expect(worked(await tries(engine, 'colleague', set))).toBe(true)
  expect(await tries(engine, 'admin', set)).toEqual({ rows: [], touched: 0 })
  const refused = await tries(engine, 'admin', 'select private.send_due_reminders()')
  expect('refused' in refused && refused.refused).toBe('42501')
})
