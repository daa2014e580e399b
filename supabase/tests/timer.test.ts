import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, type Outcome, undone } from './act.ts'
import { emailOf, idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Session = {
  startTime: string
  endTime: string | null
  duration: string
  isPaused: boolean
  pausedAt: string | null
}
type Entry = { id: string; status: string; sessions: Session[]; total_duration: string; touched_at: string }

const one = 'f1000000-0000-4000-a000-000000000001'
const two = 'f1000000-0000-4000-a000-000000000002'
const start = (client: string) => `select * from public.start_timer('${client}', null)`
const pause = (id: string) => `select * from public.pause_timer('${id}')`
const pauseAt = (id: string, ended: string) => `select * from public.pause_timer('${id}', '${ended}')`
const resume = (id: string) => `select * from public.resume_timer('${id}')`
const stop = (id: string) => `select * from public.stop_timer('${id}')`

const word = (outcome: Outcome) => ('refused' in outcome ? `${outcome.refused} ${outcome.because}` : outcome.touched)
const session = (startTime: string, endTime: string | null, duration = '00:00:00', isPaused = false): Session => ({
  startTime,
  endTime,
  duration,
  isPaused,
  pausedAt: isPaused ? endTime : null,
})

/** A row as the owner of the database puts it there, past every rule. */
const given = (id: string, person: Person, status: string, sessions: unknown = [], total = '00:00:00') =>
  `insert into public.time_entries (id, user_id, user_email, status, client_name, sessions, total_duration) values
    ('${id}', '${idOf(person)}', '${emailOf(person)}', '${status}', 'Bakery', '${JSON.stringify(sessions)}', '${total}')`

/** Acts on one database that is undone at the end. */
function inWorld<Result>(person: Person, setting: string, work: (as: Hands) => Promise<Result>): Promise<Result> {
  return undone(engine, async (tx) => {
    if (setting) await tx.exec(setting)
    await become(tx, person)
    return work({ does: (sql) => attempt(tx, sql), entry: (id) => readEntry(tx, person, id) })
  })
}
type Hands = { does: (sql: string) => Promise<Outcome>; entry: (id: string) => Promise<Entry | undefined> }

async function readEntry(tx: Queryable, person: Person, id: string): Promise<Entry | undefined> {
  await becomeOwner(tx)
  const { rows } = await tx.query<Entry>(`select * from public.time_entries where id = $1`, [id])
  await become(tx, person)
  return rows[0]
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const hourAgo = () => ago(1)
const at = (clock: string) => `2026-03-02T${clock}.000Z`
const longAgo = [session(at('08:00:00'), at('09:30:00'), '01:30:00', true)]

describe('a timer', () => {
  test('starts with one open session, for a client or a business', async () => {
    await inWorld('sales', '', async ({ does }) => {
      const outcome = await does(`select *, now() - (sessions -> 0 ->> 'startTime')::timestamptz < '1 minute' as is_now
        from public.start_timer('  Anna Bakery ', ' ')`)
      expect(outcome).toMatchObject({
        rows: [
          {
            user_id: idOf('sales'),
            user_email: emailOf('sales'),
            status: 'active',
            client_name: 'Anna Bakery',
            business_name: null,
            total_duration: '00:00:00',
            is_now: true,
            sessions: [{ endTime: null, duration: '00:00:00', isPaused: false, pausedAt: null }],
          },
        ],
      })
    })
  })

  test('for nobody is refused in words', async () => {
    const outcome = await inWorld('sales', '', ({ does }) => does(`select public.start_timer(' ', null)`))
    expect(word(outcome)).toBe('23514 Choose a client or a business')
  })

  test('spec 2 §4: that is paused closes its session with its duration and adds it to the total', async () => {
    const sessions = [...longAgo, session(hourAgo(), null)]
    await inWorld('sales', given(one, 'sales', 'active', sessions, '01:30:00'), async ({ does, entry }) => {
      expect(word(await does(pause(one)))).toBe(1)
      const paused = await entry(one)
      expect([paused?.status, paused?.total_duration.slice(0, 5), paused?.sessions[0]]).toEqual([
        'paused',
        '02:30',
        longAgo[0],
      ])
      const last = paused?.sessions[1]
      expect(last).toEqual({ ...session(last?.startTime ?? '', last?.endTime ?? '', last?.duration, true) })
      expect(last?.duration.slice(0, 5)).toBe('01:00')
    })
  })

  test('spec 2 §4: that is resumed gets a new session and keeps the old ones', async () => {
    await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does, entry }) => {
      expect(word(await does(resume(one)))).toBe(1)
      const resumed = await entry(one)
      expect(resumed).toMatchObject({
        status: 'active',
        total_duration: '01:30:00',
        sessions: [longAgo[0], { endTime: null, isPaused: false }],
      })
    })
  })

  test('that is stopped while it runs ends now', async () => {
    const running = given(one, 'sales', 'active', [session(hourAgo(), null)])
    await inWorld('sales', running, async ({ does, entry }) => {
      await does(stop(one))
      const stopped = await entry(one)
      expect([stopped?.status, stopped?.total_duration.slice(0, 5), stopped?.sessions[0]?.isPaused]).toEqual([
        'completed',
        '01:00',
        false,
      ])
    })
  })

  test.each([
    ['its session was closed by the pause', longAgo, '01:30:00'],
    ['its session was left open', [{ ...longAgo[0], endTime: null, pausedAt: at('09:30:00') }], '00:00:00'],
  ])('that is stopped while paused ends at its pause: %s', async (_, sessions, total) => {
    await inWorld('sales', given(one, 'sales', 'paused', sessions, total), async ({ does, entry }) => {
      expect(word(await does(stop(one)))).toBe(1)
      expect(await entry(one)).toMatchObject({ status: 'completed', sessions: longAgo, total_duration: '01:30:00' })
    })
  })

  test('that is paused without the time of its pause counts nothing for that session', async () => {
    const sessions = [session(at('08:00:00'), null)]
    await inWorld('sales', given(one, 'sales', 'paused', sessions), async ({ does, entry }) => {
      await does(stop(one))
      expect(await entry(one)).toMatchObject({ total_duration: '00:00:00', sessions: [{ endTime: at('08:00:00') }] })
    })
  })

  test('that began in the future by a clock gone back never has a negative duration', async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString()
    await inWorld('sales', given(one, 'sales', 'active', [session(start, null)]), async ({ does, entry }) => {
      expect(word(await does(pause(one)))).toBe(1)
      expect(word(await does(resume(one)))).toBe(1)
      expect(word(await does(stop(one)))).toBe(1)
      const nothing = session(start, start)
      expect(await entry(one)).toMatchObject({
        status: 'completed',
        sessions: [{ ...nothing, isPaused: true, pausedAt: start }, nothing],
        total_duration: '00:00:00',
      })
    })
  })

  test('whose sessions overlapped before is paused, resumed and stopped all the same', async () => {
    const sessions = [session(ago(6), ago(2), '04:00:00'), session(ago(3), null)]
    await inWorld('sales', given(one, 'sales', 'active', sessions, '04:00:00'), async ({ does }) => {
      const moves = [word(await does(pause(one))), word(await does(resume(one))), word(await does(stop(one)))]
      expect(moves).toEqual([1, 1, 1])
    })
  })

  test.each([
    ['99:59:59', '00:00:01', '100:00:00'],
    ['24:00:00', '24:00:00', '48:00:00'],
    ['999998:30:00', '01:30:00', '1000000:00:00'],
    ['1:2:3', '00:00:05', '00:00:05'],
    ['-00:00:01', '00:60:00', '00:00:00'],
    ['NaN', '00:00:07', '00:00:07'],
  ])('whose sessions lasted %s and %s totals %s', async (first, second, total) => {
    const sessions = [first, second].map((duration) => ({ ...session(at('08:00:00'), at('08:00:00')), duration }))
    await inWorld('sales', given(one, 'sales', 'paused', sessions), async ({ does, entry }) => {
      await does(stop(one))
      expect((await entry(one))?.total_duration).toBe(total)
    })
  })

  test('with ten thousand sessions is stopped', async () => {
    const sessions = Array.from({ length: 10_000 }, () => session(at('08:00:00'), at('08:00:01'), '00:00:01', true))
    await inWorld('sales', given(one, 'sales', 'paused', sessions, '02:46:40'), async ({ does, entry }) => {
      expect(word(await does(stop(one)))).toBe(1)
      expect((await entry(one))?.total_duration).toBe('02:46:40')
    })
  })
})

describe('R15: asked again', () => {
  test('twenty times to pause, one session is closed once', async () => {
    await inWorld('sales', given(one, 'sales', 'active', [session(hourAgo(), null)]), async ({ does, entry }) => {
      await does(pause(one))
      const once = await entry(one)
      for (let click = 0; click < 19; click++) expect(word(await does(pause(one)))).toBe(1)
      expect(await entry(one)).toEqual(once)
    })
  })

  test('twenty times to resume, one session is added', async () => {
    await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does, entry }) => {
      for (let click = 0; click < 20; click++) expect(word(await does(resume(one)))).toBe(1)
      expect((await entry(one))?.sessions.length).toBe(2)
    })
  })

  test('to stop what is completed, it stays as it was', async () => {
    await inWorld('sales', given(one, 'sales', 'completed', longAgo, '01:30:00'), async ({ does, entry }) => {
      const before = await entry(one)
      expect(word(await does(stop(one)))).toBe(1)
      expect(await entry(one)).toEqual(before)
      expect([word(await does(pause(one))), word(await does(resume(one)))]).toEqual([
        '55000 A completed timer stays as it is',
        '55000 A completed timer stays as it is',
      ])
    })
  })

  test('spec 2 §4: a second timer is not resumed or started while one is active, and nothing of it changes', async () => {
    const setting = `${given(one, 'sales', 'active', [session(hourAgo(), null)])};
      ${given(two, 'sales', 'paused', longAgo, '01:30:00')}`
    await inWorld('sales', setting, async ({ does, entry }) => {
      const before = await entry(two)
      expect([word(await does(resume(two))), word(await does(start('Bakery')))]).toEqual([
        '23505 Please pause or stop your active timer before resuming another one.',
        '23505 Please pause or stop your active timer before starting another one.',
      ])
      expect(await entry(two)).toEqual(before)
      expect(word(await does(pause(one)))).toBe(1)
      expect(word(await does(resume(two)))).toBe(1)
    })
  })
})

describe("T12: somebody else's timer", () => {
  const moves = [pause, resume, stop, (id: string) => `select public.correct_timer('${id}', 'x', null)`]

  test.each(['admin', 'account_manager'] as const)('is not moved by %s, who reads it', async (person) => {
    await inWorld(person, given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does, entry }) => {
      const before = await entry(one)
      for (const move of moves) expect(word(await does(move(one)))).toBe('42501 This timer belongs to somebody else')
      expect(await entry(one)).toEqual(before)
    })
  })

  test.each(['team_member', 'client', 'pending'] as const)('does not exist for %s', async (person) => {
    await inWorld(person, given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does }) => {
      for (const move of moves) expect(word(await does(move(one)))).toBe('P0002 The timer was not found')
    })
  })

  test('visitors may not even ask, newcomers and clients start none', async () => {
    const visitor = await inWorld('visitor', '', ({ does }) => does(start('Bakery')))
    const others = await Promise.all(
      (['newcomer', 'pending', 'client'] as const).map((person) =>
        inWorld(person, '', ({ does }) => does(start('Bakery'))),
      ),
    )
    expect([visitor, ...others].map((outcome) => 'refused' in outcome && outcome.refused)).toEqual(
      Array.from({ length: 4 }, () => '42501'),
    )
  })
})

describe('a direct update of the whole row', () => {
  const whole = (status: string, sessions: unknown, total: string) => `update public.time_entries set
    id = id, user_id = user_id, user_email = user_email, created_at = created_at, client_name = client_name,
    status = '${status}', sessions = '${JSON.stringify(sessions)}', total_duration = '${total}' where id = '${one}'`
  const running = [session(at('08:00:00'), null)]
  const closed = (duration: string, end = at('09:00:00')) => [session(at('08:00:00'), end, duration, true)]

  test('spec 2 §7: pauses, resumes and stops as the specification does, where it keeps the rules', async () => {
    await inWorld('sales', given(one, 'sales', 'active', running), async ({ does, entry }) => {
      const paused = closed('01:00:00')
      expect(word(await does(whole('paused', paused, '01:00:00')))).toBe(1)
      const again = [...paused, session(at('10:00:00'), null)]
      expect(word(await does(whole('active', again, '01:00:00')))).toBe(1)
      const done = [...paused, session(at('10:00:00'), at('10:00:05'), '00:00:05')]
      expect(word(await does(whole('completed', done, '01:00:05')))).toBe(1)
      expect(await entry(one)).toMatchObject({ status: 'completed', sessions: done, total_duration: '01:00:05' })
    })
  })

  test('may round its durations either way', async () => {
    const half = session(at('08:00:00'), '2026-03-02T09:00:00.700Z', '01:00:01', true)
    await inWorld('sales', given(one, 'sales', 'active', running), async ({ does }) => {
      expect(word(await does(whole('paused', [half], '01:00:01')))).toBe(1)
    })
  })

  test.each([
    ['a wrong total', 'paused', closed('01:00:00'), '02:00:00', 'The total does not match the sessions'],
    [
      'a wrong duration',
      'paused',
      closed('03:00:00'),
      '03:00:00',
      'The duration of a session does not match its times',
    ],
    [
      'no duration',
      'paused',
      [{ ...closed('')[0], duration: null }],
      '00:00:00',
      'The duration of a session does not match its times',
    ],
    [
      'an end before its start',
      'paused',
      closed('00:00:00', at('07:00:00')),
      '00:00:00',
      'A session cannot end before it starts',
    ],
    ['an open session while paused', 'paused', running, '00:00:00', 'Only the last session of a running timer is open'],
    ['no open session while active', 'active', closed('01:00:00'), '01:00:00', 'A running timer needs an open session'],
    [
      'an open session before the last',
      'active',
      [session(at('06:00:00'), null), ...running],
      '00:00:00',
      'Only the last session of a running timer is open',
    ],
    [
      'overlapping sessions',
      'active',
      [...closed('01:00:00'), session(at('08:30:00'), null)],
      '01:00:00',
      'Sessions cannot overlap',
    ],
    [
      'the future',
      'active',
      [session('2999-01-01T00:00:00.000Z', null)],
      '00:00:00',
      'A session cannot lie in the future',
    ],
    ['no start', 'paused', [{ endTime: at('09:00:00') }], '00:00:00', 'A session needs a start time'],
    ['a null among its sessions', 'active', [null, ...running], '00:00:00', 'A session needs a start time'],
    ['an end that is no time', 'paused', closed('01:00:00', 'noon'), '01:00:00', 'The end of a session is not a time'],
    [
      'time counted while it runs',
      'active',
      [session(at('08:00:00'), null, '05:00:00')],
      '05:00:00',
      'An open session has no duration yet',
    ],
    [
      'isPaused of a word',
      'active',
      [{ ...running[0], isPaused: 'no' }],
      '00:00:00',
      'A session is either paused or not',
    ],
    [
      'a hidden letter',
      'active',
      [{ ...running[0], note: 'x'.repeat(1000) }],
      '00:00:00',
      'A session holds more than its five values',
    ],
  ])('is refused with %s', async (_, status, sessions, total, because) => {
    const now = [session(at('07:30:00'), null)]
    await inWorld('sales', given(one, 'sales', 'active', now), async ({ does, entry }) => {
      const before = await entry(one)
      expect(word(await does(whole(status, sessions, total)))).toBe(`23514 ${because}`)
      expect(await entry(one)).toEqual(before)
    })
  })

  describe('spec 2 §7: cannot count a known session double', () => {
    const [eight] = closed('01:00:00')
    const ten = session(at('10:00:00'), at('11:00:00'), '01:00:00', true)
    const known = [eight, ten]

    test.each([
      ['twice', [eight, eight], '02:00:00'],
      ['behind a new one that overlaps it', [session(at('07:30:00'), at('08:30:00'), '01:00:00'), eight], '02:00:00'],
      ['before another that it followed', [ten, eight], '02:00:00'],
      ['behind one that was made longer', [session(at('08:00:00'), at('10:30:00'), '02:30:00'), ten], '03:30:00'],
    ])('%s', async (_, sessions, total) => {
      await inWorld('sales', given(one, 'sales', 'paused', known, '02:00:00'), async ({ does, entry }) => {
        const before = await entry(one)
        expect(word(await does(whole('paused', sessions, total)))).toBe('23514 Sessions cannot overlap')
        expect(await entry(one)).toEqual(before)
      })
    })

    test.each([
      [
        'one that is new and lies before it',
        [session(at('07:00:00'), at('08:00:00'), '01:00:00'), ...known],
        '03:00:00',
      ],
      ['one between', [eight, session(at('09:00:00'), at('10:00:00'), '01:00:00'), ten], '03:00:00'],
      ['none before it any more', [ten], '01:00:00'],
    ])('but stands beside %s', async (_, sessions, total) => {
      await inWorld('sales', given(one, 'sales', 'paused', known, '02:00:00'), async ({ does }) => {
        expect(word(await does(whole('paused', sessions, total)))).toBe(1)
      })
    })
  })

  test('spec 2 §7: is refused as a second active one with the code of the index', async () => {
    const setting = `${given(two, 'sales', 'active', running)}; ${given(one, 'sales', 'paused', longAgo, '01:30:00')}`
    const outcome = await inWorld('sales', setting, ({ does }) =>
      does(whole('active', [...longAgo, session(at('10:00:00'), null)], '01:30:00')),
    )
    expect('refused' in outcome && outcome.refused).toBe('23505')
  })

  test('spec 2 §7: does not reach what is completed or not one’s own', async () => {
    const change = whole('active', running, '00:00:00')
    const completed = await inWorld('sales', given(one, 'sales', 'completed'), ({ does }) => does(change))
    const another = await inWorld('admin', given(one, 'sales', 'active', running), ({ does }) => does(change))
    expect([word(completed), word(another)]).toEqual([0, 0])
  })

  test('is not hindered by what was broken before', async () => {
    const broken = [
      { startTime: 'yesterday' },
      session(at('09:00:00'), at('08:00:00'), '99:00:00'),
      session(hourAgo(), null),
    ]
    await inWorld('sales', given(one, 'sales', 'active', broken, '99:00:00'), async ({ does, entry }) => {
      expect(word(await does(pause(one)))).toBe(1)
      expect((await entry(one))?.status).toBe('paused')
    })
  })

  test('moves touched_at only when the timer moves, whatever it says itself', async () => {
    await inWorld('sales', given(one, 'sales', 'active', [session(hourAgo(), null)]), async ({ does, entry }) => {
      const [before] = [await entry(one)]
      await does(`update public.time_entries set client_name = 'Café', touched_at = '2020-01-01' where id = '${one}'`)
      expect((await entry(one))?.touched_at).toEqual(before?.touched_at)
      await does(`select pg_sleep(0.01)`)
      await does(pause(one))
      expect((await entry(one))?.touched_at).not.toEqual(before?.touched_at)
    })
  })
})

describe('a correction', () => {
  const correct = (sessions: unknown) =>
    `select public.correct_timer('${one}', 'Anna', 'Café', '${JSON.stringify(sessions)}')`

  test('changes names and times; durations and the total follow', async () => {
    await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does, entry }) => {
      expect(word(await does(correct([{ ...longAgo[0], endTime: at('08:20:00') }])))).toBe(1)
      expect(await entry(one)).toMatchObject({
        client_name: 'Anna',
        business_name: 'Café',
        status: 'paused',
        sessions: [session(at('08:00:00'), at('08:20:00'), '00:20:00', true)],
        total_duration: '00:20:00',
      })
    })
  })

  test('leaves out a session that was taken out, and the total follows', async () => {
    const both = [...longAgo, session(at('10:00:00'), at('10:30:00'), '00:30:00', true)]
    await inWorld('sales', given(one, 'sales', 'paused', both, '02:00:00'), async ({ does, entry }) => {
      expect(word(await does(correct(both.slice(1))))).toBe(1)
      expect(await entry(one)).toMatchObject({ sessions: both.slice(1), total_duration: '00:30:00' })
      expect(word(await does(correct([])))).toBe(1)
      expect(await entry(one)).toMatchObject({ status: 'paused', sessions: [], total_duration: '00:00:00' })
      expect(word(await does(resume(one)))).toBe(1)
    })
  })

  test('of a running timer leaves it running', async () => {
    const running = [...longAgo, session(at('10:00:00'), null)]
    await inWorld('sales', given(one, 'sales', 'active', running, '01:30:00'), async ({ does, entry }) => {
      expect(word(await does(correct([running[1]])))).toBe(1)
      expect(await entry(one)).toMatchObject({ status: 'active', sessions: [running[1]], total_duration: '00:00:00' })
    })
  })

  test.each([
    ['gets an end', [session(at('10:00:00'), at('17:30:00'))], 'paused', '07:30:00'],
    ['is taken out', [], 'paused', '00:00:00'],
  ])('of a running timer whose last session %s pauses it there', async (_, sessions, status, total) => {
    const running = [session(at('10:00:00'), null)]
    await inWorld('sales', given(one, 'sales', 'active', running), async ({ does, entry }) => {
      expect(word(await does(correct(sessions)))).toBe(1)
      expect(await entry(one)).toMatchObject({
        status,
        total_duration: total,
        sessions: sessions.map((was) => ({ ...was, duration: total, isPaused: true, pausedAt: was.endTime })),
      })
    })
  })

  test('of what moved since it was looked at is refused, and of what did not is not', async () => {
    const seen = (when: string) =>
      `select public.correct_timer('${one}', 'Anna', null, '[]', (select touched_at from public.time_entries) ${when})`
    await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does, entry }) => {
      expect(word(await does(seen(`- interval '1 microsecond'`)))).toBe(
        'PT409 The timer has moved meanwhile. Look at it and save again.',
      )
      expect((await entry(one))?.sessions).toEqual(longAgo)
      expect(word(await does(seen('')))).toBe(1)
      expect((await entry(one))?.sessions).toEqual([])
    })
  })

  test.each([
    ['turns time back', [{ ...longAgo[0], endTime: at('07:00:00') }], '23514 A session cannot end before it starts'],
    ['has no start', [{ endTime: at('07:00:00') }], '23514 A session needs a start time'],
  ])('is refused where it %s', async (_, sessions, because) => {
    const outcome = await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), ({ does }) =>
      does(correct(sessions)),
    )
    expect(word(outcome)).toBe(because)
  })

  test('A13: reaches back five years at most', async () => {
    const years = (count: number) => {
      const day = new Date()
      day.setUTCFullYear(day.getUTCFullYear() - count)
      return `${day.toISOString().slice(0, 10)}T`
    }
    const worked = (day: string) => [
      { ...longAgo[0], startTime: `${day}08:00:00.000Z`, endTime: `${day}09:00:00.000Z` },
    ]
    const outcomes = await inWorld('sales', given(one, 'sales', 'paused', longAgo, '01:30:00'), async ({ does }) => [
      word(await does(correct(worked('1999-05-03T')))),
      word(await does(correct(worked(years(6))))),
      word(await does(correct(worked(years(4))))),
    ])
    const refused = '23514 A session cannot begin more than five years ago'
    expect(outcomes).toEqual([refused, refused, 1])
  })

  test('A13: overlaps with no other entry of the person, so that a day has 24 hours at most', async () => {
    const elsewhere = [session(at('10:00:00'), at('12:00:00'), '02:00:00', true)]
    const setting = [
      given(one, 'sales', 'paused', longAgo, '01:30:00'),
      given(two, 'sales', 'completed', elsewhere, '02:00:00'),
      given('f1000000-0000-4000-a000-000000000003', 'colleague', 'completed', elsewhere, '02:00:00'),
    ].join(';')
    const overlap = '23514 This time overlaps with your time for Bakery, 2 Mar 2026, 10:00 to 12:00'
    const outcomes = await inWorld('sales', setting, async ({ does }) => [
      word(await does(correct([{ ...longAgo[0], endTime: at('10:00:01') }]))),
      word(await does(correct([{ ...longAgo[0], startTime: at('00:00:00'), endTime: at('23:59:00') }]))),
      word(await does(correct([{ ...longAgo[0], endTime: at('10:00:00') }]))),
      word(
        await does(`update public.time_entries set total_duration = '01:00:00', sessions = jsonb_build_array(
          private.closed_session('{"startTime":"${at('11:00:00')}"}', '${at('12:00:00')}', true)) where id = '${one}'`),
      ),
    ])
    expect(outcomes).toEqual([overlap, overlap, 1, overlap])
    const alone = await inWorld('colleague', `${given(one, 'colleague', 'paused', longAgo, '01:30:00')}`, ({ does }) =>
      does(correct([{ ...longAgo[0], endTime: at('11:00:00') }])),
    )
    expect(word(alone)).toBe(1)
  })

  test('A13: time that overlaps already can be made shorter, and its timer goes on', async () => {
    const inside = [session(at('08:30:00'), at('09:00:00'), '00:30:00', true)]
    const setting = [
      given(one, 'sales', 'paused', longAgo, '01:30:00'),
      given(two, 'sales', 'completed', inside, '00:30:00'),
    ].join(';')
    await inWorld('sales', setting, async ({ does }) => {
      expect(word(await does(correct([{ ...longAgo[0], endTime: at('08:40:00') }])))).toBe(1)
      for (const move of [resume, pause, stop]) expect(word(await does(move(one)))).toBe(1)
    })
  })

  test('of a completed timer is refused', async () => {
    const outcome = await inWorld('sales', given(one, 'sales', 'completed', longAgo, '01:30:00'), ({ does }) =>
      does(correct(longAgo)),
    )
    expect(word(outcome)).toBe('55000 A completed timer stays as it is')
  })
})

describe('hours of a span of days', () => {
  const summary = (from: string, to: string, zone = 'Europe/Malta') =>
    `select public.time_summary('${from}', '${to}', '${zone}') as rows`
  const night = [session('2026-03-02T21:30:00.000Z', '2026-03-03T00:30:00.500Z', '03:00:00')]
  const hers = `${given(one, 'sales', 'completed', night, '03:00:00')};
    ${given(two, 'colleague', 'completed', longAgo, '01:30:00')}`
  const rowsOf = async (person: Person, sql: string, setting = hers) => {
    const outcome = await inWorld(person, setting, ({ does }) => does(sql))
    return 'refused' in outcome ? word(outcome) : outcome.rows[0]?.['rows']
  }
  const line = (person: Person, day: string, seconds: number) => ({
    day,
    user_id: idOf(person),
    person,
    client_name: 'Bakery',
    business_name: null,
    seconds,
    is_running: false,
  })

  test('a session over midnight counts on both days of that zone, to the second', async () => {
    expect(await rowsOf('sales', summary('2026-03-01', '2026-03-04'))).toEqual([
      line('sales', '2026-03-02', 5400),
      line('sales', '2026-03-03', 5400),
    ])
    expect(await rowsOf('sales', summary('2026-03-01', '2026-03-04', 'UTC'))).toEqual([
      line('sales', '2026-03-02', 9000),
      line('sales', '2026-03-03', 1800),
    ])
  })

  test('shows everybody to who manages time, and to others themselves', async () => {
    expect(await rowsOf('account_manager', summary('2026-03-02', '2026-03-02'))).toEqual([
      line('colleague', '2026-03-02', 5400),
      line('sales', '2026-03-02', 5400),
    ])
    expect(await rowsOf('team_member', summary('2026-03-02', '2026-03-02'))).toEqual([])
  })

  test.each([
    ['the night of 23 hours', '2026-03-29', 23],
    ['the night of 25 hours', '2026-10-25', 25],
  ])('%s has its true length', async (_, day, hours) => {
    const from = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString()
    const to = new Date(Date.parse(`${day}T00:00:00Z`) + 2 * 86_400_000).toISOString()
    const setting = given(one, 'sales', 'completed', [session(from, to, '72:00:00')], '72:00:00')
    expect(await rowsOf('sales', summary(day, day), setting)).toEqual([line('sales', day, hours * 3600)])
  })

  test.each([
    ['has no end though its timer does not run', [session(at('08:00:00'), null)]],
    ['has no start', [{ endTime: at('09:00:00'), duration: '01:00:00' }]],
    ['starts at no time', [session('noon', at('09:00:00'), '01:00:00')]],
    ['ends before it starts', [session(at('09:00:00'), at('08:00:00'))]],
  ])('a session that %s counts nothing, and hides no other', async (_, broken) => {
    const setting = given(one, 'sales', 'completed', [...broken, ...longAgo], '01:30:00')
    expect(await rowsOf('sales', summary('2026-03-01', '2026-03-06'), setting)).toEqual([
      line('sales', '2026-03-02', 5400),
    ])
  })

  test('a running session counts up to now', async () => {
    const setting = given(one, 'sales', 'active', [session(hourAgo(), null)])
    const far = `select sum((line ->> 'seconds')::int) between 3599 and 3660 as rows from jsonb_array_elements(
      public.time_summary(current_date - 2, current_date + 2, 'UTC')) as line`
    expect(await rowsOf('sales', far, setting)).toBe(true)
  })

  test.each([
    [summary('2026-03-04', '2026-03-01'), '22023 Choose between one day and 400 days'],
    [summary('2020-03-04', '2026-03-01'), '22023 Choose between one day and 400 days'],
    [summary('2026-03-01', '2026-03-02', 'Moon/Crater'), '22023 time zone "Moon/Crater" not recognized'],
  ])('%s is refused', async (sql, because) => expect(await rowsOf('sales', sql)).toBe(because))
})

test('everybody’s time is heard by who manages it, and by nobody else', async () => {
  const heard = await Promise.all(
    (['client', 'team_member', 'accounts', 'account_manager', 'admin'] as const).map((person) =>
      inWorld(person, '', async ({ does }) => {
        const outcome = await does(`select private.may_hear('page:time-tracking') as hears`)
        return [person, !('refused' in outcome) && outcome.rows[0]?.['hears']]
      }),
    ),
  )
  expect(Object.fromEntries(heard)).toEqual({
    client: false,
    team_member: false,
    accounts: false,
    account_manager: true,
    admin: true,
  })
})

describe('a timer of a task', () => {
  const startTask = (id: string, pausesOther = false) => `select private.start_task('${id}', ${pausesOther}) as id`
  const mine = `select e.id, e.status, e.client_name, e.business_name, e.order_id, t.title, jsonb_array_length(e.sessions) as sessions
    from public.time_entries e left join public.tasks t on t.id = e.task_id where e.user_id = '${idOf('sales')}' order by e.client_name`
  const rows = (outcome: Outcome) => ('rows' in outcome ? outcome.rows : outcome)
  const ofClient = `update public.tasks set contact_id = '${row.business}' where id = '${row.sharedTask}'`

  test('starts for its client, once; paused and started again it goes on', () =>
    inWorld('sales', ofClient, async ({ does }) => {
      const [started] = [rows(await does(startTask(row.sharedTask)))].flat()
      expect(rows(await does(startTask(row.sharedTask)))).toEqual([started])
      await does(`select public.pause_timer(id) from public.time_entries where task_id = '${row.sharedTask}'`)
      expect(rows(await does(startTask(row.sharedTask)))).toEqual([started])
      expect(rows(await does(mine))).toMatchObject([
        {
          status: 'active',
          client_name: null,
          business_name: expect.any(String),
          title: 'Measure the shop front',
          sessions: 2,
        },
      ])
    }))

  test('without a client is for the company itself; another timer that runs is paused only where the person says so', () =>
    inWorld('sales', `update public.company_settings set name = 'Harbour Signs'`, async ({ does }) => {
      await does(start('Bakery'))
      expect(word(await does(startTask(row.sharedTask)))).toBe(
        '23505 Please pause or stop your active timer before starting another one.',
      )
      expect(word(await does(startTask(row.sharedTask, true)))).toBe(1)
      expect(rows(await does(mine))).toMatchObject([
        { status: 'paused', client_name: 'Bakery', title: null },
        { status: 'active', business_name: 'Harbour Signs', title: 'Measure the shop front' },
      ])
    }))

  test('is not started for a private task of somebody else, nor named for one by hand', async () => {
    const hers = await inWorld('sales', '', ({ does }) => does(startTask(row.privateTask)))
    expect(word(hers)).toBe('PT404 Task not found')
    const byHand = `insert into public.time_entries (client_name, task_id, sessions)
      values ('Bakery', '${row.privateTask}', jsonb_build_array(private.open_session(clock_timestamp())))`
    await inWorld('sales', '', async ({ does }) => {
      expect(word(await does(byHand))).toBe(1)
      expect(rows(await does(mine))).toMatchObject([{ client_name: 'Bakery', title: null }])
      expect(
        rows(await does('select count(*)::int as named from public.time_entries where task_id is not null')),
      ).toEqual([{ named: 0 }])
    })
  })
})

describe('a timer that was probably forgotten', () => {
  const forgotten = () => given(one, 'sales', 'active', [session(ago(15), null)])
  const asks = 'PT409 The last session of this timer is longer than 10 hours. Please say when the work ended.'

  test('is asked at its pause when the work ended, and no pause gets around the question', () =>
    inWorld('sales', forgotten(), async ({ does, entry }) => {
      expect(word(await does(pause(one)))).toBe(asks)
      expect(await entry(one)).toMatchObject({ status: 'active' })
      expect(word(await does(pauseAt(one, ago(16))))).toBe(
        '22023 The work ended between the start of its last session and now',
      )
      expect(word(await does(pauseAt(one, ago(7))))).toBe(1)
      expect(await entry(one)).toMatchObject({
        status: 'paused',
        total_duration: expect.stringMatching(/^0(8:00:0|7:59:5)\d$/),
        sessions: [{ isPaused: true }],
      })
      await does(resume(one))
      expect(word(await does(stop(one)))).toBe(1)
    }))

  test.each([
    ['a timer that begins', "select * from public.start_timer('Cafe', null, true)"],
    ['one that goes on', `select * from public.resume_timer('${two}', true)`],
  ])('is not paused by %s: its person is told to pause it first', (_, sql) =>
    inWorld(
      'sales',
      `${forgotten()}; ${given(two, 'sales', 'paused', longAgo, '01:30:00')}`,
      async ({ does, entry }) => {
        expect(word(await does(sql))).toMatch(
          /^PT409 Your timer for Bakery has been running since .*\. Pause it first, and say when that work ended\.$/,
        )
        expect(await entry(one)).toMatchObject({ status: 'active' })
        await does(pauseAt(one, ago(9)))
        expect(word(await does(sql))).toBe(1)
      },
    ),
  )
})
