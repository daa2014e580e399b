import { expect, test } from 'vitest'
import type { OrderStage } from './api/portal.query'
import { trackOf } from './order-track'

const stage = (works: Record<string, [number, number, number]>, ready = 0, of = 2): OrderStage => ({
  is_held: false,
  ready,
  of,
  works: Object.entries(works).map(([work, [done, running, whole]]) => ({
    work: work as OrderStage['works'][number]['work'],
    done,
    running,
    of: whole,
  })),
})
const marks = { done: '+', now: '>', part: '~', ahead: '-' } as const
const shown = (order: Parameters<typeof trackOf>[0]) =>
  trackOf(order)
    ?.map(({ name, place, lines }) => `${marks[place]}${name}${lines ? `(${lines.done}/${lines.of})` : ''}`)
    .join(' ')

test('an order shows what is done, what is worked at and what is to come', () => {
  const at = (works: Parameters<typeof stage>[0], ready?: number) =>
    shown({ status: 'in_production', stage: stage(works, ready) })
  expect(at({ artwork: [2, 0, 2], printing: [0, 1, 2], finishing: [0, 0, 1] })).toBe(
    '+ordered +artwork >printing -finishing -ready -delivered',
  )
  expect(at({ printing: [2, 0, 2], finishing: [0, 0, 1] })).toBe('+ordered +printing -finishing -ready -delivered')
  expect(at({ artwork: [0, 0, 2], printing: [0, 0, 2] })).toBe('+ordered -artwork -printing -ready -delivered')
  expect(at({ artwork: [1, 0, 2], printing: [2, 0, 2] }, 2)).toBe('+ordered +artwork +printing +ready -delivered')
})

test('what one of two lines has behind it is no longer to come', () => {
  const works = { artwork: [1, 0, 2], printing: [1, 1, 2], finishing: [1, 0, 1] } as const
  expect(shown({ status: 'in_production', stage: stage(works as never, 1) })).toBe(
    '+ordered ~artwork(1/2) >printing(1/2) +finishing -ready -delivered',
  )
  expect(shown({ status: 'ready', stage: stage(works as never, 1) })).toBe(
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
  expect(trackOf({ status: 'on_hold', stage: stage({ printing: [0, 1, 2] }) })).toBeNull()
  expect(trackOf({ status: 'cancelled', stage: stage({ printing: [0, 1, 2] }) })).toBeNull()
})
