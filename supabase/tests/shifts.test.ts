import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
  await engine.exec(`
    update public.contacts set name = 'Mark', last_name = 'Spiteri' where user_id = '${idOf('team_member')}';
    insert into public.booking_types (slug, name, minutes, step_minutes, notice_hours, horizon_days)
    values ('sample', 'See samples', 60, 60, 0, 180);
    insert into public.booking_hours (desk, weekday, opens, closes)
    select 'studio', weekday, '09:00', '13:00' from generate_series(1, 7) as weekday`)
})
afterAll(() => engine.close())

type Planning = Trade & { planner: Worker; mark: Worker; tx: Queryable }
const inOffice = <Result>(work: (office: Planning) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    return work({ ...trade, planner: trade.as('account_manager'), mark: trade.workshop, tx })
  })

const key = (number: number) => `82000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** A day of the week after next, of the company; 0 is Monday. */
const monday = `(date_trunc('week', (now() at time zone 'Europe/Malta'))::date + 14)`
const at = (day: number, clock: string) => `((${monday} + ${day} + time '${clock}') at time zone 'Europe/Malta')`
const shift = (who: Person, day: number, from: string, to: string) =>
  `insert into public.shifts (user_id, starts_at, ends_at, break_minutes)
   values ('${idOf(who)}', ${at(day, from)}, ${at(day, to)}, 30)`
const ask = (id: number, from: number, to: number, more = '') =>
  `select public.ask_absence('${key(id)}', 'holiday', ${monday} + ${from}, ${monday} + ${to}${more})`
const refused = async (tx: Queryable, worker: Worker, sql: string): Promise<string> => {
  await worker.rows('select 1')
  const outcome = await attempt(tx, sql)
  return 'refused' in outcome ? outcome.because : 'nothing was refused'
}
const notices = (worker: Worker) =>
  worker.rows<{ title: string; message: string }>(
    `select title, message from public.notifications where metadata ->> 'record_kind' = 'absence' order by created_at, title`,
  )

describe('a clash is refused in words', () => {
  test('two shifts of one person that overlap; shifts that touch do not', async () => {
    await inOffice(async ({ planner, tx }) => {
      await planner.run(shift('team_member', 0, '08:00', '12:00'))
      await planner.run(shift('team_member', 0, '12:00', '16:00'))
      expect(await refused(tx, planner, shift('team_member', 0, '15:30', '18:00'))).toMatch(
        /^Mark Spiteri already works on Mon .*, 12:00–16:00$/,
      )
      expect(await refused(tx, planner, shift('client', 0, '15:30', '18:00'))).toBe(
        'Only people of the staff have shifts',
      )
    })
  })

  test('a shift in an approved absence, also one that begins the night before; a request stands against nothing', async () => {
    await inOffice(async ({ planner, mark, tx }) => {
      await mark.run(ask(1, 1, 2))
      await planner.run(shift('team_member', 3, '08:00', '16:00'))
      await planner.run(`select public.decide_absence('${key(1)}', 'approved')`)
      expect(await refused(tx, planner, shift('team_member', 2, '08:00', '16:00'))).toMatch(
        /^Mark Spiteri is away: Tue .* to Wed /,
      )
      const night = `insert into public.shifts (user_id, starts_at, ends_at) values
        ('${idOf('team_member')}', ${at(0, '20:00')}, ${at(1, '02:00')})`
      expect(await refused(tx, planner, night)).toMatch(/is away/)
      const moved = `update public.shifts set starts_at = ${at(2, '08:00')}, ends_at = ${at(2, '16:00')}`
      expect(await refused(tx, planner, moved)).toMatch(/is away/)
    })
  })
})

describe('leave', () => {
  test('is asked by staff and told to planners; approving removes shifts only when the planner says so', async () => {
    await inOffice(async ({ planner, mark, tx }) => {
      await planner.run(shift('team_member', 1, '08:00', '16:00'))
      await mark.run(ask(1, 0, 4, `, 'Wedding'`))
      await mark.run(ask(1, 0, 4, `, 'Wedding'`))
      expect(await notices(planner)).toEqual([
        { title: 'Leave asked: Mark Spiteri', message: expect.stringMatching(/^Holiday, Mon .*: Wedding$/) as string },
      ])
      const approve = (more = '') => `select public.decide_absence('${key(1)}', 'approved'${more})`
      expect(await refused(tx, mark, approve())).toBe('You may not plan shifts')
      expect(await refused(tx, planner, approve())).toBe('Mark Spiteri has a shift in these days')
      await planner.run(approve(`, null, true`))
      expect(await planner.value(`select count(*)::int from public.shifts`)).toBe(0)
      expect((await notices(mark)).map(({ title }) => title)).toEqual(['Leave approved'])
    })
  })

  test('is refused with a reason, which only planners and the person read', async () => {
    await inOffice(async ({ planner, mark, sales, tx }) => {
      await mark.run(ask(1, 0, 0))
      const refuse = (why: string) => `select public.decide_absence('${key(1)}', 'refused', ${why})`
      expect(await refused(tx, planner, refuse('null'))).toBe('Please say why it is refused')
      await planner.run(refuse(`'The fair is that week'`))
      expect((await notices(mark))[0]).toEqual({
        title: 'Leave refused',
        message: expect.stringMatching(/: The fair is that week$/) as string,
      })
      await mark.run(ask(2, 0, 0))
      expect(await sales.rows(`select id from public.absences`)).toEqual([])
      await planner.run(`select public.decide_absence('${key(2)}', 'approved')`)
      expect(
        await sales.rows(`select a.status, d.kind from public.absences a
        left join public.absence_details d on d.absence_id = a.id`),
      ).toEqual([{ status: 'approved', kind: null }])
    })
  })

  test('is taken back by the person until it begins, then by planners', async () => {
    await inOffice(async ({ planner, mark, sales, server, tx }) => {
      await mark.run(ask(1, 0, 4))
      expect(await refused(tx, mark, ask(2, 4, 5))).toMatch(/^You already have an absence then: .* \(requested\)$/)
      const withdraw = `select public.withdraw_absence('${key(1)}')`
      expect(await refused(tx, sales, withdraw)).toBe('This absence is not there any more')
      await mark.run(withdraw)
      await mark.run(ask(2, 4, 5))
      await planner.run(`select public.decide_absence('${key(2)}', 'approved')`)
      await server.run(`update public.absences set starts_on = private.company_today() where id = '${key(2)}'`)
      expect(await refused(tx, mark, `select public.withdraw_absence('${key(2)}')`)).toMatch(/^This absence has begun/)
      await planner.run(`select public.withdraw_absence('${key(2)}')`)
      expect(await mark.value(`select string_agg(distinct status, ' ') from public.absences`)).toBe('withdrawn')
    })
  })

  test('of another is entered by planners only, approved at once', async () => {
    await inOffice(async ({ planner, mark, sales, tx }) => {
      const enter = `select public.ask_absence('${key(1)}', 'sick', ${monday}, ${monday}, null, '${idOf('team_member')}')`
      expect(await refused(tx, sales, enter)).toBe('You may not plan shifts')
      expect(await refused(tx, mark, ask(9, 3, 4, `, repeat('x', 1001)`))).toBe(
        'The reason may have 1000 characters at most',
      )
      await planner.run(enter)
      expect(await mark.value(`select status from public.absences`)).toBe('approved')
    })
  })
})

describe('T33: what a planner decides about themselves', () => {
  test('is left to a colleague who plans shifts: leave, an entered absence, taking it back once it began, hours', async () => {
    await inOffice(async ({ planner, as, server, tx }) => {
      const own = idOf('account_manager')
      await planner.run(ask(1, 0, 1))
      expect(await refused(tx, planner, `select public.decide_absence('${key(1)}', 'approved')`)).toBe(
        'A colleague who plans shifts approves your own leave',
      )
      const enter = `select public.ask_absence('${key(2)}', 'sick', ${monday} + 3, ${monday} + 3, null, '${own}')`
      expect(await refused(tx, planner, enter)).toMatch(/^Please ask for your own leave/)
      await as('admin').run(`select public.decide_absence('${key(1)}', 'approved')`)
      await server.run(`update public.absences set starts_on = private.company_today() where id = '${key(1)}'`)
      expect(await refused(tx, planner, `select public.withdraw_absence('${key(1)}')`)).toMatch(
        /^This absence has begun/,
      )
      const hours = (who: string) =>
        `insert into public.contract_hours (user_id, valid_from, hours_per_week) values ('${who}', '2026-01-01', 30)`
      expect(await refused(tx, planner, hours(own))).toBe('A colleague changes your own hours')
      await planner.run(hours(idOf('team_member')))
      await as('admin').run(hours(own))
      expect(await refused(tx, planner, `delete from public.contract_hours where user_id = '${own}'`)).toBe(
        'A colleague changes your own hours',
      )
      expect(
        await as('admin').value(
          `select count(*)::int from public.audit_logs where table_name in ('contract_hours', 'absences')`,
        ),
      ).toBeGreaterThan(4)
    })
  })

  test('is theirs to decide when nobody else may', async () => {
    await inOffice(async ({ as, server }) => {
      await server.run(`delete from public.role_permissions where permission_id in (
        select id from public.permissions where name = 'manage_shifts')`)
      await server.run(
        `update auth.users set banned_until = now() + interval '1 day' where id = '${idOf('otherAdmin')}'`,
      )
      await as('admin').run(ask(1, 0, 1))
      await as('admin').run(`select public.decide_absence('${key(1)}', 'approved')`)
      expect(await server.value(`select status from public.absences`)).toBe('approved')
    })
  })
})

describe('copying a week', () => {
  test('keeps the clock times, skips clashes and names them, and leaves alone what is there already', async () => {
    await inOffice(async ({ planner, as }) => {
      const colleague = as('colleague')
      await planner.run(shift('team_member', 0, '08:00', '16:00'))
      await planner.run(shift('colleague', 1, '22:00', '23:30'))
      await colleague.run(ask(1, 8, 8))
      await planner.run(`select public.decide_absence('${key(1)}', 'approved')`)
      const copy = `select public.copy_week(${monday}, ${monday} + 9)`
      expect(await planner.value(copy)).toMatchObject({
        copied: 1,
        there: 0,
        skipped: [{ user_id: idOf('colleague'), because: expect.stringMatching(/is away/) as string }],
      })
      expect(await planner.value(copy)).toMatchObject({ copied: 0, there: 1 })
    })
  })

  test('over the change of clocks, eight in the morning stays eight in the morning', async () => {
    await inOffice(async ({ planner }) => {
      await planner.run(`insert into public.shifts (user_id, starts_at, ends_at)
        values ('${idOf('team_member')}', '2027-03-22 08:00 Europe/Malta', '2027-03-22 16:00 Europe/Malta')`)
      await planner.run(`select public.copy_week('2027-03-22', '2027-03-29')`)
      expect(
        await planner.value(`select string_agg(to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI'), ' ' order by starts_at)
          from public.shifts`),
      ).toBe('03-22 07:00 03-29 06:00')
    })
  })
})

describe('appointments that visitors book', () => {
  const slots = (day: number) =>
    `select coalesce(string_agg(to_char(slot::timestamptz at time zone 'Europe/Malta', 'HH24'), ' ' order by slot), '')
       from jsonb_array_elements_text(public.free_slots('sample', ${monday} + ${day}, 1) -> 'slots') as slot`
  test('are free when somebody works, in a week that has shifts; in others by the hours alone', async () => {
    await inOffice(async ({ planner, client, tx }) => {
      expect(await client.value(slots(0))).toBe('09 10 11 12')
      await planner.run(shift('team_member', 0, '10:00', '12:00'))
      expect(await client.value(slots(0))).toBe('10 11')
      expect(await client.value(slots(1))).toBe('')
      expect(await client.value(slots(7))).toBe('09 10 11 12')
      expect(await refused(tx, client, `select public.hold_slot('sample', ${at(0, '12:00')})`)).toBe(
        'This time cannot be booked. Please choose another one.',
      )
    })
  })
  test('need somebody who has not left the company', async () => {
    await inOffice(async ({ planner, client, server }) => {
      await planner.run(shift('team_member', 0, '09:00', '13:00'))
      await server.run(`update public.user_roles set role = 'pending' where user_id = '${idOf('team_member')}'`)
      expect(await client.value(slots(0))).toBe('')
    })
  })
})
