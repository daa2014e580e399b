import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `59000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const id = {
  job: key(1),
  step: key(2),
  printer: key(3),
  van: key(4),
  visit: key(5),
  installation: key(6),
  task: key(7),
  type: key(8),
  booking: key(9),
  invoice: key(10),
  shift: key(11),
  absence: key(12),
  mine: key(13),
} as const
const day = '2026-11-24'
const at = (clock: string, on = day) => `timestamp '${on} ${clock}' at time zone 'Europe/Malta'`

/** A Tuesday in the company's calendar with something of each kind. */
const onTuesday = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server } = trade
    const staff = idOf('team_member')
    await server.run(`insert into public.work_centres (id, name, kind) values
      ('${id.printer}', 'Printer', 'printer')`)
    await server.run(`insert into public.jobs (id, job_number, title, contact_id, due_date) values
      ('${id.job}', 'JOB-CAL', 'Fascia', '${row.clientContact}', '${day}')`)
    await server.run(`insert into public.job_steps (id, job_id, position, name, work_centre_id, planned_start, planned_minutes) values
      ('${id.step}', '${id.job}', 'a0', 'Print', '${id.printer}', ${at('10:00')}, 90)`)
    await server.run(`insert into public.deliveries (id, delivery_number, contact_id, project_title, method, scheduled_at, slot_minutes, crew)
      values ('${id.visit}', 'DN-CAL-1', '${row.clientContact}', 'Fascia', 'delivery', ${at('08:00')}, 30, '{${staff}}'),
             ('${id.installation}', 'DN-CAL-2', '${row.clientContact}', 'Fascia', 'installation', ${at('09:00')}, 120, '{${staff}}')`)
    await server.run(`insert into public.tasks (id, title, created_by, assignees, due_at) values
      ('${id.task}', 'Measure', '${staff}', '{${staff}}', ${at('23:59:59')}),
      ('${id.mine}', 'Private', '${idOf('sales')}', '{}', ${at('15:00')})`)
    await server.run(
      `insert into public.booking_types (id, slug, name) values ('${id.type}', 'calendar-visit', 'Visit')`,
    )
    await server.run(`insert into public.bookings (id, reference, name, type_id, desk, starts_at, ends_at, busy_until, status) values
      ('${id.booking}', 'BK-CAL', 'Anna', '${id.type}', 'studio', ${at('11:00')}, ${at('11:30')}, ${at('11:30')}, 'confirmed')`)
    await server.run(`insert into public.shifts (id, user_id, starts_at, ends_at) values
      ('${id.shift}', '${staff}', ${at('08:00')}, ${at('16:00')})`)
    await server.run(`insert into public.absences (id, user_id, starts_on, ends_on, status) values
      ('${id.absence}', '${idOf('accounts')}', '2026-11-23', '2026-11-25', 'approved')`)
    await server.run(`insert into public.invoices (id, invoice_number, status, contact_id, issue_date, due_date, net, vat) values
      ('${id.invoice}', 'INV-CAL', 'issued', '${row.clientContact}', '2026-11-01', '${day}', 100, 18)`)
    return work(trade, tx)
  })

type Shown = {
  kind: string
  id: string
  mark: string
  may_move: boolean
  starts_at: Date | null
  amount: string | null
}
const shown = async (worker: Worker, more = '', on = day): Promise<Shown[]> =>
  (await worker.rows<Shown>(`select * from public.calendar_entries('${on}', '${on}'${more})`)).filter(
    (entry) => Object.values<string>(id).includes(entry.id) || entry.kind === 'closure',
  )
const kinds = (entries: Shown[]) => entries.map(({ kind }) => kind).sort()
const markOf = async (worker: Worker, entry: string) =>
  (await shown(worker)).find((one) => one.id === entry)?.mark ?? ''

async function refusal(tx: Queryable, worker: Worker, sql: string): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await worker.run(sql)
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    return error instanceof Error ? error.message.replace(/ ← .*/s, '') : String(error)
  }
  return 'nothing was refused'
}

const everything = ['absence', 'booking', 'delivery', 'installation', 'job', 'payment', 'shift', 'step', 'task']

describe('the calendar of a day', () => {
  test('shows what each person may see: payments only to who may see financial data', async () => {
    await onTuesday(async ({ as }) => {
      const seenBy = async (person: Person) => kinds(await shown(as(person)))
      expect(await seenBy('admin')).toEqual(everything)
      expect(await seenBy('accounts')).toContain('payment')
      expect(await seenBy('team_member')).toEqual(everything.filter((kind) => kind !== 'payment'))
      expect(await seenBy('client')).toEqual([])
      expect(await seenBy('pending')).toEqual([])
    })
  })

  test('shows private tasks to their creator only, and follows a right that is taken away', async () => {
    await onTuesday(async ({ as, server }) => {
      const tasks = async (person: Person) => (await shown(as(person), `, '{task}'`)).map((entry) => entry.id).sort()
      expect(await tasks('sales')).toEqual([id.task, id.mine].sort())
      expect(await tasks('team_member')).toEqual([id.task])
      await server.run(
        `update public.page_permissions set can_view = false where role = 'team_member' and page_name = 'deliveries'`,
      )
      expect(kinds(await shown(as('team_member')))).not.toContain('delivery')
    })
  })

  test('filters by kind, person and machine', async () => {
    await onTuesday(async ({ workshop }) => {
      expect(kinds(await shown(workshop, `, '{job,step}'`))).toEqual(['job', 'step'])
      expect(kinds(await shown(workshop, `, null, '{${idOf('team_member')}}'`))).toEqual([
        'delivery',
        'installation',
        'shift',
        'task',
      ])
      expect(kinds(await shown(workshop, `, null, null, '{${id.printer}}'`))).toEqual(['step'])
    })
  })

  test('goes by the clock of the company, also on the days when it changes', async () => {
    await onTuesday(async ({ workshop, server }) => {
      const move = (start: string) =>
        server.run(`update public.job_steps set planned_start = '${start}' where id = '${id.step}'`)
      const isOn = async (on: string) => kinds(await shown(workshop, `, '{step}'`, on)).length === 1
      await move('2026-10-24T22:30:00Z')
      expect([await isOn('2026-10-25'), await isOn('2026-10-24')]).toEqual([true, false])
      await move('2026-10-25T22:30:00Z')
      expect([await isOn('2026-10-25'), await isOn('2026-10-26')]).toEqual([true, true])
      await move('2026-03-28T22:50:00Z')
      expect([await isOn('2026-03-28'), await isOn('2026-03-29')]).toEqual([true, true])
      await move('2026-03-29T22:10:00Z')
      expect([await isOn('2026-03-29'), await isOn('2026-03-30')]).toEqual([false, true])
    })
  })
})

describe('a move', () => {
  test('is made by who may, and tells the story of the job', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      const admin = as('admin')
      const mark = await markOf(admin, id.step)
      await admin.run(`select public.reschedule_step('${id.step}', '${mark}', ${at('13:00')}, 120)`)
      expect(
        await server.one(
          `select planned_start = ${at('13:00')} as moved, planned_minutes::int as minutes from public.job_steps where id = '${id.step}'`,
        ),
      ).toEqual({ moved: true, minutes: 120 })
      expect(
        await server.value(
          `select count(*)::int from public.document_events where record_id = '${id.job}' and type = 'step_planned'`,
        ),
      ).toBe(1)
      const accounts = as('accounts')
      const refused = await Promise.all([
        await refusal(
          tx,
          accounts,
          `select public.reschedule_job('${id.job}', '${await markOf(admin, id.job)}', '2026-11-27')`,
        ),
        await refusal(
          tx,
          accounts,
          `select public.reschedule_booking('${id.booking}', '${await markOf(admin, id.booking)}', ${at('14:00')})`,
        ),
        await refusal(
          tx,
          as('client'),
          `select public.reschedule_delivery('${id.visit}', '${await markOf(admin, id.visit)}', ${at('14:00')})`,
        ),
        await refusal(
          tx,
          accounts,
          `select public.reschedule_shift('${id.shift}', '${await markOf(admin, id.shift)}', ${at('09:00')})`,
        ),
      ])
      expect(refused).toEqual([
        'You may not change due dates',
        'You may not change appointments',
        'You may not move deliveries',
        'You may not plan shifts',
      ])
    })
  })

  test('of what somebody else moved meanwhile is refused, with who and where to', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      const [admin, manager] = [as('admin'), as('account_manager')]
      const marks = new Map((await shown(admin)).map((entry) => [entry.id, entry.mark]))
      const moves: [string, (to: string) => string][] = [
        [id.job, (to) => `reschedule_job('${id.job}', '${marks.get(id.job)}', date '2026-11-2${to}')`],
        [id.step, (to) => `reschedule_step('${id.step}', '${marks.get(id.step)}', ${at(`1${to}:00`)})`],
        [id.visit, (to) => `reschedule_delivery('${id.visit}', '${marks.get(id.visit)}', ${at(`1${to}:00`)})`],
        [id.booking, (to) => `reschedule_booking('${id.booking}', '${marks.get(id.booking)}', ${at(`1${to}:00`)})`],
        [id.task, (to) => `reschedule_task('${id.task}', '${marks.get(id.task)}', ${at(`1${to}:00`)})`],
        [id.shift, (to) => `reschedule_shift('${id.shift}', '${marks.get(id.shift)}', ${at(`1${to}:00`)})`],
      ]
      const said = []
      for (const [, move] of moves) {
        await admin.run(`select public.${move('3')}`)
        said.push(await refusal(tx, manager, `select public.${move('5')}`))
      }
      const name = await server.value<string>(`select private.person_label('${idOf('admin')}')`)
      expect(said).toEqual([
        `${name} changed this meanwhile: it was moved to Mon 23 Nov 2026`,
        `${name} changed this meanwhile: it was moved to Tue 24 Nov 2026, 13:00`,
        `${name} changed this meanwhile: it was moved to Tue 24 Nov 2026, 13:00`,
        'This appointment was moved meanwhile: it is on Tue 24 Nov 2026, 13:00',
        'Somebody else changed this meanwhile: it is due Tue 24 Nov 2026, 13:00',
        'Somebody else changed this shift meanwhile',
      ])
      await admin.run(`select public.${moves[0]?.[1]('3')}`)
    })
  })

  test('of an installation is refused where its van or one of its people is on the road already', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      const admin = as('admin')
      const name = await server.value<string>(`select private.person_label('${idOf('team_member')}')`)
      const [visit, installation] = [await markOf(admin, id.visit), await markOf(admin, id.installation)]
      const move = (clock: string) => `select public.reschedule_delivery('${id.visit}', '${visit}', ${at(clock)})`
      expect(await refusal(tx, admin, move('09:30'))).toBe(`${name} is on DN-CAL-2 then: Tue 24 Nov 2026, 09:00`)
      expect(
        await refusal(
          tx,
          admin,
          `select public.reschedule_delivery('${id.installation}', '${installation}', ${at('07:00')})`,
        ),
      ).toBe(`${name} is on DN-CAL-1 then: Tue 24 Nov 2026, 08:00`)
      await admin.run(move('11:00'))
    })
  })

  test('of a delivery to another day of its van takes the crew of that day and stands by its time', async () => {
    await onTuesday(async ({ as, server }) => {
      const wednesday = '2026-11-25'
      await server.run(`insert into public.vans (id, name) values ('${id.van}', 'Van 1')`)
      await server.run(
        `insert into public.van_days (van_id, day, crew) values ('${id.van}', '${wednesday}', '{${idOf('sales')}}')`,
      )
      await server.run(`update public.deliveries set van_id = '${id.van}', route_seq = 1 where id = '${id.visit}'`)
      await server.run(`update public.deliveries set van_id = '${id.van}', route_seq = 4, crew = '{}', scheduled_at = ${at('15:00', wednesday)}
        where id = '${id.installation}'`)
      const admin = as('admin')
      await admin.run(
        `select public.reschedule_delivery('${id.visit}', '${await markOf(admin, id.visit)}', ${at('08:00', wednesday)})`,
      )
      const [moved] = await server.rows(
        `select van_id, crew, route_seq from public.deliveries where id = '${id.visit}'`,
      )
      expect(moved).toEqual({ van_id: id.van, crew: [idOf('sales')], route_seq: 1 })
      const [entry] = (await shown(admin, '', wednesday)).filter((one) => one.id === id.visit)
      await admin.run(`select public.reschedule_delivery('${id.visit}', '${entry?.mark}')`)
      const [waiting] = await server.rows(
        `select van_id, crew, route_seq from public.deliveries where id = '${id.visit}'`,
      )
      expect(waiting).toEqual({ van_id: null, crew: [], route_seq: null })
    })
  })

  test('to a van takes its crew of that day, and is refused where the van is on the road', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      const day = '2026-11-24'
      await server.run(`insert into public.vans (id, name) values ('${id.van}', 'Van 1')`)
      await server.run(
        `insert into public.van_days (van_id, day, crew) values ('${id.van}', '${day}', '{${idOf('sales')}}')`,
      )
      await server.run(`update public.deliveries set crew = '{}' where id in ('${id.visit}', '${id.installation}')`)
      await server.run(
        `update public.deliveries set van_id = '${id.van}', crew = '{${idOf('sales')}}' where id = '${id.installation}'`,
      )
      const admin = as('admin')
      const mark = await markOf(admin, id.visit)
      const onVan = (clock: string) =>
        `select public.reschedule_on_van('${id.visit}', '${mark}', ${at(clock)}, '${id.van}')`
      expect(await refusal(tx, admin, onVan('09:30'))).toMatch(/on DN-CAL-2 then/)
      await admin.run(onVan('14:00'))
      const [moved] = await server.rows(`select van_id, crew from public.deliveries where id = '${id.visit}'`)
      expect(moved).toEqual({ van_id: id.van, crew: [idOf('sales')] })
      await admin.run(
        `select public.reschedule_on_van('${id.visit}', '${await markOf(admin, id.visit)}', ${at('14:00')})`,
      )
      const [taken] = await server.rows(`select van_id, crew from public.deliveries where id = '${id.visit}'`)
      expect(taken).toEqual({ van_id: null, crew: [] })
    })
  })

  test('into the time of another appointment or of an absence is refused by the database', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      await server.run(`insert into public.bookings (reference, name, type_id, desk, starts_at, ends_at, busy_until, status) values
        ('BK-CAL-2', 'Ben', '${id.type}', 'studio', ${at('14:00')}, ${at('14:30')}, ${at('14:30')}, 'confirmed')`)
      const admin = as('admin')
      expect(
        await refusal(
          tx,
          admin,
          `select public.reschedule_booking('${id.booking}', '${await markOf(admin, id.booking)}', ${at('14:15')})`,
        ),
      ).toBe('There is another appointment at this time')
      expect(
        await refusal(
          tx,
          admin,
          `select public.reschedule_shift('${id.shift}', '${await markOf(admin, id.shift)}', ${at('08:00')}, null, '{${idOf('accounts')}}')`,
        ),
      ).toMatch(/away|absen|leave/i)
    })
  })

  test('an appointment that was moved mails nobody until somebody says so, and then once', async () => {
    await onTuesday(async ({ as, server }) => {
      await server.run(`update public.bookings set email = 'ann@client.test' where id = '${id.booking}'`)
      const admin = as('admin')
      const told = () =>
        server.value<number>(
          `select count(*)::int from public.scheduled_emails where record_id = '${id.booking}' and template_key = 'booking_moved'`,
        )
      await admin.run(
        `select public.reschedule_booking('${id.booking}', '${await markOf(admin, id.booking)}', ${at('14:00')})`,
      )
      expect(await told()).toBe(0)
      await admin.run(`select public.tell_booking_moved('${id.booking}')`)
      expect(await told()).toBe(1)
      await admin.run(`select public.tell_booking_moved('${id.booking}')`)
      expect(await told()).toBe(1)
    })
  })

  test('out of the calendar puts a record on the list of what waits, and back', async () => {
    await onTuesday(async ({ as }) => {
      const admin = as('admin')
      await admin.run(`select public.reschedule_delivery('${id.visit}', '${await markOf(admin, id.visit)}')`)
      await admin.run(`select public.reschedule_step('${id.step}', '${await markOf(admin, id.step)}')`)
      await admin.run(`select public.reschedule_task('${id.task}', '${await markOf(admin, id.task)}')`)
      expect(kinds(await shown(admin))).not.toEqual(expect.arrayContaining(['delivery', 'step']))
      const waiting = await admin.rows<{ id: string; mark: string }>(
        `select id, mark from public.calendar_waiting() where id in ('${id.visit}', '${id.step}', '${id.task}')`,
      )
      expect(waiting).toHaveLength(3)
      const mark = waiting.find((one) => one.id === id.visit)?.mark
      await admin.run(`select public.reschedule_delivery('${id.visit}', '${mark}', ${at('12:00')})`)
      expect(kinds(await shown(admin))).toContain('delivery')
    })
  })
})

describe('a calendar address', () => {
  type FeedText = { name: string; entries: { kind: string }[] } | null
  const feed = (server: Worker, token: string) => server.value<FeedText>(`select public.get_calendar_feed('${token}')`)

  test('shows what its person may see, and ends with their rights', async () => {
    await onTuesday(async ({ as, server }) => {
      const person = as('accounts')
      const token = await person.value<string>(
        `select public.add_calendar_feed('Phone', '{job,payment,delivery}', false)`,
      )
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      expect(await server.value(`select count(*)::int from private.calendar_feeds where token_hash = '${token}'`)).toBe(
        0,
      )
      const seen = async () => new Set((await feed(server, token))?.entries.map(({ kind }) => kind))
      expect(await seen()).toEqual(new Set(['job', 'payment', 'delivery']))
      await server.run(`update public.user_roles set role = 'team_member' where user_id = '${idOf('accounts')}'`)
      expect(await seen()).toEqual(new Set(['job', 'delivery']))
      await server.run(`update public.user_roles set role = 'client' where user_id = '${idOf('accounts')}'`)
      expect(await feed(server, token)).toBeNull()
    })
  })

  test('is of no use to others, and ends when it is renewed or removed', async () => {
    await onTuesday(async ({ as, server }, tx) => {
      const [person, other] = [as('sales'), as('accounts')]
      const token = await person.value<string>(`select public.add_calendar_feed('Phone', '{task}', true)`)
      expect(await other.rows(`select * from public.my_calendar_feeds()`)).toEqual([])
      const [{ id: feedId } = { id: '' }] = await person.rows<{ id: string }>(
        `select id from public.my_calendar_feeds()`,
      )
      expect(await refusal(tx, other, `select public.renew_calendar_feed('${feedId}')`)).toBe(
        'This calendar address is not there any more',
      )
      expect(await refusal(tx, other, `select public.get_calendar_feed('${token}')`)).toMatch(/permission denied/)
      const renewed = await person.value<string>(`select public.renew_calendar_feed('${feedId}')`)
      expect([await feed(server, token), (await feed(server, renewed))?.entries]).toEqual([
        null,
        [expect.objectContaining({ kind: 'task', title: 'Private' })],
      ])
      await other.run(`select public.remove_calendar_feed('${feedId}')`)
      expect(await feed(server, renewed)).not.toBeNull()
      await person.run(`select public.remove_calendar_feed('${feedId}')`)
      expect(await feed(server, renewed)).toBeNull()
      expect(await refusal(tx, as('client'), `select public.add_calendar_feed('Phone', '{task}', true)`)).toBe(
        'Only staff have calendar addresses',
      )
    })
  })
})
