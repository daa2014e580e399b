import { expect, test } from 'vitest'
import { isOverBooked, planOf } from '@/shared/domain/planning/plan'
import { job, step, today, workload } from '@/shared/domain/planning/testing'
import { canStand, rowsOf } from './plan-view'
import { dayAfter } from '@/shared/domain/time/days'

test('a step that is divided although it fits into a day is not planned as suggested: it would over-book the day', () => {
  const load = workload([
    job('a', [step('a', { minutes: 300, day: today })]),
    job('b', [step('cut', { minutes: 400 }), step('pack', { minutes: 30, after: ['cut'] })]),
    job('c', [step('long', { minutes: 900 })]),
  ])
  const plan = planOf(load)
  const bars = rowsOf(load, plan, [today, dayAfter(today, 1)]).flatMap(({ cells }) => cells.flatMap((one) => one.bars))
  const kept = new Map(bars.map((bar) => [bar.step.id, canStand(bar, plan)]))
  expect(Object.fromEntries(kept)).toEqual({ a: true, cut: false, pack: true, long: true })
  const moves = Object.fromEntries([...kept].flatMap(([id, can]) => (can ? [[id, plan.steps[id]!.start]] : [])))
  expect(planOf(load, { moves }).loads['bench']!.some(isOverBooked)).toBe(false)
})
