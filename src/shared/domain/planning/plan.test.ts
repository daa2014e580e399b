import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, daysBetween } from '../time/days'
import { beginOf, isOverBooked, type Plan, planOf } from './plan'
import { changesOf, proposalOf, troubleOf } from './proposals'
import { quotedPlan } from './quoted-work'
import { centre, job, step, today, workload } from './testing'
import type { Workload } from './workload'

const day = (number: number) => dayAfter(today, number)
const at = (text: string) => daysBetween(today, text)

// Small shops: two benches with a day of 100 minutes, up to three jobs with up to three steps, and days that are closed.
const small = fc
  .record({
    closed: fc.array(
      fc.record({ where: fc.constantFrom('bench', 'printer', null), on: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 2,
      },
    ),
    jobs: fc.array(
      fc.record({
        due: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
        material: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
        steps: fc.array(
          fc.record({
            centre: fc.constantFrom('bench', 'printer'),
            minutes: fc.constantFrom(0, 30, 50, 60, 100, 140, 200),
            wait: fc.constantFrom(0, 0, 0, 700, 1440),
            isFree: fc.boolean(),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ closed, jobs }) =>
    workload(
      jobs.map(({ due, material, steps }, n) =>
        job(
          `j${n}`,
          steps.map(({ centre: where, minutes, wait, isFree }, m) =>
            step(`j${n}s${m}`, { centre: where, minutes, wait, after: m > 0 && !isFree ? [`j${n}s${m - 1}`] : [] }),
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
        centres: [centre('bench', { capacity: 100 }), centre('printer', { capacity: 100 })],
        closures: closed.map(({ where, on }) => ({
          work_centre_id: where,
          starts_on: day(on),
          ends_on: day(on),
          reason: 'Closed',
        })),
      },
    ),
  )

/** The rules of a plan, written anew from the words of decision 0960: what a plan of these first days does wrong. */
function wrongs(
  { jobs, centres, closures }: Workload,
  starts: Readonly<Record<string, number>>,
): { wrong: string[]; late: string[] } {
  const wrong: string[] = []
  const late: string[] = []
  const room = (where: string | null, on: number) =>
    closures.some((one) => (one.work_centre_id === null || one.work_centre_id === where) && one.starts_on === day(on))
      ? 0
      : (centres.find(({ id }) => id === where)?.capacity ?? 0)
  const booked: Record<string, number> = {}
  for (const { id, due, lacks, steps } of jobs) {
    const ends: Record<string, { day: number; minute: number }> = {}
    for (const own of steps) {
      const begin = starts[own.id]!
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
      let [left, on, end] = [own.minutes, begin, begin]
      let last = minute
      if (minute + Math.min(left, room(own.centre, begin)) > 480) wrong.push(`${own.id} after the day ends`)
      while (left > 0 && on < begin + 20) {
        const now = Math.min(left, room(own.centre, on))
        const key = `${own.centre} ${on}`
        booked[key] = (booked[key] ?? 0) + now
        if (now > 0) [end, last] = [on, on === begin ? minute + now : now]
        left -= now
        on += 1
      }
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

const startsOf = (plan: Plan) => Object.fromEntries(Object.values(plan.steps).map(({ id, start }) => [id, at(start)]))

/** True when some plan keeps the promises of these jobs, by trying every day of every step. */
function canKeep(load: Workload): boolean {
  const jobs = load.jobs.filter(({ due }) => due !== null)
  const steps = jobs.flatMap((one) => one.steps.map((own) => ({ id: own.id, last: at(one.due!) })))
  const starts: Record<string, number> = {}
  const place = (number: number): boolean => {
    const own = steps[number]
    if (!own) {
      const { wrong, late } = wrongs({ ...load, jobs }, starts)
      return wrong.length === 0 && late.length === 0
    }
    for (let on = 0; on <= own.last; on += 1) {
      starts[own.id] = on
      if (place(number + 1)) return true
    }
    return false
  }
  return place(0)
}

describe('a generated plan', () => {
  test('over-books no day, keeps the order of steps, and waits for what is closed and for material', () => {
    fc.assert(
      fc.property(small, (load) => {
        expect(wrongs(load, startsOf(planOf(load))).wrong).toEqual([])
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
        expect(wrongs(load, startsOf(plan)).late).toEqual([])
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

describe('a plan', () => {
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
        job('b', [step('b1', { minutes: 300, centre: 'printer' })]),
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
    // 240 minutes on Wednesday; the next shift is in the week that nobody planned yet.
    expect(plan.steps['b1']!.work).toEqual([
      { day: day(2), minutes: 240 },
      { day: day(7), minutes: 60 },
    ])
  })

  test('of a quotation comes behind the work that is there, and says what it does not know', () => {
    const load: Workload = workload([job('a', [step('a1', { minutes: 960 })])], {
      centres: [centre('bench'), centre('van', { kind: 'vehicle' })],
    })
    const line = (id: string, steps: [string, number][]): Parameters<typeof quotedPlan>[1][number] => ({
      id,
      title: id,
      waits_for_client: false,
      lacks: [],
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
    const quoted = quotedPlan(load, [
      line('fascia', [
        ['van', 60],
        ['bench', 400],
        ['bench', 0],
        ['van', 480],
      ]),
      line('boards', [['bench', 480]]),
      line('letters', []),
    ])
    // The boards are made on Thursday: the fascia, which is made on Wednesday, is fitted with them.
    expect(quoted).toMatchObject({ made: day(3), installed: { from: day(4), to: day(4) }, withoutSteps: ['letters'] })
    expect(quoted.jobs.map(({ doubts }) => [doubts.steps, doubts.withoutMinutes])).toEqual([
      [4, 1],
      [1, 0],
    ])
  })
})
