import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type TimeEntry, type TimeEntryStatus, timerTexts } from '@/shared/domain/time/time-entry'
import { type Dismissal, timerMachine, type TimerEmitted, type TimerEvent } from './timer.machine'
import { timerOf } from './testing'

const entryOf = (status: TimeEntryStatus, touchedAt = '2026-11-20T08:00:00+00:00', id = 'fascia'): TimeEntry =>
  timerOf(status, { id, totalDuration: '01:02:03', createdAt: touchedAt, touchedAt })
const later = '2026-11-20T09:00:00.1+00:00'
const latest = '2026-11-20T09:00:00.12+00:00'

type Move = (input: { id: string; ended?: string | null }) => Promise<TimeEntry>
const never: Move = () => new Promise(() => {})

function startTimer({
  pause = async () => entryOf('paused', later),
  resume = async () => entryOf('active', later),
  stop = async () => entryOf('completed', later),
  dismissed = null,
}: { pause?: Move; resume?: Move; stop?: Move; dismissed?: Dismissal | null } = {}) {
  const clock = new SimulatedClock()
  const heard: TimerEmitted[] = []
  const remembered: (Dismissal | null)[] = []
  const timer = createActor(
    timerMachine.provide({
      actors: {
        timerRows: fromCallback(() => {}),
        dismissals: fromCallback(() => {}),
        pauseTimer: fromPromise(({ input }) => pause(input)),
        resumeTimer: fromPromise(({ input }) => resume(input)),
        stopTimer: fromPromise(({ input }) => stop(input)),
      },
      actions: { rememberDismissed: ({ context }) => void remembered.push(context.dismissed) },
    }),
    { clock, input: { dismissed } },
  )
  timer.on('*', (event) => heard.push(event))
  timer.start()
  const read = (entry: TimeEntry | null) => timer.send({ type: 'row.read', entry })
  const hear = (dismissed: Dismissal) => timer.send({ type: 'dismissal.heard', dismissed })
  const wish = (...types: Exclude<TimerEvent['type'], 'row.read' | 'dismissal.heard'>[]) =>
    types.forEach((type) => timer.send({ type }))
  const state = () => timer.getSnapshot().value
  const settled = () => waitFor(timer, (snapshot) => !snapshot.hasTag('busy'))
  return { timer, clock, heard, remembered, read, hear, wish, state, settled }
}

describe('the bar', () => {
  test('pauses a forgotten timer with the end of its work, and the next one without', async () => {
    const ends: unknown[] = []
    const { timer, read, wish, settled } = startTimer({
      pause: async ({ ended }) => {
        ends.push(ended)
        return entryOf('paused', later)
      },
    })
    read(entryOf('active'))
    timer.send({ type: 'timer.pause', ended: '2026-11-20T16:30:00Z' })
    await settled()
    read(entryOf('active', latest))
    wish('timer.pause')
    await settled()
    expect(ends).toEqual(['2026-11-20T16:30:00Z', null])
  })

  test('shows nothing until the rows were read, nor for a person without a timer', () => {
    const { timer, read, state } = startTimer()
    expect([state(), timer.getSnapshot().hasTag('shown')]).toEqual(['none', false])
    read(null)
    expect(state()).toBe('none')
  })

  test('follows the rows', () => {
    const { read, state } = startTimer()
    const seen = [entryOf('active'), entryOf('paused', later), entryOf('active', latest), null].map((entry) => {
      read(entry)
      return state()
    })
    expect(seen).toEqual(['active', 'paused', 'active', 'none'])
  })

  test('goes over to another timer that runs', () => {
    const { timer, read, state } = startTimer()
    read(entryOf('paused', later))
    read(entryOf('active', '2026-11-20T01:00:00+00:00', 'van'))
    expect([state(), timer.getSnapshot().context.entry?.id]).toEqual(['active', 'van'])
  })

  test('keeps the last known timer while it cannot be read, and says so', () => {
    const { timer, read, wish } = startTimer()
    read(entryOf('active'))
    wish('row.unreadable')
    expect([timer.getSnapshot().value, timer.getSnapshot().context.isStale]).toEqual(['active', true])
    read(entryOf('active'))
    expect(timer.getSnapshot().context.isStale).toBe(false)
  })

  test('is not moved back by an answer that was on its way', async () => {
    const { read, wish, state, settled } = startTimer()
    read(entryOf('active'))
    wish('timer.pause')
    await settled()
    read(entryOf('active'))
    expect(state()).toBe('paused')
    read(entryOf('active', latest))
    expect(state()).toBe('active')
  })

  test('does not bring back a completed timer for an answer that was on its way', async () => {
    const { read, wish, state, settled } = startTimer()
    read(entryOf('active'))
    wish('timer.stop', 'stop.confirm')
    await settled()
    read(entryOf('active'))
    expect(state()).toBe('none')
  })
})

describe('a paused bar', () => {
  test('that is dismissed is remembered and stays away', () => {
    const { read, wish, state, remembered } = startTimer()
    read(entryOf('paused'))
    wish('bar.dismiss')
    read(entryOf('paused'))
    expect([state(), remembered]).toEqual(['dismissed', [{ id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' }]])
  })

  test('that was dismissed in an earlier visit stays away', () => {
    const { read, state } = startTimer({ dismissed: { id: 'fascia', touchedAt: later } })
    read(entryOf('paused', later))
    expect(state()).toBe('dismissed')
  })

  test.each([
    ['its timer runs again', [entryOf('active', later)], 'active'],
    ['it was resumed and paused meanwhile', [entryOf('paused', later)], 'paused'],
    ['it runs and is paused again', [entryOf('active', later), entryOf('paused', latest)], 'paused'],
    ['another timer was paused', [entryOf('paused', later, 'van')], 'paused'],
  ])('that is dismissed reappears when %s', (_, rows, expected) => {
    const { read, wish, state } = startTimer()
    read(entryOf('paused'))
    wish('bar.dismiss')
    rows.forEach(read)
    expect(state()).toBe(expected)
  })

  test('that is put away in another tab goes here too, without being remembered again', () => {
    const { read, hear, state, remembered } = startTimer()
    read(entryOf('paused'))
    hear({ id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' })
    expect([state(), remembered]).toEqual(['dismissed', []])
    read(entryOf('paused', later))
    expect(state()).toBe('paused')
  })

  test('that is put away in another tab before this one has read it stays away', () => {
    const { read, hear, state } = startTimer()
    hear({ id: 'fascia', touchedAt: later })
    read(entryOf('paused', later))
    expect(state()).toBe('dismissed')
  })

  test.each([
    ['another timer', { id: 'van', touchedAt: '2026-11-20T08:00:00+00:00' }],
    ['an earlier pause of it', { id: 'fascia', touchedAt: '2026-11-20T07:00:00+00:00' }],
  ])('stays when another tab puts away %s', (_, dismissed) => {
    const { read, hear, state } = startTimer()
    read(entryOf('paused'))
    hear(dismissed)
    expect(state()).toBe('paused')
  })

  test('of an active timer does not go, whatever another tab puts away', () => {
    const { read, hear, state } = startTimer()
    read(entryOf('active'))
    hear({ id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' })
    expect(state()).toBe('active')
  })

  test('of an active timer cannot be dismissed', () => {
    const { timer, read } = startTimer()
    read(entryOf('active'))
    expect(timer.getSnapshot().can({ type: 'bar.dismiss' })).toBe(false)
  })
})

describe('a move', () => {
  test.each([
    ['active', 'timer.pause', 'paused', timerTexts.paused],
    ['paused', 'timer.resume', 'active', timerTexts.resumed],
  ] as const)('from %s by %s leads to %s and is announced', async (from, wished, to, title) => {
    const { read, wish, state, settled, heard } = startTimer()
    read(entryOf(from))
    wish(wished)
    await settled()
    expect([state(), heard]).toEqual([to, [{ type: 'timer.moved', title, totalDuration: null }]])
  })

  test('is asked of the database once, however often it is clicked', async () => {
    const asked: string[] = []
    const { read, wish, settled } = startTimer({
      pause: async ({ id }) => {
        asked.push(id)
        return entryOf('paused', later)
      },
    })
    read(entryOf('active'))
    for (let click = 0; click < 20; click++) wish('timer.pause')
    await settled()
    expect(asked).toEqual(['fascia'])
  })

  test.each([
    ['active', ['timer.pause'], timerTexts.pauseFailed],
    ['paused', ['timer.resume'], timerTexts.resumeFailed],
    ['active', ['timer.stop', 'stop.confirm'], timerTexts.stopFailed],
  ] as const)('that fails from %s after %j leaves the timer as it is', async (from, wishes, title) => {
    const broken = async () => Promise.reject(new Error('no network'))
    const { read, wish, state, settled, heard } = startTimer({ pause: broken, resume: broken, stop: broken })
    read(entryOf(from))
    wish(...wishes)
    await settled()
    expect([state(), heard]).toEqual([from, [{ type: 'timer.failed', title, reason: 'no network' }]])
  })

  test.each([
    ['active', ['timer.pause'], timerTexts.pauseFailed],
    ['paused', ['timer.resume'], timerTexts.resumeFailed],
    ['paused', ['timer.stop', 'stop.confirm'], timerTexts.stopFailed],
  ] as const)('that is not answered within 15 seconds from %s after %j has failed', (from, wishes, title) => {
    const { clock, read, wish, state, heard } = startTimer({ pause: never, resume: never, stop: never })
    read(entryOf(from))
    wish(...wishes)
    clock.increment(14_999)
    expect(heard).toEqual([])
    clock.increment(1)
    expect([state(), heard]).toEqual([
      from,
      [{ type: 'timer.failed', title, reason: 'The server did not answer in time' }],
    ])
  })

  test('sees what the rows say meanwhile once it has failed', async () => {
    const { promise, reject } = Promise.withResolvers<TimeEntry>()
    const { read, wish, state, settled } = startTimer({ pause: () => promise })
    read(entryOf('active'))
    wish('timer.pause')
    read(null)
    expect(state()).toBe('pausing')
    reject(new Error('A completed timer stays as it is'))
    await settled()
    expect(state()).toBe('none')
  })
})

describe('a resume while another timer is active', () => {
  const refusing = async () => Promise.reject(Object.assign(new Error('duplicate key'), { code: '23505' }))

  test('spec 2 §8: is refused in the words of the specification, and can be tried again', async () => {
    const { timer, read, wish, state, settled, heard } = startTimer({ resume: refusing })
    read(entryOf('paused'))
    wish('timer.resume')
    await settled()
    expect([state(), heard]).toEqual([
      'refused',
      [{ type: 'timer.refused', text: 'Please pause or stop your active timer before resuming another one.' }],
    ])
    read(entryOf('paused'))
    expect([state(), timer.getSnapshot().can({ type: 'timer.resume' })]).toEqual(['refused', true])
  })

  test('gives way to the timer that is active', async () => {
    const { read, wish, state, settled } = startTimer({ resume: refusing })
    read(entryOf('paused'))
    wish('timer.resume')
    await settled()
    read(entryOf('active', later, 'van'))
    expect(state()).toBe('active')
  })
})

describe('stopping', () => {
  test.each(['active', 'paused'] as const)('an %s timer asks first, and Cancel leaves it', (from) => {
    const { read, wish, state, heard } = startTimer()
    read(entryOf(from))
    wish('timer.stop')
    expect(state()).toBe('confirmingStop')
    wish('stop.cancel')
    expect([state(), heard]).toEqual([from, []])
  })

  test('tells the total duration', async () => {
    const { read, wish, state, settled, heard } = startTimer()
    read(entryOf('active'))
    wish('timer.stop', 'stop.confirm')
    expect(state()).toBe('stopping')
    await settled()
    expect([state(), heard]).toEqual([
      'none',
      [{ type: 'timer.moved', title: 'Timer Completed', totalDuration: '01:02:03' }],
    ])
  })

  test('the question stays while the same timer is read or paused elsewhere', () => {
    const { read, wish, state } = startTimer()
    read(entryOf('active'))
    wish('timer.stop')
    read(entryOf('active'))
    read(entryOf('paused', later))
    expect(state()).toBe('confirmingStop')
    wish('stop.cancel')
    expect(state()).toBe('paused')
  })

  test('the question goes when the timer was completed or deleted elsewhere', () => {
    const { read, wish, state } = startTimer()
    read(entryOf('active'))
    wish('timer.stop')
    read(null)
    expect(state()).toBe('none')
  })
})
