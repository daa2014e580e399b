import { expect, test } from 'vitest'
import type { OrderStage } from './api/portal.query'
import { trackOf } from './order-track'

const stage = (over: Partial<OrderStage>): OrderStage => ({
  stage: 'printing',
  is_done: false,
  is_held: false,
  ready: 0,
  of: 1,
  stages: ['artwork', 'printing', 'finishing'],
  ...over,
})
const shown = (order: Parameters<typeof trackOf>[0]) =>
  trackOf(order)
    ?.map(({ name, place }) => `${{ done: '+', now: '>', ahead: '-' }[place]}${name}`)
    .join(' ')

test('an order shows what is done, what is worked at and what is to come', () => {
  expect(shown({ status: 'in_production', stage: stage({}) })).toBe(
    '+ordered +artwork >printing -finishing -ready -delivered',
  )
  expect(shown({ status: 'in_production', stage: stage({ is_done: true }) })).toBe(
    '+ordered +artwork +printing -finishing -ready -delivered',
  )
  expect(shown({ status: 'confirmed', stage: stage({ stage: 'ordered' }) })).toBe(
    '+ordered -artwork -printing -finishing -ready -delivered',
  )
  expect(shown({ status: 'ready', stage: stage({ stage: 'ready' }) })).toBe(
    '+ordered +artwork +printing +finishing +ready -delivered',
  )
})

test('without a stage it shows no more than ordered, ready and delivered', () => {
  expect(shown({ status: 'in_production', stage: null })).toBe('+ordered -ready -delivered')
  expect(shown({ status: 'ready', stage: null })).toBe('+ordered +ready -delivered')
  expect(shown({ status: 'completed', stage: null })).toBe('+ordered +ready +delivered')
})

test('what was fitted is called installed; an order on hold or cancelled shows no way', () => {
  const fitted = { method: 'installation', status: 'planned' }
  const cancelled = { method: 'pickup', status: 'cancelled' }
  expect(shown({ status: 'ready', stage: null, deliveries: [fitted, cancelled] })).toBe('+ordered +ready -installed')
  expect(shown({ status: 'ready', stage: null, deliveries: [fitted, { ...cancelled, status: 'planned' }] })).toBe(
    '+ordered +ready -delivered',
  )
  expect(trackOf({ status: 'on_hold', stage: stage({}) })).toBeNull()
  expect(trackOf({ status: 'cancelled', stage: stage({}) })).toBeNull()
})
