import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openGrantedWorld()))
afterAll(() => engine.close())

const preset = 'ee000000-0000-4000-a000-000000000001'
const add = (columns: string, values: string, by = idOf('colleague')) =>
  `insert into public.task_presets (id, title, created_by, ${columns}) values ('${preset}', 'Clean the printer', '${by}', ${values})`
const make = async (tx: Queryable) =>
  (await tx.query<{ made: number }>('select private.make_recurring_tasks() as made')).rows[0]?.made
const next = async (tx: Queryable) =>
  (await tx.query('select next_on - private.company_today() as ahead, last_error from public.task_presets')).rows[0]
const made = `select title, description, assignees, created_by, due_at::text from public.tasks where title = 'Clean the printer'`
const everyDay = `'week', '{1,2,3,4,5,6,7}', private.company_today()`

/** Days of a preset from a day on, in a company that is closed on Monday 7 December 2026. */
async function days(schedule: string, from: string, count = 3): Promise<string[]> {
  return undone(engine, async (tx) => {
    await tx.exec(
      `insert into public.work_centre_closures (starts_on, ends_on, reason) values ('2026-12-07', '2026-12-08', 'Closed')`,
    )
    const { rows } = await tx.query<{ day: string }>(
      `with recursive preset as (select p from jsonb_populate_record(null::public.task_presets, '${schedule}') as p),
         found (day, n) as (select private.task_preset_day(p, '${from}'), 1 from preset
           union all select private.task_preset_day_after(p, day), n + 1 from found, preset where n < ${count} and day is not null)
       select day::text from found where day is not null`,
    )
    return rows.map(({ day }) => day)
  })
}

describe('the days of a preset', () => {
  test.each([
    [
      'chosen weekdays, and the next working day where the company is closed',
      '{"every": "week", "weekdays": [1, 4], "starts_on": "2026-12-01"}',
      ['2026-12-03', '2026-12-09', '2026-12-10'],
    ],
    [
      'a weekday of the weekend, where it was chosen',
      '{"every": "week", "weekdays": [6], "starts_on": "2026-12-01"}',
      ['2026-12-05', '2026-12-12', '2026-12-19'],
    ],
    [
      'a day of the month, or the next working day',
      '{"every": "month", "day_of_month": 6, "starts_on": "2026-12-01"}',
      ['2026-12-09', '2027-01-06', '2027-02-08'],
    ],
    [
      'day 31 of shorter months',
      '{"every": "month", "day_of_month": 31, "starts_on": "2026-12-01"}',
      ['2026-12-31', '2027-02-01', '2027-03-01'],
    ],
    [
      'the last working day',
      '{"every": "month", "starts_on": "2026-12-01"}',
      ['2026-12-31', '2027-01-29', '2027-02-26'],
    ],
    [
      'every third working day',
      '{"every": "workdays", "every_days": 3, "starts_on": "2026-12-01"}',
      ['2026-12-01', '2026-12-04', '2026-12-11'],
    ],
    ['none after the last', '{"every": "month", "starts_on": "2026-12-01", "ends_on": "2027-01-15"}', ['2026-12-31']],
  ])('%s', async (_, schedule, expected) => {
    expect(await days(schedule, '2026-12-01')).toEqual(expected)
  })
})

describe('a preset that comes again', () => {
  test('makes its task on its day, once, with its checklist, people and client, and tells them', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(`update public.company_settings set time_zone = 'Europe/Malta';
        ${add('every, weekdays, starts_on, assignees, due_in, roles, contact_id, description, checklist', `${everyDay}, '{${idOf('sales')}}', 0, '{accounts}', '${row.business}', E'Both heads\\n& <caps>', '[{"text": "Wipe"}, {"text": " "}]'`)}`)
      expect([await make(tx), await make(tx)]).toEqual([1, 0])
      await tx.exec(`update public.task_presets set next_on = private.company_today()`)
      await make(tx)
      const { rows } = await tx.query<Record<string, string>>(made)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ assignees: [idOf('sales'), idOf('accounts')], created_by: idOf('colleague') })
      expect(rows[0]?.['description']).toMatch(
        /^<p>Both heads<br>&amp; &lt;caps&gt;<\/p><ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="[0-9a-f-]{36}">Wipe<\/li><\/ul>$/,
      )
      const due =
        await tx.query(`select extract(epoch from (private.company_today() + 1)::timestamp at time zone 'Europe/Malta' - due_at)::int as left
        from public.tasks where title = 'Clean the printer'`)
      expect(due.rows).toEqual([{ left: 1 }])
      const told = await tx.query(
        `select user_id from public.notifications where message like '%Clean the printer' order by user_id`,
      )
      expect(told.rows.map(({ user_id }) => user_id)).toEqual([idOf('sales'), idOf('accounts')].toSorted())
    })
  })

  test('makes one task for all days without a server, and goes on', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(add('every, weekdays, starts_on', everyDay))
      await tx.exec(`update public.task_presets set next_on = private.company_today() - 14`)
      expect(await make(tx)).toBe(1)
      expect([(await tx.query(made)).rows.length, await next(tx)]).toEqual([1, { ahead: 1, last_error: null }])
    })
  })

  test('makes none while it is paused, and none for the pause', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(add('every, weekdays, starts_on, is_paused', `${everyDay}, true`))
      await tx.exec(`update public.task_presets set next_on = private.company_today() - 3`)
      expect(await make(tx)).toBe(0)
      await tx.exec(`update public.task_presets set is_paused = false`)
      expect(await next(tx)).toMatchObject({ ahead: 0 })
      await tx.exec(`update public.task_presets set ends_on = private.company_today()`)
      expect([await make(tx), await next(tx)]).toEqual([1, { ahead: null, last_error: null }])
    })
  })

  test('says why it cannot be made, keeps no other from being made, and is made when it can', async () => {
    await undone(engine, async (tx) => {
      const other = add('every, weekdays, starts_on', everyDay).replace(preset, preset.replace(/1$/, '2'))
      await tx.exec(`${add('every, weekdays, starts_on, assignees', `${everyDay}, '{${idOf('sales')}}'`)}; ${other.replace('Clean the printer', 'Feed the cat')};
        delete from public.user_roles where user_id = '${idOf('sales')}';
        update public.task_presets set created_by = null where id = '${preset}'`)
      expect(await make(tx)).toBe(1)
      expect((await tx.query(`select last_error from public.task_presets where id = '${preset}'`)).rows).toEqual([
        { last_error: 'Nobody who works here would see the task. Please choose people.' },
      ])
      await tx.exec(`update public.task_presets set roles = '{admin}' where id = '${preset}'`)
      expect([await make(tx), (await tx.query(made)).rows.length]).toEqual([1, 1])
    })
  })

  test('is its author’s alone without people; without days everybody takes it', async () => {
    await undone(engine, async (tx) => {
      const seen = async (person: 'sales' | 'colleague') => {
        await become(tx, person)
        const { rows } = await tx.query('select 1 from public.task_presets')
        await becomeOwner(tx)
        return rows.length
      }
      await tx.exec(add('every, weekdays, starts_on', everyDay))
      expect([await seen('sales'), await seen('colleague')]).toEqual([0, 1])
      await tx.exec(`update public.task_presets set every = null`)
      expect([await seen('sales'), await next(tx)]).toEqual([1, { ahead: null, last_error: null }])
    })
  })

  test('has people who work here, and a schedule that is whole', async () => {
    const own = (columns: string, values: string) => tries(engine, 'sales', add(columns, values, idOf('sales')))
    expect(await own('assignees', `'{${idOf('client')}}'`)).toMatchObject({
      because: 'Only colleagues can be assigned to a task',
    })
    expect(await own('every, starts_on', `'week', '2026-12-01'`)).toMatchObject({ refused: '23514' })
    expect(await own('every, starts_on', `'workdays', '2026-12-01'`)).toMatchObject({ refused: '23514' })
    expect(await own('every, starts_on', `'month', '2026-12-01'`)).toMatchObject({ touched: 1 })
  })
})
