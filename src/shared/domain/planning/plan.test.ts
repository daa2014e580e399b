import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, daysBetween } from '../time/days'
import { hoursOf, rosterEnds } from './hours'
import { planned } from './keep-promises'
import { beginOf, isOverBooked, type Plan, planOf } from './plan'
import { changesOf, proposalOf, troubleOf } from './proposals'
import { pushedBackByOrder } from './pushed-back'
import { orderPlan, quotedPlan } from './quoted-work'
import { problemOf } from './schedule'
import { centre, job, step, today, workload } from './testing'
import type { Workload } from './workload'

const day = (number: number) => dayAfter(today, number)
const at = (text: string) => daysBetween(today, text)

// Small shops: two benches with a day of 100 minutes or of eight hours, up to three jobs with up to three steps, and days that are closed.
const small = fc
  .record({
    closed: fc.array(
      fc.record({ where: fc.constantFrom('bench', 'printer', null), on: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 2,
      },
    ),
    day: fc.constantFrom(100, 480),
    jobs: fc.array(
      fc.record({
        due: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
        material: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
        steps: fc.array(
          fc.record({
            centre: fc.constantFrom('bench', 'printer'),
            share: fc.constantFrom(0, 3, 5, 6, 10, 14, 20),
            wait: fc.constantFrom(0, 0, 0, 700, 1440),
            isFree: fc.boolean(),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ closed, day: minutesOfDay, jobs }) =>
    workload(
      jobs.map(({ due, material, steps }, n) =>
        job(
          `j${n}`,
          steps.map(({ centre: where, share, wait, isFree }, m) =>
            step(`j${n}s${m}`, {
              centre: where,
              minutes: Math.floor((share * minutesOfDay) / 100) * 10,
              wait,
              after: m > 0 && !isFree ? [`j${n}s${m - 1}`] : [],
            }),
          ),
          {
            due: due === null ? null : day(due),
            lacks:
              material === null
                ? []
                : [{ name: 'Film', qty: 1, unit: 'm2', expected_on: day(material), is_ordered: true }],
          },
        ),
      ),
      {
        centres: [centre('bench', { capacity: minutesOfDay }), centre('printer', { capacity: minutesOfDay })],
        closures: closed.map(({ where, on }) => ({
          work_centre_id: where,
          starts_on: day(on),
          ends_on: day(on),
          reason: 'Closed',
        })),
      },
    ),
  )

/** Minutes of a step by day, the first day first. */
type Work = readonly (readonly [on: number, minutes: number])[]

const roomOf = ({ centres, closures }: Workload, where: string | null, on: number): number =>
  closures.some((one) => (one.work_centre_id === null || one.work_centre_id === where) && one.starts_on === day(on))
    ? 0
    : (centres.find(({ id }) => id === where)?.capacity ?? 0)

/** The rules of a plan, written anew from the words of decisions 0960 and 0962: what a plan does wrong. */
function wrongs(load: Workload, works: Readonly<Record<string, Work>>): { wrong: string[]; late: string[] } {
  const wrong: string[] = []
  const late: string[] = []
  const room = (where: string | null, on: number) => roomOf(load, where, on)
  const booked: Record<string, number> = {}
  for (const { id, due, lacks, steps } of load.jobs) {
    const ends: Record<string, { day: number; minute: number }> = {}
    for (const own of steps) {
      const work = works[own.id]!
      const begin = work[0]![0]
      let minute = 0
      if (begin < Math.max(0, ...lacks.map(({ expected_on }) => at(expected_on!))))
        wrong.push(`${own.id} before its material`)
      for (const before of own.after) {
        const done = ends[before]!
        const ready = done.day * 1440 + done.minute + (steps.find((one) => one.id === before)?.wait ?? 0)
        if (begin < Math.floor(ready / 1440)) wrong.push(`${own.id} before ${before}`)
        if (begin === Math.floor(ready / 1440)) minute = Math.max(minute, ready % 1440)
      }
      if (room(own.centre, begin) === 0) wrong.push(`${own.id} on a closed day`)
      let [left, end, last] = [own.minutes, begin, minute]
      if (minute + work[0]![1] > 480) wrong.push(`${own.id} after the day ends`)
      for (const [on, now] of work) {
        const key = `${own.centre} ${on}`
        booked[key] = (booked[key] ?? 0) + now
        if (now > 0) [end, last] = [on, on === begin ? minute + now : now]
        left -= now
      }
      if (left !== 0) wrong.push(`${own.id} has ${left} minutes to go`)
      ends[own.id] = { day: end, minute: last }
      if (due !== null && end > at(due) && !late.includes(id)) late.push(id)
    }
  }
  for (const [key, minutes] of Object.entries(booked)) {
    const [where, on] = key.split(' ')
    if (minutes > room(where!, Number(on))) wrong.push(`${key} is over-booked`)
  }
  return { wrong, late }
}

const worksOf = (plan: Plan): Record<string, Work> =>
  Object.fromEntries(
    Object.values(plan.steps).map(({ id, start, work }) => [
      id,
      work.length === 0 ? [[at(start), 0]] : work.map((part) => [at(part.day), part.minutes] as const),
    ]),
  )

/** Ten minutes are the smallest piece of the generated work; a day has 48 of them. */
const slots = 48

/**
 * True when some plan keeps the promises of these jobs: tries every order of all steps, each on every day, where it takes
 * the first minutes that the steps before it left free.
 */
function canKeep(load: Workload): boolean {
  const jobs = load.jobs.filter(({ due }) => due !== null)
  const steps = jobs.flatMap((one) => one.steps.map((own) => ({ own, job: one })))
  const taken = new Set<string>()
  const ends = new Map<string, number>()
  const booked = (where: string | null, on: number) =>
    Array.from({ length: slots }, (_, slot) => slot).filter((slot) => taken.has(`${where} ${on} ${slot}`)).length
  /** The pieces of a step that begins on a day, by day and slot; null when it does not end by the last one. */
  const piecesFrom = (own: (typeof steps)[number]['own'], begin: number, ready: number, last: number) => {
    const pieces: [number, number][] = []
    for (let on = begin; pieces.length < own.minutes / 10 && on <= last; on += 1) {
      let room = roomOf(load, own.centre, on) / 10 - booked(own.centre, on)
      for (let slot = 0; slot < slots && room > 0 && pieces.length < own.minutes / 10; slot += 1)
        if (on * 144 + slot >= ready && !taken.has(`${own.centre} ${on} ${slot}`)) {
          pieces.push([on, slot])
          room -= 1
        }
      if (pieces.length === 0 && own.minutes > 0) return null
    }
    return pieces.length < own.minutes / 10 ? null : pieces
  }
  const place = (): boolean => {
    if (ends.size === steps.length) return true
    for (const { own, job: its } of steps) {
      if (ends.has(own.id) || own.after.some((id) => !ends.has(id))) continue
      const waits = own.after.map((id) => ends.get(id)! + (its.steps.find((one) => one.id === id)?.wait ?? 0) / 10)
      const ready = Math.max(0, ...waits, ...its.lacks.map(({ expected_on }) => at(expected_on!) * 144))
      for (let on = Math.floor(ready / 144); on <= at(its.due!); on += 1) {
        if (roomOf(load, own.centre, on) === 0 || Math.max(ready, on * 144) > on * 144 + slots) continue
        const pieces = piecesFrom(own, on, ready, at(its.due!))
        if (pieces === null) continue
        const [day, slot] = pieces.at(-1) ?? [on, Math.max(ready - on * 144, 0) - 1]
        ends.set(own.id, day * 144 + slot + 1)
        for (const [one, piece] of pieces) taken.add(`${own.centre} ${one} ${piece}`)
        if (place()) return true
        for (const [one, piece] of pieces) taken.delete(`${own.centre} ${one} ${piece}`)
        ends.delete(own.id)
      }
    }
    return false
  }
  return place()
}

describe('a generated plan', () => {
  test('over-books no day, keeps the order of steps, and waits for what is closed and for material', () => {
    fc.assert(
      fc.property(small, (load) => {
        expect(wrongs(load, worksOf(planOf(load))).wrong).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('gives no minute of a work centre to two steps, and none to a step before those that it waits for', () => {
    fc.assert(
      fc.property(small, (load) => {
        const problem = problemOf(load, hoursOf(load))
        const schedule = planned(problem)
        const used: Record<string, [number, number, string][]> = {}
        for (const [number, { step: own, after }] of problem.tasks.entries()) {
          const { chunks, start, end, ends } = schedule[number]!
          const spans = chunks.flatMap(([on, , parts]) => parts.map(([from, to]) => [on * 1440 + from, on * 1440 + to]))
          expect(spans.reduce((sum, [from, to]) => sum + to! - from!, 0)).toBeCloseTo(own.minutes)
          for (const [from, to] of spans) {
            expect(to! % 1440).toBeLessThanOrEqual(480)
            ;(used[own.centre!] ??= []).push([from!, to!, own.id])
          }
          if (spans.length > 0) expect(spans.at(-1)![1]).toBe(end * 1440 + ends)
          for (const { task: before, wait } of after) {
            const ready = schedule[before]!.end * 1440 + schedule[before]!.ends + wait
            expect(spans[0]?.[0] ?? start * 1440 + ends).toBeGreaterThanOrEqual(ready)
          }
        }
        for (const spans of Object.values(used)) {
          const inOrder = spans.toSorted((a, b) => a[0] - b[0])
          for (const [n, [from]] of inOrder.entries())
            if (n > 0) expect(from).toBeGreaterThanOrEqual(inOrder[n - 1]![1])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('keeps all promises where any plan keeps them', () => {
    let kept = 0
    fc.assert(
      fc.property(small, (load) => {
        if (!canKeep(load)) return
        kept += 1
        const plan = planOf(load)
        expect(wrongs(load, worksOf(plan)).late).toEqual([])
        expect(Object.values(plan.jobs).filter(({ late }) => late > 0)).toEqual([])
      }),
      { numRuns: 300 },
    )
    expect(kept).toBeGreaterThan(50)
  })

  test('says a last day for a step that leaves the promise possible', () => {
    fc.assert(
      fc.property(small, (load) => {
        const plan = planOf(load)
        for (const own of load.jobs) {
          const latest = own.steps.map(({ id }) => plan.steps[id]?.latest ?? null)
          const [first] = own.steps
          if (!first || latest.includes(null)) continue
          // Begun on that day and alone in the shop, the job is in time.
          const begun = planOf({ ...load, jobs: [own] }, { moves: { [first.id]: latest[0]! } })
          expect(begun.jobs[own.id]!.late).toBe(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a long step', () => {
  const busy = fc.array(fc.integer({ min: 0, max: 480 }), { minLength: 8, maxLength: 8 })

  test('ends on the day on which the free minutes from its first day on are enough', () => {
    fc.assert(
      fc.property(busy, fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 3 }), (taken, minutes, from) => {
        const load = workload(
          [
            ...taken.map((booked, n) => job(`b${n}`, [step(`b${n}`, { minutes: booked, day: day(n) })])),
            job('long', [step('long', { minutes })], {
              lacks: [{ name: 'Film', qty: 1, unit: 'm2', expected_on: day(from), is_ordered: true }],
            }),
          ],
          { closures: [{ work_centre_id: 'bench', starts_on: day(4), ends_on: day(5), reason: 'Fair' }] },
        )
        const isClosed = (on: number) => on === 4 || on === 5
        let [end, free] = [from - 1, 0]
        while (free < minutes) {
          end += 1
          free += isClosed(end) ? 0 : 480 - (taken[end] ?? 0)
        }
        expect(planOf(load).jobs['long']!.ready).toBe(day(end))
      }),
      { numRuns: 200 },
    )
  })

  test('is never ready earlier for being longer, and is on one day where that is no later', () => {
    const readyOf = (minutes: number) => {
      const plan = planOf(
        workload([
          job('a', [step('a', { minutes: 174, day: day(2) })]),
          ...[0, 1, 3].map((n) => job(`f${n}`, [step(`f${n}`, { minutes: 480, day: day(n) })])),
          job('b', [step('b', { minutes: 36, day: day(4) })]),
          job('long', [step('long', { minutes })]),
        ]),
      )
      return plan.steps['long']
    }
    expect([300, 444, 479, 600, 750, 751].map((minutes) => at(readyOf(minutes)!.end))).toEqual([2, 4, 4, 4, 4, 5])
    expect(readyOf(444)!.work).toEqual([{ day: day(4), minutes: 444 }])
    expect(readyOf(600)!.work).toEqual([
      { day: day(2), minutes: 306 },
      { day: day(4), minutes: 294 },
    ])
  })

  test('that a person planned begins on its day and goes on in what is free', () => {
    const plan = planOf(
      workload([
        job('long', [step('long', { minutes: 700, day: day(0) })]),
        job('a', [step('a', { minutes: 400, day: day(1) })]),
      ]),
    )
    expect(plan.steps['long']!.work).toEqual([
      { day: day(0), minutes: 480 },
      { day: day(1), minutes: 80 },
      { day: day(2), minutes: 140 },
    ])
    expect(plan.loads['bench']!.some(isOverBooked)).toBe(false)
  })
})

describe('a proposal', () => {
  test('puts no step before what it waits for', () => {
    const planned = fc.array(
      fc.record({
        due: fc.integer({ min: 0, max: 5 }),
        days: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 }),
        minutes: fc.constantFrom(120, 240, 400, 600),
      }),
      { minLength: 2, maxLength: 5 },
    )
    let proposed = 0
    fc.assert(
      fc.property(planned, (jobs) => {
        const load = workload(
          jobs.map(({ due, days, minutes }, n) =>
            job(
              `j${n}`,
              days.toSorted().map((on, m) =>
                step(`j${n}s${m}`, {
                  centre: m % 2 === 0 ? 'bench' : 'printer',
                  minutes,
                  day: day(on),
                  after: m > 0 ? [`j${n}s${m - 1}`] : [],
                }),
              ),
              { due: day(due) },
            ),
          ),
        )
        const proposal = proposalOf(load)
        if (!proposal) return
        proposed += 1
        const tooEarly = (plan: Plan) => Object.values(plan.steps).flatMap((one) => (one.isTooEarly ? [one.id] : []))
        const were = tooEarly(planOf(load))
        expect(tooEarly(planOf(load, { moves: proposal.moves })).filter((id) => !were.includes(id))).toEqual([])
      }),
      { numRuns: 60 },
    )
    expect(proposed).toBeGreaterThan(10)
  })

  test('takes along what waits for a step that it moves', () => {
    const load = workload([
      job('a', [step('a1', { minutes: 300, day: day(0) })], { due: day(0) }),
      job(
        'b',
        [
          step('cut', { minutes: 300, day: day(0) }),
          step('print', { centre: 'printer', minutes: 60, day: day(0), after: ['cut'] }),
        ],
        { due: day(4) },
      ),
    ])
    expect(proposalOf(load)?.moves).toEqual({ cut: day(1), print: day(1) })
  })
})

describe('a waiting time', () => {
  const dried = (n: number, minutes: number, values: Parameters<typeof job>[2] = {}) =>
    job(
      `own${n}`,
      [
        step(`coat${n}`, { minutes: 60, wait: 1440 }),
        step(`wrap${n}`, { centre: 'printer', minutes, after: [`coat${n}`] }),
      ],
      { due: day(3), ...values },
    )

  test('begins when the last minute of its step is used, behind what was planned there before', () => {
    const shop = (booked: number) =>
      planOf(workload([job('a', [step('a1', { minutes: booked })], { due: day(0) }), dried(1, 120)])).steps['wrap1']
    // Coated from 7:00 to 8:00 of its day it dries until the last minute of the next one.
    expect([0, 120, 300, 360, 420].map((booked) => at(shop(booked)!.start))).toEqual([1, 1, 1, 2, 2])
    expect(shop(300)!.work).toEqual([{ day: day(1), minutes: 120 }])
  })

  test('counts from now on: what is coated in the afternoon dries until the next one', () => {
    const coated = (spent: number) => planOf(workload([dried(1, 120)]), { spent }).steps['wrap1']!.start
    expect([0, 0.5, 0.8].map((spent) => at(coated(spent)))).toEqual([1, 1, 2])
  })

  test('counts the planned minutes before it in the order of their moments, and those of its people', () => {
    const planned = (id: string, moment: string, values: Parameters<typeof step>[1] = {}) =>
      step(id, { day: day(0), starts_at: `${day(0)}T${moment}:00Z`, ...values })
    const shop = (moment: string, where = 'bench') =>
      planOf(
        workload([
          job('own', [
            planned('coat', moment, { people: ['ann'], wait: 1440 }),
            step('wrap', { centre: 'printer', minutes: 120, after: ['coat'] }),
          ]),
          job('a', [planned('a1', '08:00', { centre: where, minutes: 400, people: ['ann'] })]),
        ]),
      ).steps['wrap']!.start
    expect([shop('07:00'), shop('14:40'), shop('07:00', 'printer'), shop('14:40', 'printer')].map(at)).toEqual([
      1, 2, 1, 2,
    ])
  })

  test('of a planned step on the day before counts on the day of the next one', () => {
    const plan = planOf(
      workload([
        job('own', [
          step('coat', { minutes: 400, wait: 1440, day: day(0) }),
          step('wrap', { centre: 'printer', minutes: 60, after: ['coat'], day: day(1), wait: 1440 }),
          step('pack', { minutes: 60, after: ['wrap'] }),
        ]),
      ]),
    )
    expect(['wrap', 'pack'].map((id) => at(plan.steps[id]!.start))).toEqual([1, 3])
  })
})

test('days on which a work centre would be closed move what is suggested, and what stands there is over-booked', () => {
  const load = workload([
    job('a', [step('a1', { minutes: 400 })], { due: day(1) }),
    job('b', [step('b1', { minutes: 300, day: day(1) })], { due: day(1) }),
  ])
  const closed = [{ work_centre_id: 'bench', starts_on: day(0), ends_on: day(1), reason: 'Broken' }]
  const now = planOf(load)
  const then = planOf(load, { closed })
  expect(changesOf(now, then)).toEqual([{ job: 'a', from: day(0), to: day(2), wasLate: 0, late: 1 }])
  expect(then.loads['bench']![1]).toMatchObject({ capacity: 0, planned: 300, closed: 'Broken' })
  const moved = planOf(load, { closed, moves: { b1: null } })
  expect([moved.jobs['a'], moved.jobs['b']].map((one) => one!.ready)).toEqual([day(2), day(3)])
})

describe('other work', () => {
  const shop = [
    job('late', [step('l1', { minutes: 960 })], { due: day(0), number: 'JOB-1' }),
    job('own', [step('o1', { minutes: 960 })], { due: day(3), order_id: 'o' }),
    job('last', [step('z1', { minutes: 480 })], { due: day(3), order_id: 'z', number: 'JOB-3' }),
  ]

  test('never makes later what is late anyway and was promised earlier', () => {
    // Without the first job both others would be in time; it goes first nevertheless.
    const plan = planOf(workload(shop.slice(0, 2).map((one) => (one.id === 'own' ? { ...one, due: day(1) } : one))))
    expect(plan.jobs['late']).toMatchObject({ ready: day(1), late: 1 })
  })

  test('of days does not hold up a few minutes that make nobody later', () => {
    const plan = planOf(
      workload([
        job('large', [step('large', { minutes: 2000 })], { due: day(0) }),
        job('next', [step('next', { minutes: 500 })], { due: day(1) }),
        job('small', [step('small', { minutes: 9 })], { due: day(2) }),
      ]),
    )
    expect(['large', 'next', 'small'].map((id) => plan.jobs[id]!.ready)).toEqual([day(4), day(5), day(0)])
  })

  test('that makes a late job later says so', () => {
    expect(pushedBackByOrder(workload(shop), 'o')).toEqual([{ job: 'last', days: 2 }])
    expect(pushedBackByOrder(workload(shop), 'z')).toEqual([])
  })
})

describe('a plan', () => {
  test('does not say when a job without steps is ready, and says an open day when all steps are done', () => {
    const load = workload(
      [
        job('empty', [], { due: day(3) }),
        job('over', [], { due: day(-1) }),
        job('done', [], { due: day(3), has_steps: true }),
      ],
      { closures: [{ work_centre_id: null, starts_on: day(0), ends_on: day(0), reason: 'Closed' }] },
    )
    const { jobs } = planOf(load)
    expect(jobs['empty']).toMatchObject({ ready: null, late: 0, doubts: { isWithoutSteps: true } })
    expect(jobs['over']).toMatchObject({ ready: null, late: 1 })
    expect(jobs['done']).toMatchObject({ ready: day(1), late: 0, doubts: { isWithoutSteps: false } })
  })

  test('says what makes a job late: the bench that is full, and until when', () => {
    const plan = planOf(
      workload([
        job('big', [step('long', { minutes: 960 })], { due: day(1) }),
        job('small', [step('quick', { minutes: 60 })], { due: day(1), promise: day(1), priority: 'low' }),
      ]),
    )
    expect(plan.jobs['small']).toMatchObject({
      ready: day(2),
      late: 1,
      reasons: [{ kind: 'full', centre: 'bench', step: 'quick', from: day(0), until: day(2) }],
    })
  })

  test('says who is away where the work centre is open, and the work centre where that is closed for longer', () => {
    const load = (values: Partial<Parameters<typeof workload>[1] & object>) =>
      workload([job('print', [step('printing', { people: ['karl'] })], { due: day(1) })], {
        today: '2026-11-29',
        centres: [centre('bench', { workDays: [1, 2, 3, 4, 5] })],
        ...values,
      })
    const away = [{ person: 'karl', starts_on: '2026-11-26', ends_on: '2026-12-04' }]
    expect(planOf(load({ away })).jobs['print']).toMatchObject({
      ready: '2026-12-07',
      reasons: [{ kind: 'away', person: 'karl', step: 'printing', isOnLeave: true, until: '2026-12-07' }],
    })
    expect(planOf(load({})).jobs['print']).toMatchObject({
      reasons: [{ kind: 'closed', centre: 'bench', until: '2026-11-30' }],
    })
    const closures = [{ work_centre_id: null, starts_on: '2026-12-01', ends_on: '2026-12-31', reason: 'Winter' }]
    expect(planOf(load({ away: [{ ...away[0]!, ends_on: '2026-11-30' }], closures })).jobs['print']).toMatchObject({
      ready: '2027-01-01',
      reasons: [{ kind: 'closed', centre: 'bench', reason: 'Winter', until: '2027-01-01' }],
    })
    // Of two closures the later one decides the day.
    const twice = [
      { ...closures[0]!, starts_on: '2026-11-29', ends_on: '2026-12-04', reason: 'Christmas' },
      { ...closures[0]!, starts_on: '2026-12-07', ends_on: '2026-12-08', reason: 'Stocktaking' },
    ]
    expect(planOf(load({ closures: twice })).jobs['print']).toMatchObject({
      reasons: [{ kind: 'closed', centre: 'bench', reason: 'Stocktaking', from: '2026-12-07', until: '2026-12-09' }],
    })
  })

  test('does what a planned step waits for before it, where there is room; else it says which step is too early', () => {
    const load = workload([
      job('other', [step('fold', { minutes: 960 })], { due: day(2) }),
      job('sign', [step('wire', { minutes: 120 }), step('install', { centre: 'printer', after: ['wire'] })], {
        due: day(20),
      }),
    ])
    const kept = planOf(load, { moves: { install: day(1) } })
    expect(kept.steps['wire']).toMatchObject({ end: day(0) })
    expect(kept.steps['install']).toMatchObject({ start: day(1), isTooEarly: false, waitsFor: null })
    expect(kept.jobs['other']).toMatchObject({ ready: day(2), late: 0 })
    const long = workload([
      job('sign', [step('wire', { minutes: 960 }), step('install', { centre: 'printer', after: ['wire'] })], {
        due: day(20),
      }),
    ])
    expect(planOf(long, { moves: { install: day(0) } }).steps['install']).toMatchObject({
      isTooEarly: true,
      waitsFor: { step: 'wire', until: day(1) },
    })
  })

  test('says which material comes too late, and what it does not know', () => {
    const plan = planOf(
      workload([
        job('film', [step('print', { centre: 'printer', minutes: 0 }), step('cut', { after: ['print'] })], {
          due: day(1),
          lacks: [
            { name: 'Film', qty: 3, unit: 'm2', expected_on: day(3), is_ordered: true },
            { name: 'Tape', qty: 1, unit: 'roll', expected_on: null, is_ordered: false },
          ],
          waits_for_client: true,
        }),
        job('held', [step('wait')], { status: 'on_hold' }),
      ]),
    )
    expect(plan.jobs['film']).toMatchObject({
      ready: day(3),
      late: 2,
      reasons: [{ kind: 'material', name: 'Film', until: day(3) }],
      doubts: { steps: 2, withoutMinutes: 1, waitsForClient: true, material: [{ name: 'Tape' }] },
    })
    expect(plan.jobs['held']).toMatchObject({ ready: null, late: 0, doubts: { isHeld: true } })
  })

  test('leaves what a person planned, shows the day as over-booked, and proposes the fewest moves', () => {
    const load = workload([
      job('a', [step('a1', { minutes: 300, day: day(1) })], { due: day(1) }),
      job('b', [step('b1', { minutes: 300, day: day(1) })], { due: day(4) }),
      job('c', [step('c1', { minutes: 100, day: day(2) })], { due: day(4) }),
    ])
    const plan = planOf(load)
    expect(plan.loads['bench']!.map(isOverBooked).slice(0, 3)).toEqual([false, true, false])
    expect(plan.loads['bench']![1]).toMatchObject({ capacity: 480, planned: 600 })
    expect(beginOf(load, plan, 'b1', day(2))).toBe(100)
    const proposal = proposalOf(load)
    expect(Object.keys(proposal?.moves ?? {})).toEqual(['b1'])
    expect(proposal).toMatchObject({ before: { late: 0, over: 120 }, after: { late: 0, over: 0 } })
    expect(troubleOf(planOf(load, { moves: proposal!.moves }))).toEqual(proposal!.after)
  })

  test('says which jobs a move makes later, before it is made', () => {
    const load = workload([
      job('a', [step('a1', { minutes: 480, day: day(0) }), step('a2', { after: ['a1'], centre: 'printer' })], {
        due: day(2),
      }),
      job('b', [step('b1', { minutes: 60 })]),
    ])
    const changes = changesOf(planOf(load), planOf(load, { moves: { a1: day(3) } }))
    expect(changes).toEqual([
      { job: 'a', from: day(1), to: day(4), wasLate: 0, late: 2 },
      { job: 'b', from: day(1), to: day(0), wasLate: 0, late: 0 },
    ])
  })

  test('counts shifts of a planned week, leave and the part of today that is over', () => {
    const load = workload(
      [
        job('a', [step('a1', { minutes: 200, people: ['ann'] })]),
        job('b', [step('b1', { minutes: 600, centre: 'printer' })]),
      ],
      {
        away: [{ person: 'ann', starts_on: day(0), ends_on: day(1) }],
        shifts: [{ centre: 'printer', person: 'bob', day: day(2), minutes: 240 }],
      },
    )
    const plan = planOf(load, { spent: 0.5 })
    expect(plan.loads['bench']![0]!.capacity).toBe(240)
    expect(plan.loads['printer']!.slice(0, 4).map(({ capacity }) => capacity)).toEqual([0, 0, 240, 0])
    expect(plan.steps['a1']).toMatchObject({ start: day(2) })
    // Nobody planned the weeks after this one: they count like it.
    expect(rosterEnds(load)).toBe(day(7))
    expect(plan.steps['b1']!.work).toEqual([
      { day: day(2), minutes: 240 },
      { day: day(9), minutes: 240 },
      { day: day(16), minutes: 120 },
    ])
  })

  test('counts weeks without shifts as the mean of the last planned ones, within the hours of the work centre', () => {
    const shift = (where: string | null, on: number, minutes: number) => ({
      centre: where,
      person: 'ann',
      day: day(on),
      minutes,
    })
    const load = workload([job('a', [step('a1', { centre: null, people: ['ann'] })])], {
      // Two weeks: every Monday at the bench, every other Saturday, and longer than the bench works on Wednesdays.
      shifts: [
        shift('bench', 0, 300),
        shift('bench', 7, 400),
        shift('bench', 5, 240),
        shift('bench', 2, 600),
        shift('bench', 9, 600),
      ],
      closures: [{ work_centre_id: null, starts_on: day(21), ends_on: day(21), reason: 'Fair' }],
    })
    const { loads } = planOf(load)
    const hours = (where: string, from: number) => loads[where]!.slice(from, from + 7).map(({ capacity }) => capacity)
    expect(rosterEnds(load)).toBe(day(14))
    expect(hours('bench', 7)).toEqual([400, 0, 480, 0, 0, 0, 0])
    expect(hours('bench', 14)).toEqual([350, 0, 480, 0, 0, 120, 0])
    expect(hours('bench', 21)).toEqual([0, 0, 480, 0, 0, 120, 0])
    // Nobody is ever planned at the printer: its own hours are all that is known.
    expect(hours('printer', 14)).toEqual([480, 480, 480, 480, 480, 480, 480])
    expect(rosterEnds({ ...load, shifts: [] })).toBeNull()
  })

  test('of a quotation and of its order without a day is the one after the lead time has promised a day', () => {
    // Fifteen days of work that is promised for later than the lead time.
    const shop = Array.from({ length: 15 }, (_, n) =>
      job(`a${n}`, [step(`a${n}s`, { minutes: 480 })], { due: day(30) }),
    )
    const own = [step('print', { centre: 'printer', minutes: 480 }), step('fit', { minutes: 300, after: ['print'] })]
    const order = (values: Parameters<typeof job>[2]) => planOf(workload([...shop, job('own', own, values)]))
    const promised = order({ due: day(10), promise: day(10), order_id: 'o' })
    const open = order({ lead_day: day(10), order_id: 'o' })
    const late = order({ lead_day: day(0), order_id: 'o' })
    const steps = own.map(({ id, name, centre: where, minutes }) => ({
      ...{ id, name, centre: where, minutes, wait: 0, early: false, follows: true },
    }))
    const quoted = quotedPlan(workload(shop), [
      { id: 'q', title: 'Sign', waits_for_client: false, lacks: [], lead_day: day(10), steps },
    ])
    expect(promised.jobs['own']!.ready).toBe(day(1))
    expect([open.jobs['own']!.ready, quoted.made]).toEqual([day(1), day(1)])
    // A day that nobody promised makes no job late, and no step has a last day for it.
    expect(late.jobs['own']).toMatchObject({ due: null, late: 0, ready: day(1) })
    expect(late.steps['fit']!.latest).toBeNull()
  })

  test('of a quotation comes behind the work that is there, and says what it does not know', () => {
    const load: Workload = workload([job('a', [step('a1', { minutes: 960 })], { due: day(1) })], {
      centres: [centre('bench'), centre('van', { kind: 'vehicle' })],
    })
    const line = (id: string, steps: [string, number][]): Parameters<typeof quotedPlan>[1][number] => ({
      id,
      title: id,
      waits_for_client: false,
      lacks: [],
      lead_day: null,
      steps: steps.map(([where, minutes], n) => ({
        id: `${n}`,
        name: where,
        centre: where,
        wait: 0,
        early: false,
        minutes,
        follows: true,
      })),
    })
    const lines = [
      line('fascia', [
        ['van', 60],
        ['bench', 400],
        ['bench', 0],
        ['van', 480],
      ]),
      line('boards', [['bench', 480]]),
      line('letters', []),
    ]
    const quoted = quotedPlan(load, lines)
    // The boards are made on Thursday: the fascia, which is made on Wednesday, is fitted with them.
    const answer = { made: day(3), installed: { from: day(4), to: day(4) } }
    expect(quoted).toMatchObject({ ...answer, done: day(4), withoutSteps: ['letters'] })
    // Its order says the same, and is late where only the trip is: the fascia alone was ready a day before.
    const jobs = lines.map(({ id, steps }) =>
      job(
        id,
        steps.map((one, n) =>
          step(`${id}${one.id}`, { ...one, id: `${id}${one.id}`, after: n > 0 ? [`${id}${n - 1}`] : [] }),
        ),
        { order_id: 'o', due: day(3), promise: day(3) },
      ),
    )
    const ordered = orderPlan({ ...load, jobs: [...load.jobs, ...jobs] }, 'o')
    expect(ordered).toMatchObject({ ...answer, isMade: false })
    expect(ordered.jobs.map(({ id, ready, late }) => [id, ready, late])).toEqual([
      ['fascia', day(4), 1],
      ['boards', day(3), 0],
      ['letters', null, 0],
    ])
    // The plan of all work judges by the same days: handed over and installed, not ready.
    const all = planOf({ ...load, jobs: [...load.jobs, ...jobs] })
    expect(ordered.jobs.map(({ id }) => [all.jobs[id]?.ready, all.jobs[id]?.late])).toEqual([
      [day(4), 1],
      [day(3), 0],
      [null, 0],
    ])
    // Of one job the trip leaves on the day after it is made, and it begins so much earlier for its promise; a person may plan it on the same day.
    const made = step('cut', { minutes: 60 })
    const alone = (values: Partial<typeof made>) =>
      planOf({
        ...load,
        jobs: [job('one', [made, step('trip', { centre: 'van', after: ['cut'], ...values })], { due: day(2) })],
      })
    expect([alone({}).jobs['one']?.ready, alone({}).steps['cut']?.latest]).toEqual([day(1), day(1)])
    expect(alone({ day: today }).jobs['one']?.ready).toBe(today)
    expect(alone({ day: today }).steps['trip']?.isTooEarly).toBe(false)
    const held = jobs.map((one) => (one.id === 'boards' ? { ...one, status: 'on_hold' } : one))
    expect(orderPlan({ ...load, jobs: [...load.jobs, ...held] }, 'o').installed).toEqual({ from: day(3), to: day(3) })
    expect(quoted.jobs.map(({ doubts }) => [doubts.steps, doubts.withoutMinutes])).toEqual([
      [4, 1],
      [1, 0],
    ])
  })
})
