import { spreadOf } from '../faults/spread.ts'
import { milliseconds, type Row } from './row.ts'

const times = 40
const openJobs = 300

/** The planner's work for every change and every step that is dragged, in Node: all open jobs are planned anew. */
export async function measurePlan(): Promise<Row[]> {
  const { planOf } = await import('../../src/shared/domain/planning/plan.ts')
  const { proposalOf } = await import('../../src/shared/domain/planning/proposals.ts')
  const { centre, job, step, workload } = await import('../../src/shared/domain/planning/testing.ts')
  const { dayAfter } = await import('../../src/shared/domain/time/days.ts')
  const centres = Array.from({ length: 12 }, (_, n) =>
    centre(`c${n}`, { capacity: n % 4 === 0 ? 960 : 480, workDays: [1, 2, 3, 4, 5] }),
  )
  const shop = (nth: number, days: number) =>
    workload(
      Array.from({ length: openJobs }, (_, n) =>
        job(
          `j${n}`,
          Array.from({ length: 6 }, (_step, m) =>
            step(`j${n}s${m}`, {
              centre: `c${(n * 5 + m * 7) % 12}`,
              minutes: 15 + ((nth + n * 37 + m * 53) % 60),
              after: m > 0 ? [`j${n}s${m - 1}`] : [],
              day: n % 6 === 0 ? dayAfter('2026-11-30', m + (n % 9)) : null,
            }),
          ),
          { due: dayAfter('2026-11-30', 3 + ((n * 13) % days)) },
        ),
      ),
      { centres },
    )
  const clocked = (work: (nth: number) => unknown, count = times): number[] =>
    Array.from({ length: count }, (_, nth) => {
      const begun = performance.now()
      work(nth)
      return Math.round((performance.now() - begun) * 10) / 10
    })
  const row = (measure: string, spent: readonly number[], most: number): Row => ({
    measure,
    result: milliseconds(spreadOf(spent)),
    aim: `≤ ${most} ms`,
  })
  return [
    row(
      `Plan of ${openJobs} open jobs with 1,800 steps, most promises kept`,
      clocked((nth) => planOf(shop(nth, 60))),
      200,
    ),
    row(
      `Plan of ${openJobs} open jobs, many late`,
      clocked((nth) => planOf(shop(nth, 8))),
      200,
    ),
    row(
      'A proposal for the same jobs',
      clocked((nth) => proposalOf(shop(nth, 20)), 3),
      5000,
    ),
  ]
}
