import { afterEach, expect, test } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import type { PlanLine } from '../api/plan.query'
import {
  agreedKey,
  allOf,
  leavesSome,
  linesFor,
  planItems,
  planProblem,
  readyNow,
  toCome,
  typedOf,
  unmadeWords,
  workWords,
} from './quantities'

afterEach(() => setFormats(firstFormats))

const line = (more: Partial<PlanLine> = {}): PlanLine => ({
  order_item_id: 'boards',
  description: 'Boards',
  details: null,
  unit: 'piece',
  ordered: '10',
  before: '4',
  on_the_way: '1',
  now: '2',
  handed_over: '0',
  left_over: '6',
  ready: '10',
  not_made: null,
  work: null,
  proposed: '6',
  proposed_on_site: '6',
  ...more,
})

test('a new delivery begins with all that is left, a planned one with what is on it', () => {
  expect(typedOf(line(), '', true)).toBe('6')
  expect(typedOf(line(), '', false)).toBe('2')
  expect(planItems([line(), line({ order_item_id: 'frames', left_over: '0', proposed: '0' })], '', true)).toEqual([
    { order_item_id: 'boards', qty: '6' },
  ])
})

test('more than is left, and less than was handed over, is a problem in words', () => {
  expect(planProblem(line(), '7')).toBe('Only 6 of 10 are left')
  expect(planProblem(line(), '1.5')).toBe('Please enter a whole number')
  expect(planProblem(line({ unit: 'hour' }), '1.5')).toBeNull()
  expect(planProblem(line({ ordered: '2.5', left_over: '1.5' }), '1.5')).toBeNull()
  expect(planProblem(line({ left_over: '0' }), '1')).toBe('The whole line is planned or delivered')
  expect(planProblem(line({ handed_over: '3' }), '2')).toBe('3 are handed over already')
  expect(planProblem(line({ handed_over: '3' }), '')).toBe('3 are handed over already')
  expect(planProblem(line(), '6')).toBeNull()
})

test('what is still to come follows what is typed, and lines at 0 stay out', () => {
  const draft = JSON.stringify({ boards: '2.5' })
  expect(toCome(line(), typedOf(line(), draft, true))).toBe('3.5')
  expect(leavesSome([line()], draft, true)).toBe(true)
  expect(leavesSome([line()], '', true)).toBe(false)
  expect(planItems([line()], JSON.stringify({ boards: '0' }), true)).toEqual([])
})

test('the suggestion is written in the number style of the company, and read as what it says', () => {
  const many = line({ ordered: '2500', ready: '2500', left_over: '1250', proposed: '1250' })
  expect(typedOf(many, '', true)).toBe('1,250')
  expect(planProblem(many, '1300')).toBe('Only 1,250 of 2,500 are left')
  setFormats({ ...firstFormats, number_style: 'comma' })
  const part = line({ ordered: '3', left_over: '1.125', proposed: '1.125' })
  expect(typedOf(part, '', true)).toBe('1,125')
  expect(planProblem(part, typedOf(part, '', true))).toBeNull()
  expect(planItems([part], '', true)).toEqual([{ order_item_id: 'boards', qty: '1.125' }])
})

test('a new delivery brings what is ready; what more is planned is asked, with its quantity', () => {
  const letters = line({ ordered: '12', before: '0', left_over: '12', ready: '9', proposed: '9' })
  const frames = line({
    order_item_id: 'frames',
    description: 'Frames',
    before: '0',
    left_over: '4',
    ready: '0',
    proposed: '0',
  })
  const both = [letters, frames]
  expect(both.map((one) => typedOf(one, '', true))).toEqual(['9', '0'])
  expect(unmadeWords(both, '', true)).toBeNull()
  const more = JSON.stringify({ boards: '12', frames: '1', [agreedKey]: 'yes' })
  expect(unmadeWords(both, more, true)).toBe('3 of Boards, 1 of Frames')
  expect(planItems(both, more, true).length).toBe(2)
  // Four of the nine are brought by another delivery already.
  expect(readyNow({ ...letters, before: '4', left_over: '8' })).toBe('5')
  expect(readyNow({ ...letters, before: '11', left_over: '1' })).toBe('0')
})

test('an order of which nothing is ready is planned ahead with all of it, which is asked', () => {
  const ahead = line({ before: '0', left_over: '10', ready: '0', proposed: '10' })
  expect(typedOf(ahead, '', true)).toBe('10')
  expect(unmadeWords([ahead], '', true)).toBe('10 of Boards')
  // A planned delivery is asked for what is added to it only.
  expect(unmadeWords([ahead], '', false)).toBeNull()
  expect(unmadeWords([ahead], JSON.stringify({ boards: '5' }), false)).toBe('3 of Boards')
  // One that failed has given its two back: all of it is asked again, also where less of it is planned.
  expect(unmadeWords([ahead], JSON.stringify({ boards: '5' }), false, true)).toBe('5 of Boards')
  expect(unmadeWords([ahead], JSON.stringify({ boards: '1' }), false, true)).toBe('1 of Boards')
})

test('work on site goes with an installation alone, and stays behind where the method changes', () => {
  const fitting = line({
    order_item_id: 'fitting',
    description: 'Fitting',
    unit: 'hour',
    ordered: '3.5',
    before: '0',
    left_over: '3.5',
    now: '3.5',
    ready: null,
    work: 'on_site',
    proposed: '0',
    proposed_on_site: '3.5',
  })
  const of = (method: string, was: string | null) => linesFor([fitting], method, was)[0]!
  const typed = (method: string, was: string | null) => typedOf(of(method, was), '', was === null)
  expect(['delivery', 'pickup', 'installation'].map((method) => typed(method, null))).toEqual(['0', '0', '3.5'])
  // A planned delivery keeps what was typed, unless it is no installation any more.
  expect([typed('delivery', 'delivery'), typed('delivery', 'installation')]).toEqual(['3.5', '0'])
  expect(workWords(of('delivery', null), '0')).toBe('Work on site: an installation brings it')
  expect(workWords(of('installation', null), '3.5')).toBeNull()
  expect([allOf(of('delivery', null)), allOf(of('installation', null))]).toEqual(['0', '3.5'])
  // A person is free to type it, and is asked nothing: nobody makes it.
  expect(planProblem(of('delivery', null), '2')).toBeNull()
  expect(unmadeWords([of('delivery', null)], JSON.stringify({ fitting: '2' }), true)).toBeNull()
})
