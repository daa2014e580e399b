import { expect, test } from 'vitest'
import { dayAfter } from '../time/days'
import { lateByPlan } from './late-by-plan'
import { planOf } from './plan'
import { job, step, today, workload } from './testing'

const day = (number: number) => dayAfter(today, number)

test('late by the plan is what the plan finishes after a day that is not over: a job by its own day, an order by its promise', () => {
  const load = workload([
    job('over', [step('o1', { minutes: 480 })], { due: day(-1), is_late: true, order_id: 'o', promise: day(-1) }),
    job('late', [step('l1', { minutes: 480 })], { due: day(0), order_id: 'p', promise: day(3) }),
    job('next', [step('n1', { minutes: 480 })], { due: day(1), order_id: 'q', promise: day(1) }),
    job('good', [step('g1', { minutes: 480 })], { due: day(4), order_id: 'q', promise: day(4) }),
    job('held', [step('h1')], { due: day(0), status: 'on_hold' }),
  ])
  expect(lateByPlan(load, planOf(load))).toEqual({
    jobs: { late: { ready: day(1), due: day(0) }, next: { ready: day(2), due: day(1) } },
    orders: { q: { ready: day(2), due: day(1) } },
  })
})
