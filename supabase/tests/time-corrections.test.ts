import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { emailOf, idOf, type Person } from './people.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (nth: number) => `c7000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const job = key(4)
const entry = key(10)

type Shop = Trade & { mark: Worker; manager: Worker; tx: Queryable }
type Session = { startTime: string; endTime: string | null }

const session = (from: string, to: string | null): Session => ({ startTime: from, endTime: to })
const paused = (from: string, to: string, duration: string) => ({
  ...session(from, to),
  duration,
  isPaused: true,
  pausedAt: to,
})
const eightToNoon = { ...paused('2026-03-02T08:00:00.000Z', '2026-03-02T12:00:00.000Z', '04:00:00') }
const shorter = [session('2026-03-02T08:00:00Z', '2026-03-02T09:30:00Z')]

const given = (person: Person, status: string, sessions: unknown[], total: string, id = entry) =>
  `insert into public.time_entries (id, user_id, user_email, status, client_name, sessions, total_duration, job_id)
   values ('${id}', '${idOf(person)}', '${emailOf(person)}', '${status}', 'Bakery', '${JSON.stringify(sessions)}', '${total}', '${job}')`
const asks = (sessions: unknown[], { reason = 'Forgot to stop it', id = key(20), of = entry } = {}) =>
  `select public.ask_time_correction('${id}', '${of}', '${JSON.stringify(sessions)}', '${reason}')`
const decides = (status: string, answer = 'null') =>
  `select public.decide_time_correction('${key(20)}', '${status}', ${answer})`
const total = (worker: Worker, id = entry) =>
  worker.value<string>(`select total_duration from public.time_entries where id = '${id}'`)
const closes = (until: string | null) => `select public.close_hours(${until === null ? 'null' : `'${until}'`})`

const inShop = (work: (shop: Shop) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, sales } = trade
    await sales.run(`select public.create_job('${job}', 'Window film', '${row.clientContact}', null, 2)`)
    await server.run(
      `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${idOf('team_member')}', '2026-01-01', 20)`,
    )
    await server.run(given('team_member', 'completed', [eightToNoon], '04:00:00'))
    await work({ ...trade, mark: trade.workshop, manager: trade.as('account_manager'), tx })
  })

describe('time that was completed', () => {
  test('counts as it was until a correction is approved; then hours, job and its cost follow', async () => {
    await inShop(async ({ mark, manager, as, server }) => {
      const cost = () => as('admin').value(`select public.job_effort('${job}') ->> 'labour'`)
      const hours = () =>
        manager.value(
          `select sum((one ->> 'seconds')::int)::int from jsonb_array_elements(public.time_summary('2026-03-01', '2026-03-07', 'Europe/Malta')) as one`,
        )
      expect([await total(mark), await cost(), await hours()]).toEqual(['04:00:00', '80.00', 14400])
      expect(await mark.value(asks(shorter))).toBe('requested')
      expect([await total(mark), await cost(), await hours()]).toEqual(['04:00:00', '80.00', 14400])
      await manager.run(decides('approved'))
      expect([await total(mark), await cost(), await hours()]).toEqual(['01:30:00', '30.00', 5400])
      expect(await server.value(`select corrected_by from public.time_entries where id = '${entry}'`)).toBe(
        idOf('account_manager'),
      )
      await manager.run(decides('approved'))
      expect(await total(mark)).toBe('01:30:00')
    })
  })

  test('shows its history: what it was, what it became, why, who decided', async () => {
    await inShop(async ({ mark, manager, sales }) => {
      await mark.run(asks(shorter))
      await manager.run(decides('refused', `'You were on the ladder until ten'`))
      const history = `select public.time_corrections('${entry}')`
      expect(await mark.value(history)).toMatchObject([
        {
          status: 'refused',
          reason: 'Forgot to stop it',
          answer: 'You were on the ladder until ten',
          total_before: '04:00:00',
          total_after: '01:30:00',
          is_mine: true,
          may_decide: false,
        },
      ])
      expect(await sales.value(history)).toEqual([])
      expect(await total(mark)).toBe('04:00:00')
    })
  })

  test('tells who may decide, and then its person', async () => {
    await inShop(async ({ mark, manager }) => {
      const told = (worker: Worker) =>
        worker.rows<{ title: string; message: string; id: string }>(
          `select title, message, metadata ->> 'record_id' as id from public.notifications where metadata ->> 'record_kind' = 'time_entry'`,
        )
      await mark.run(asks(shorter))
      expect(await told(manager)).toMatchObject([
        {
          title: expect.stringMatching(/^Correction of time: /) as string,
          message: 'Bakery 4 h → 1 h 30 min: Forgot to stop it',
          id: entry,
        },
      ])
      await manager.run(decides('approved'))
      expect((await told(mark)).map(({ title }) => title)).toEqual(['Correction of time approved'])
    })
  })

  test.each<[string, (shop: Shop) => Promise<unknown>, string]>([
    ['without a reason', ({ mark }) => mark.run(asks(shorter, { reason: ' ' })), 'Please say why the time is wrong'],
    ['that changes nothing', ({ mark }) => mark.run(asks([eightToNoon])), 'Nothing was changed'],
    [
      'that ends before it starts',
      ({ mark }) => mark.run(asks([session('2026-03-02T08:00:00Z', '2026-03-02T07:00:00Z')])),
      'A session cannot end before it starts',
    ],
    [
      'whose sessions overlap',
      ({ mark }) => mark.run(asks([...shorter, session('2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z')])),
      'Sessions cannot overlap',
    ],
    [
      'into the future',
      ({ mark }) => mark.run(asks([session('2026-03-02T08:00:00Z', '2199-03-02T09:00:00Z')])),
      'A session cannot lie in the future',
    ],
    ['by a colleague', ({ manager }) => manager.run(asks(shorter)), 'This time entry is not there, or it is not yours'],
    [
      'of what waits already',
      async ({ mark }) => {
        await mark.run(asks(shorter))
        await mark.run(asks([], { id: key(21) }))
      },
      'A correction of this time waits for an answer. Withdraw it to ask for another one.',
    ],
    [
      'decided by its person',
      async ({ mark }) => {
        await mark.run(asks(shorter))
        await mark.run(decides('approved'))
      },
      'You may not decide about the time of colleagues',
    ],
    [
      'refused without an answer',
      async ({ mark, manager }) => {
        await mark.run(asks(shorter))
        await manager.run(decides('refused'))
      },
      'Please say why it is refused',
    ],
    [
      'approved after its withdrawal',
      async ({ mark, manager }) => {
        await mark.run(asks(shorter))
        await mark.run(`select public.withdraw_time_correction('${key(20)}')`)
        await manager.run(decides('approved'))
      },
      'This correction was withdrawn meanwhile',
    ],
  ])('takes no correction %s', async (_, work, words) => {
    await inShop(async (shop) => {
      expect(await refusalOf(shop.tx, () => work(shop))).toBe(words)
      expect(await total(shop.server)).toBe('04:00:00')
    })
  })

  test('keeps the correction of a person who is no colleague any more', async () => {
    await inShop(async ({ mark, server, tx }) => {
      await mark.run(asks(shorter))
      await server.run(`update public.user_roles set role = 'client' where user_id = '${idOf('team_member')}'`)
      const withdraws = () => mark.run(`select public.withdraw_time_correction('${key(20)}')`)
      expect(await refusalOf(tx, withdraws)).toBe('This correction is not there any more')
    })
  })

  test('takes no correction over other time of its person, asked or approved', async () => {
    await inShop(async ({ mark, manager, server, tx }) => {
      const longer = [session('2026-03-02T08:00:00Z', '2026-03-02T13:00:00Z')]
      await mark.run(asks(longer))
      await server.run(
        given(
          'team_member',
          'completed',
          [paused('2026-03-02T12:30:00.000Z', '2026-03-02T14:00:00.000Z', '01:30:00')],
          '01:30:00',
          key(11),
        ),
      )
      const overlap = /^This time overlaps with other time of .* for Bakery, JOB-2026-0001, 2 Mar 2026, 13:30 to 15:00$/
      expect(await refusalOf(tx, () => manager.run(decides('approved')))).toMatch(overlap)
      await mark.run(`select public.withdraw_time_correction('${key(20)}')`)
      expect(await refusalOf(tx, () => mark.run(asks(longer, { id: key(21) })))).toMatch(overlap)
    })
  })

  test('of a manager is corrected by a colleague, and at once by the only one who may', async () => {
    await inShop(async ({ manager, as, server, tx }) => {
      const own = key(12)
      await server.run(given('account_manager', 'completed', [eightToNoon], '04:00:00', own))
      expect(await manager.value(asks(shorter, { of: own }))).toBe('requested')
      expect(await refusalOf(tx, () => manager.run(decides('approved')))).toBe(
        'A colleague who manages time decides about your own correction',
      )
      await as('admin').run(decides('approved'))
      expect(await total(manager, own)).toBe('01:30:00')
      await server.run(`delete from public.role_permissions where permission_id in (
        select id from public.permissions where name = 'manage_time_tracking')`)
      await server.run(
        `update auth.users set banned_until = now() + interval '1 day' where id = '${idOf('otherAdmin')}'`,
      )
      await server.run(given('admin', 'completed', [eightToNoon], '04:00:00', key(15)))
      expect(await as('admin').value(asks(shorter, { of: key(15), id: key(22) }))).toBe('approved')
      expect(await total(as('admin'), key(15))).toBe('01:30:00')
    })
  })
})

describe('a timer that is not completed', () => {
  test('is corrected without asking, and keeps what it was', async () => {
    await inShop(async ({ mark, server, tx }) => {
      await server.run(
        given(
          'team_member',
          'paused',
          [paused('2026-03-03T08:00:00.000Z', '2026-03-03T12:00:00.000Z', '04:00:00')],
          '04:00:00',
          key(13),
        ),
      )
      const sessions = JSON.stringify([session('2026-03-03T08:00:00Z', '2026-03-03T09:00:00Z')])
      await mark.run(`select public.correct_timer('${key(13)}', 'Bakery', null, '${sessions}')`)
      expect(await mark.value(`select public.time_corrections('${key(13)}')`)).toMatchObject([
        { status: 'own', total_before: '04:00:00', total_after: '01:00:00' },
      ])
      // It was no request: there is nothing to take back.
      const id = await server.value<string>(`select id from public.time_corrections where status = 'own'`)
      expect(await refusalOf(tx, () => mark.run(`select public.withdraw_time_correction('${id}')`))).toBe(
        'This correction is not there any more',
      )
    })
  })

  test('writes no correction down when it is started, paused, resumed and stopped', async () => {
    await inShop(async ({ mark, server }) => {
      const id = await mark.value<string>(`select id from public.start_timer('Bakery', null)`)
      for (const move of ['pause', 'resume', 'pause', 'stop']) await mark.run(`select public.${move}_timer('${id}')`)
      expect(await server.value('select count(*)::int from public.time_corrections')).toBe(0)
    })
  })

  test('whose last session is longer than the company says asks when the work ended', async () => {
    await inShop(async ({ mark, server, tx }) => {
      const runs = (hours: number) =>
        server.run(`update public.time_entries set status = 'active', sessions = jsonb_build_array(jsonb_build_object('startTime',
          private.iso(clock_timestamp() - interval '${hours} hours'), 'endTime', null, 'duration', '00:00:00', 'isPaused', false, 'pausedAt', null))
          where id = '${entry}'`)
      const stop = (ended = '') => mark.run(`select public.stop_timer('${entry}'${ended})`)
      await runs(11)
      expect(await refusalOf(tx, () => stop())).toBe(
        'The last session of this timer is longer than 10 hours. Please say when the work ended.',
      )
      expect(await refusalOf(tx, () => stop(`, now() - interval '12 hours'`))).toBe(
        'The work ended between the start of its last session and now',
      )
      await stop(`, clock_timestamp() - interval '3 hours'`)
      expect((await total(mark)).slice(0, 5)).toBe('08:00')

      await server.run('update public.company_settings set long_timer_hours = 12')
      await runs(11)
      await stop()
      expect((await total(mark)).slice(0, 5)).toBe('11:00')
    })
  })

  test('is paused at the very moment at which another one begins or goes on', async () => {
    await inShop(async ({ mark, server, tx }) => {
      const first = await mark.value<string>(`select id from public.start_timer('Bakery', null)`)
      expect(await refusalOf(tx, () => mark.run(`select public.start_timer('Florist', null)`))).toBe(
        'Please pause or stop your active timer before starting another one.',
      )
      const second = await mark.value<string>(`select id from public.start_timer('Florist', null, true)`)
      const moments = (ended: string, began: string) =>
        server.one(`select e.status as ended, b.status as began, e.sessions -> -1 ->> 'endTime' = b.sessions -> -1 ->> 'startTime' as together
          from public.time_entries e, public.time_entries b where e.id = '${ended}' and b.id = '${began}'`)
      expect(await moments(first, second)).toEqual({ ended: 'paused', began: 'active', together: true })
      expect(await refusalOf(tx, () => mark.run(`select public.resume_timer('${first}')`))).toBe(
        'Please pause or stop your active timer before resuming another one.',
      )
      await mark.run(`select public.resume_timer('${first}', true)`)
      expect(await moments(second, first)).toEqual({ ended: 'paused', began: 'active', together: true })

      const step = await server.value<string>(
        `insert into public.job_steps (job_id, position, name) values ('${job}', 'a0', 'Print') returning id`,
      )
      const third = await mark.value<string>(`select public.start_step('${step}', true)`)
      expect(await moments(first, third)).toEqual({ ended: 'paused', began: 'active', together: true })
    })
  })
})

describe('hours that are closed', () => {
  test('change for nobody, until they are opened again', async () => {
    await inShop(async ({ mark, manager, as, tx }) => {
      const closed = 'The hours up to 7 Mar 2026 are closed. Who manages time can open them again.'
      expect(await refusalOf(tx, () => mark.run(closes('2026-03-07')))).toBe(
        'You may not close the hours of the company',
      )
      await manager.run(closes('2026-03-07'))
      expect(await refusalOf(tx, () => mark.run(asks(shorter)))).toBe(closed)
      expect(await refusalOf(tx, () => as('admin').run(`delete from public.time_entries where id = '${entry}'`))).toBe(
        closed,
      )
      const past = JSON.stringify([
        {
          ...eightToNoon,
          startTime: '2026-03-02T13:00:00.000Z',
          endTime: '2026-03-02T14:00:00.000Z',
          duration: '01:00:00',
        },
      ])
      expect(
        await refusalOf(tx, () =>
          mark.run(
            `insert into public.time_entries (status, client_name, sessions, total_duration) values ('paused', 'Bakery', '${past}', '01:00:00')`,
          ),
        ),
      ).toBe(closed)
      await mark.run(`select public.start_timer('Bakery', null)`)
      await manager.run(closes(null))
      expect(await mark.value(asks(shorter))).toBe('requested')
    })
  })

  test('are not closed while a correction of them waits, a timer runs since then, or the day is not over', async () => {
    await inShop(async ({ mark, manager, server, tx }) => {
      await mark.run(asks(shorter))
      expect(await refusalOf(tx, () => manager.run(closes('2026-03-07')))).toBe(
        'A correction of these days waits for an answer',
      )
      await manager.run(closes('2026-03-01'))
      await manager.run(decides('approved'))
      await manager.run(closes('2026-03-07'))
      expect(
        await refusalOf(tx, () => manager.run(`select public.close_hours((now() at time zone 'Europe/Malta')::date)`)),
      ).toBe('Only days that are over can be closed')
      await server.run(
        given(
          'sales',
          'active',
          [{ ...session('2026-03-09T08:00:00.000Z', null), duration: '00:00:00' }],
          '00:00:00',
          key(14),
        ),
      )
      expect(await refusalOf(tx, () => manager.run(closes('2026-03-10')))).toMatch(
        /^The timer of .* has been running since these days$/,
      )
    })
  })
})

describe('time by hand', () => {
  const adds = (id: string, from: string, until: string, more = `p_job_id => '${job}'`, reason = 'No timer ran') =>
    `select public.add_time('${id}', '${from}', '${until}', '${reason}', ${more})`

  test('is marked, counts for its job after an approval, and is added once', async () => {
    await inShop(async ({ mark, manager, server }) => {
      const call = adds(key(30), '2026-03-03T08:00:00Z', '2026-03-03T09:30:00Z')
      expect(await mark.value(call)).toBe('requested')
      expect(await mark.value(call)).toBe('requested')
      const read = `select status, by_hand, total_duration, job_id = '${job}' as of_job, coalesce(client_name, business_name) is not null as is_named
        from public.time_entries where id = '${key(30)}'`
      const waits = { status: 'completed', by_hand: true, total_duration: '00:00:00', of_job: true, is_named: true }
      expect(await mark.rows(read)).toEqual([waits])
      const [asked] = await manager.value<{ id: string; may_decide: boolean }[]>(
        `select public.time_corrections('${key(30)}')`,
      )
      expect(asked).toMatchObject({ total_after: '01:30:00', reason: 'No timer ran', may_decide: true })
      expect(
        await server.value(`select max(message) from public.notifications where title like 'Time added by hand: %'`),
      ).toMatch(/ 1 h 30 min, 3 Mar 2026, \d\d:00–\d\d:30: No timer ran$/)
      await manager.run(`select public.decide_time_correction('${asked?.id}', 'approved')`)
      expect(await mark.rows(read)).toEqual([{ ...waits, total_duration: '01:30:00' }])
    })
  })

  test('is refused over other work, in closed days, in the future, without a reason, and for nobody', async () => {
    await inShop(async ({ mark, manager, as, tx }) => {
      const tried = (sql: string, who = mark) => refusalOf(tx, () => who.run(sql))
      expect(await tried(adds(key(31), '2026-03-02T11:00:00Z', '2026-03-02T13:00:00Z'))).toMatch(
        /^This time overlaps with other time of /,
      )
      expect(await tried(adds(key(31), '2999-03-02T11:00:00Z', '2999-03-02T13:00:00Z'))).toMatch(
        /^A session cannot lie in the future/,
      )
      expect(await tried(adds(key(31), '2026-03-03T11:00:00Z', '2026-03-03T11:00:00Z'))).toMatch(
        /^A session cannot end before it starts/,
      )
      expect(
        await tried(adds(key(31), '2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z', `p_job_id => '${job}'`, ' ')),
      ).toMatch(/^Please say why no timer ran/)
      expect(
        await tried(adds(key(31), '2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z', `p_client_name => ' '`)),
      ).toMatch(/^Say for whom the work was/)
      expect(await tried(adds(key(31), '2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z'), as('client'))).toMatch(
        /^Only staff keep time/,
      )
      await manager.run(closes('2026-03-05'))
      expect(await tried(adds(key(31), '2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z'))).toMatch(
        /^The hours up to 5 Mar 2026 are closed/,
      )
      // Who inserts a row does not mark it as one by hand.
      await mark.run(`insert into public.time_entries (id, client_name, by_hand) values ('${key(32)}', 'Bakery', true)`)
      expect(await mark.value(`select by_hand from public.time_entries where id = '${key(32)}'`)).toBe(false)
    })
  })
})
