import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from './act.ts'
import { stampOf } from './work.ts'
import { idOf } from './people.ts'
import { openOwnWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(`
    update public.company_settings set time_zone = 'Europe/Malta';
    insert into public.booking_types (slug, name, minutes, gap_minutes, step_minutes, notice_hours, horizon_days)
    values ('sample', 'See samples', 30, 15, 30, 0, 180);
    insert into public.booking_hours (desk, weekday, opens, closes)
    select 'studio', weekday, '09:00', '11:00' from generate_series(1, 7) as weekday;
    insert into public.booking_closures (starts_on, ends_on, reason)
    values (private.company_today() + 20, private.company_today() + 21, 'Feast')`)
})
afterAll(() => engine.close())

/** An instant of the company's clock, so many days from today. */
const at = (days: number, clock: string) =>
  `((private.company_today() + ${days} + time '${clock}') at time zone 'Europe/Malta')`
const hold = (days: number, clock: string, holder = 'null') =>
  `select private_hold ->> 'holder' as holder from (select public.hold_slot('sample', ${instant(days, clock)}, ${holder}) as private_hold) as held`
/** The same, for visitors, who may not call functions of the schema private. */
const instant = (days: number, clock: string) =>
  `(((now() at time zone 'Europe/Malta')::date + ${days} + time '${clock}') at time zone 'Europe/Malta')`
const free = (days: number) =>
  `select coalesce(string_agg(to_char(slot::timestamptz at time zone 'Europe/Malta', 'HH24:MI'), ' ' order by slot), '') as slots
     from jsonb_array_elements_text(public.free_slots('sample', (now() at time zone 'Europe/Malta')::date + ${days}, 1) -> 'slots') as slot`

const value = async (tx: Queryable, sql: string): Promise<unknown> => {
  const outcome = await attempt(tx, sql)
  return 'refused' in outcome ? outcome.because : Object.values(outcome.rows[0] ?? {})[0]
}
const confirm = (holder: unknown, more = '') =>
  `select public.confirm_booking('${String(holder)}', 'Anna Vella', 'anna@example.com'${more}) ->> 'status' as status`

describe('free times', () => {
  test.each(['-5', '0', '63', 'null'])('are not listed for %s days', async (days) => {
    const asked = `select public.free_slots('sample', current_date + 5, ${days})`
    expect(await tries(engine, 'visitor', asked)).toMatchObject({
      refused: '22023',
      because: 'Please ask for between 1 and 62 days',
    })
  })

  test('follow the hours of the week and the length of the appointment', async () => {
    expect(await tries(engine, 'visitor', free(5))).toMatchObject({ rows: [{ slots: '09:00 09:30 10:00 10:30' }] })
  })
  test('a closed day has none', async () => {
    expect(await tries(engine, 'visitor', free(20))).toMatchObject({ rows: [{ slots: '' }] })
  })
  test.each([
    ['2027-03-28', 'spring: the hour from two to three is missing', '01:30 03:00 03:30'],
    ['2026-10-25', 'autumn: the hour from two to three comes twice', '01:30 02:00 02:30 02:00 02:30 03:00 03:30'],
  ])('on %s, %s', async (day, _, times) => {
    const starts = await undone(engine, async (tx) => {
      await tx.exec(`update public.booking_hours set opens = '01:30', closes = '04:00'`)
      return value(
        tx,
        `select string_agg(to_char(s at time zone 'Europe/Malta', 'HH24:MI'), ' ' order by s) from public.booking_types t,
           private.booking_starts(t, '${day}', '${day}') as s`,
      )
    })
    expect(starts).toBe(times)
  })
})

describe('holding a time', () => {
  test('takes it from others with the gap after it, and gives it back when another is chosen', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const holder = await value(tx, hold(5, '09:30'))
      expect(await value(tx, free(5))).toBe('10:30')
      expect(await value(tx, hold(5, '10:00'))).toBe('Somebody has just taken this time. Please choose another one.')
      expect(await value(tx, hold(5, '10:30', `'${String(holder)}'`))).not.toBe(holder)
      expect(await value(tx, free(5))).toBe('09:00 09:30')
    })
  })
  test('ends after five minutes: another visitor takes it, and the first is told so', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const first = await value(tx, hold(5, '09:30'))
      await becomeOwner(tx)
      await tx.exec(`update public.bookings set held_until = now() - interval '1 second'`)
      await become(tx, 'visitor')
      expect(await value(tx, free(5))).toBe('09:00 09:30 10:00 10:30')
      await value(tx, hold(5, '09:00'))
      expect(await value(tx, confirm(first))).toBe(
        'The five minutes for this time have ended and somebody else could take it. Please choose a time again.',
      )
    })
  })
  test('a hold that ended is confirmed while nobody else took the time', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const first = await value(tx, hold(5, '09:30'))
      await becomeOwner(tx)
      await tx.exec(`update public.bookings set held_until = now() - interval '1 hour'`)
      await become(tx, 'visitor')
      expect(await value(tx, confirm(first))).toBe('confirmed')
    })
  })
  test.each([
    ['outside the hours', 5, '11:00'],
    ['between two starts', 5, '09:10'],
    ['on a closed day', 20, '09:00'],
    ['that has passed', -1, '09:00'],
    ['beyond the horizon', 190, '09:00'],
  ])('a time %s is refused', async (_, days, clock) => {
    expect(await tries(engine, 'visitor', hold(days, clock))).toEqual({
      refused: '22023',
      because: 'This time cannot be booked. Please choose another one.',
    })
  })
})

describe('an appointment', () => {
  const booked = async (tx: Queryable, clock = '09:30') => {
    await become(tx, 'visitor')
    const holder = await value(tx, hold(5, clock))
    expect(await value(tx, confirm(holder))).toBe('confirmed')
    return String(holder)
  }
  test('is made once, however often the form is sent, and the office is told once', async () => {
    await undone(engine, async (tx) => {
      const holder = await booked(tx)
      expect(await value(tx, confirm(holder))).toBe('confirmed')
      await becomeOwner(tx)
      expect(await value(tx, `select count(*)::int from public.bookings`)).toBe(1)
      expect(
        await value(
          tx,
          `select count(distinct title)::int from public.notifications where data ->> 'kind' = 'booking'`,
        ),
      ).toBe(1)
      expect(await value(tx, `select reference ~ '^BK-[0-9]{4}-0001$' from public.bookings`)).toBe(true)
    })
  })
  test('is moved by its link to a free time; its old time is free again', async () => {
    await undone(engine, async (tx) => {
      const holder = await booked(tx)
      expect(await value(tx, `select (public.move_booking('${holder}', ${instant(6, '10:00')}) ->> 'moved')`)).toBe('1')
      expect(await value(tx, free(5))).toBe('09:00 09:30 10:00 10:30')
      expect(await value(tx, free(6))).toBe('09:00')
    })
  })
  test('is told by mail with a calendar file, and reminded a day before, by the time it has now', async () => {
    await undone(engine, async (tx) => {
      const holder = await booked(tx)
      await value(tx, `select public.move_booking('${holder}', ${instant(6, '10:00')})`)
      const queue = `select string_agg(template_key || ' ' || status || ' ' || jsonb_array_length(attachments), ', ' order by template_key, status)
        from public.scheduled_emails where record_kind = 'booking' and recipients = array['anna@example.com']`
      await becomeOwner(tx)
      expect(await value(tx, queue)).toBe(
        'booking_confirmed queued 1, booking_moved queued 1, booking_reminder cancelled 0, booking_reminder queued 0',
      )
      expect(
        await value(
          tx,
          `select e.send_at = b.starts_at - interval '1 day' from public.scheduled_emails e join public.bookings b
          on b.id = e.record_id where e.template_key = 'booking_reminder' and e.status = 'queued'`,
        ),
      ).toBe(true)
      await become(tx, 'visitor')
      await value(tx, `select public.cancel_booking('${holder}')`)
      await becomeOwner(tx)
      expect(await value(tx, queue)).toBe(
        'booking_cancelled queued 1, booking_confirmed queued 1, booking_moved queued 1, booking_reminder cancelled 0, booking_reminder cancelled 0',
      )
    })
  })
  test('is not moved onto another', async () => {
    await undone(engine, async (tx) => {
      const holder = await booked(tx)
      await booked(tx, '10:30')
      expect(await value(tx, `select public.move_booking('${holder}', ${instant(5, '10:30')})`)).toBe(
        'Somebody has just taken this time. Please choose another one.',
      )
    })
  })
  test('is cancelled by its link, once and for all', async () => {
    await undone(engine, async (tx) => {
      const holder = await booked(tx)
      const cancel = `select public.cancel_booking('${holder}', 'Ill') ->> 'status' as status`
      expect([await value(tx, cancel), await value(tx, cancel)]).toEqual(['cancelled', 'cancelled'])
      expect(await value(tx, free(5))).toBe('09:00 09:30 10:00 10:30')
      expect(await value(tx, `select public.move_booking('${holder}', ${instant(6, '10:00')})`)).toBe(
        'This appointment cannot be moved any more. Please call us.',
      )
    })
  })
  test('of a wrong link is not there', async () => {
    const link = '99999999-9999-4999-8999-999999999999'
    expect(await tries(engine, 'visitor', `select public.get_booking('${link}') as booking`)).toEqual({
      rows: [{ booking: null }],
      touched: 1,
    })
    expect(await tries(engine, 'visitor', `select public.cancel_booking('${link}')`)).toMatchObject({
      refused: 'PT404',
    })
  })
  test('a robot that fills in the hidden field is refused', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const holder = await value(tx, hold(5, '09:30'))
      expect(await value(tx, confirm(holder, `, p_trap => 'https://spam.example'`))).toMatch(/automatic message/)
    })
  })
  test('no two rows of a desk overlap, whoever writes them', async () => {
    const twice = `insert into public.bookings (type_id, desk, starts_at, ends_at, busy_until, held_until)
      select id, 'studio', ${at(5, '09:00')} + n * interval '10 minutes', ${at(5, '09:30')} + n * interval '10 minutes',
             ${at(5, '09:45')} + n * interval '10 minutes', now() + interval '5 minutes'
        from public.booking_types, generate_series(0, 1) as n where slug = 'sample'`
    const outcome = await undone(engine, (tx) => attempt(tx, twice))
    expect(outcome).toMatchObject({ refused: '23P01' })
  })
})

describe('the office', () => {
  const given = `insert into public.bookings (id, type_id, desk, starts_at, ends_at, busy_until, status, reference, name)
    select '99999999-9999-4999-8999-999999999990', id, 'studio', now() - interval '1 hour', now() - interval '30 minutes',
           now() - interval '15 minutes', 'confirmed', 'BK-1', 'Anna' from public.booking_types where slug = 'sample'`
  const gone = `select public.set_booking_status('99999999-9999-4999-8999-999999999990', 'no_show')`
  test('says that nobody came, which frees the time', async () => {
    expect(await tries(engine, 'sales', gone, given)).toMatchObject({ touched: 1 })
  })
  test.each(['team_member', 'accounts', 'client'] as const)('%s may not', async (person) => {
    expect(await tries(engine, person, gone, given)).toEqual({
      refused: '42501',
      because: 'You may not change appointments',
    })
  })
})

test('a visitor sends sixty choices an hour from one address, and from another address again', async () => {
  await undone(engine, async (tx) => {
    const from = (address: string) =>
      tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify({ 'x-forwarded-for': address })])
    await become(tx, 'visitor')
    await from('2001:db8::1')
    let holder = 'null'
    for (let count = 0; count < 60; count += 1)
      holder = `'${String(await value(tx, hold(5, count % 2 ? '09:00' : '10:30', holder)))}'`
    await from('2001:db8::2')
    expect(await value(tx, hold(5, '09:00', holder))).toMatch(/^There were too many requests/)
    await from('2001:db8:0:1::2')
    expect(await value(tx, hold(5, '09:00', holder))).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('whoever has the link hears what the office does to the appointment; a held time and a guess open nothing', async () => {
  await undone(engine, async (tx) => {
    const hears = (link: unknown) => value(tx, `select private.is_public_document('${String(link)}')`)
    await become(tx, 'visitor')
    const link = await value(tx, hold(6, '09:00'))
    expect(await hears(link)).toBe(false)
    await tx.query(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'x-work': stampOf('confirm_booking') }),
    ])
    expect(await value(tx, confirm(link))).toBe('confirmed')
    expect([await hears(link), await hears('00000000-0000-4000-8000-000000000001')]).toEqual([true, false])
    await becomeOwner(tx)
    const told = `select count(*)::int from realtime.messages where topic = 'doc:${String(link)}'`
    const before = Number(await value(tx, told))
    await tx.exec(`update public.bookings set note = 'The side door' where public_uuid = '${String(link)}'`)
    expect(Number(await value(tx, told))).toBe(before + 1)
  })
})

test.each(['client', 'pending', 'sales'] as const)(
  'the mails of an appointment that %s booked go out, whether or not that account is of the staff',
  async (person) => {
    await undone(engine, async (tx) => {
      await become(tx, person)
      const link = await value(tx, hold(6, '09:00'))
      await tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'x-work': stampOf('confirm_booking') }),
      ])
      expect(await value(tx, confirm(link))).toBe('confirmed')
      await becomeOwner(tx)
      if (person === 'sales')
        await tx.exec(`update public.user_roles set role = 'pending' where user_id = '${idOf(person)}'`)
      await tx.exec(
        `update public.scheduled_emails set send_at = now(), next_try_at = now() where record_kind = 'booking'`,
      )
      await tx.exec('select private.claim_due(100)')
      const mails = await tx.query(`select template_key, status, last_error from public.scheduled_emails
        where record_kind = 'booking' and created_by = '${idOf(person)}' order by template_key`)
      expect(mails.rows).toEqual([
        { template_key: 'booking_confirmed', status: 'sending', last_error: null },
        { template_key: 'booking_reminder', status: 'sending', last_error: null },
      ])
    })
  },
)

test('the mails of an appointment are in the language that its visitor reads, and its contact keeps it', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(`update public.booking_types set place = 'call' where slug = 'sample'`)
    const read = async (language: string, day: number) => {
      await become(tx, 'visitor')
      const link = await value(tx, hold(day, '09:00'))
      await tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({
          'accept-language': language,
          'x-work': stampOf('confirm_booking', 14, Math.floor(Date.now() / 1000) - day * 60),
        }),
      ])
      expect(await value(tx, confirm(link, `, '7900 0001'`))).toBe('confirmed')
      await becomeOwner(tx)
      return value(
        tx,
        `select string_agg(e.language || ' ' || (e.variables ->> 'place'), ', ' order by e.template_key) from public.scheduled_emails e, public.bookings b
          where e.record_id = b.id and b.public_uuid = '${String(link)}'`,
      )
    }
    expect(await read('de-AT,de;q=0.9', 6)).toBe('de telefonisch, de telefonisch')
    expect(await read('sv', 7)).toBe('en by telephone, en by telephone')
    expect(await read('pl', 8)).toBe('pl telefonicznie, pl telefonicznie')
    await become(tx, 'visitor')
    await tx.query(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'accept-language': 'fr', 'x-work': stampOf('register_visitor') }),
    ])
    const details = JSON.stringify({ name: 'Luc', last_name: 'Petit', email: 'luc@example.com', message: 'A sign' })
    await value(tx, `select public.register_visitor('client', '${details}'::jsonb, null)`)
    await becomeOwner(tx)
    expect(await value(tx, `select language from public.contacts where email = 'luc@example.com'`)).toBe('fr')
  })
})

// On PostgreSQL these requests run at once, each on its own connection; PGlite takes them one after the other.
test('fifty visitors take one slot at the same moment: one has it', async () => {
  const stamp = stampOf('confirm_booking')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      engine
        .transaction(async (tx) => {
          await become(tx, 'visitor')
          await tx.query(`select set_config('request.headers', $1, true)`, [
            JSON.stringify({ 'x-forwarded-for': `10.0.0.${index}`, 'x-work': stamp }),
          ])
          const { rows } = await tx.query<{ holder: string }>(hold(7, '10:00'))
          await tx.query(confirm(rows[0]?.holder))
          return 'has it'
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
    ),
  )
  expect(answers.filter((answer) => answer === 'has it')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['has it', 'Somebody has just taken this time. Please choose another one.']))
  const { rows } = await engine.query(
    `select count(*)::int as taken from public.bookings where starts_at = ${at(7, '10:00')}`,
  )
  expect(rows).toEqual([{ taken: 1 }])
})
