import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseWork } from '../local/schedule/database-work.ts'
import { senders } from '../local/schedule/due-functions.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The schema of pg_cron without its clock. */
const cron = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text);
  create function cron.schedule(text, text, text) returns void language sql as
    'insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command';
  create function cron.unschedule(text) returns void language sql as 'delete from cron.job where jobname = $1';`

test('pg_cron runs what private.schedules says: new work, another hour, another name, and no more', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(cron)
    const jobs = async () =>
      (
        await tx.query<{ job: string }>(`select concat_ws(' | ', jobname, schedule, command) as job from cron.job`)
      ).rows.map(({ job }) => job)
    await tx.exec(`insert into private.schedules values ('sweep', '5 * * * *', 'select 1')`)
    expect(await jobs()).toEqual(['sweep | 5 * * * * | select 1'])
    await tx.exec(`update private.schedules set runs_at = '6 * * * *' where name = 'sweep'`)
    expect(await jobs()).toEqual(['sweep | 6 * * * * | select 1'])
    await tx.exec(`update private.schedules set name = 'sweep-files' where name = 'sweep'`)
    expect(await jobs()).toEqual(['sweep-files | 6 * * * * | select 1'])
    await tx.exec(`delete from private.schedules where name = 'sweep-files'`)
    expect(await jobs()).toEqual([])
  })
})

test('work by the clock calls functions that are there', async () => {
  const { rows } = await engine.query<{ name: string }>(
    `select name from private.schedules where to_regproc(substring(statement from '^select ([a-z_.]+)[(]')) is null`,
  )
  expect(rows).toEqual([])
})

/**
 * The scheduled work: quotations expire, payment rules run, deleted tasks are forgotten and drafts reckon with certificates each hour, tasks that come again every quarter of an hour, task reminders every
 * five minutes, mail every minute.
 */
const works = {
  'electronic-network': '* * * * * | select private.wake_network()',
  'expire-quotations': '7 * * * * | select private.expire_quotations()',
  'forget-deleted-tasks': '37 * * * * | select private.forget_deleted_tasks()',
  'make-recurring': '12 * * * * | select private.make_recurring()',
  'make-recurring-tasks': '*/15 * * * * | select private.make_recurring_tasks()',
  'send-due-reminders': '*/5 * * * * | select private.send_due_reminders()',
  'send-mail': '* * * * * | select private.wake_mail_sender()',
  'settle-exemptions': '17 * * * * | select private.settle_exemptions()',
  'web-push': '* * * * * | select private.wake_push_sender()',
}
test('each work by the clock has its hour', async () => {
  const { rows } = await engine.query<{ name: string; work: string }>(
    `select name, runs_at || ' | ' || statement as work from private.schedules`,
  )
  expect(Object.fromEntries(rows.map(({ name, work }) => [name, work]))).toEqual(works)
  // The embedded server does the same: it wakes the senders, and runs what is the database's own.
  const own = Object.entries(works).flatMap(([name, work]) => (name in senders ? [] : work.split(' | ')[1]))
  expect(own.toSorted()).toEqual(Object.keys(databaseWork).toSorted())
})
