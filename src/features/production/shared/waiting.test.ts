import { expect, test } from 'vitest'
import type { JobCard, Step } from './api/cards.query'
import { missingMaterials, restsUntil, waitingFor } from './waiting'

const step = (id: string, more: Partial<Step> = {}): Step => ({
  id,
  name: id,
  status: 'todo',
  position: id,
  planned_minutes: 10,
  assignees: [],
  depends_on: [],
  before_approval: false,
  started_at: null,
  finished_at: null,
  wait_minutes: 0,
  work_centre: null,
  ...more,
})
const card = (more: Partial<JobCard>): JobCard => ({
  id: 'j',
  job_number: 'J',
  title: 'Sign',
  status: 'in_production',
  priority: 'normal',
  due_date: null,
  created_at: '2026-11-01T08:00:00Z',
  lead_user_id: null,
  hold_reason: null,
  held_with_order: false,
  cancel_reason: null,
  is_made_elsewhere: false,
  mockup_required: false,
  mockup_status: null,
  remake_of: null,
  order: null,
  contact: null,
  steps: [],
  materials: [],
  ...more,
})
const noon = Date.parse('2026-11-20T12:00:00Z')
const print = step('a', { status: 'done', finished_at: '2026-11-20T11:00:00Z', wait_minutes: 90 })
const laminate = step('b', { depends_on: ['a'] })

test('a print rests: the next step waits until its time is over', () => {
  expect(restsUntil(laminate, [print, laminate], noon)).toBe(Date.parse('2026-11-20T12:30:00Z'))
  expect(restsUntil(laminate, [print, laminate], noon + 31 * 60_000)).toBeNull()
  expect(waitingFor(card({ steps: [print, laminate] }), noon)).toMatch(/^Rests until/)
})

test('a drying time that nobody works at counts from the print, whenever it is ticked off', () => {
  const printed = step('a', { status: 'done', finished_at: '2026-11-18T10:00:00Z' })
  const dried = (more: Partial<Step>) =>
    step('dry', { status: 'done', planned_minutes: 0, wait_minutes: 1440, depends_on: ['a'], ...more })
  const next = step('b', { depends_on: ['dry'] })
  const late = dried({ started_at: '2026-11-18T10:15:00Z', finished_at: '2026-11-20T11:59:00Z' })
  expect(restsUntil(next, [printed, late, next], noon)).toBeNull()
  const own = dried({ depends_on: [], started_at: '2026-11-19T13:00:00Z', finished_at: '2026-11-20T11:59:00Z' })
  expect(restsUntil(next, [own, next], noon)).toBe(Date.parse('2026-11-20T13:00:00Z'))
})

test('a job waits for material while more is planned than kept and taken', () => {
  const material = (planned: number, kept: number, used: number) => ({
    qty_planned: planned,
    qty_reserved: kept,
    qty_used: used,
    item: { name: 'ACM' },
  })
  expect(missingMaterials(card({ materials: [material(0.3, 0.1, 0.2)] }))).toEqual([])
  expect(waitingFor(card({ materials: [material(3, 1, 1)] }), noon)).toBe('Waits for material: ACM')
  expect(waitingFor(card({ status: 'ready', materials: [material(3, 1, 1)] }), noon)).toBeNull()
})

test('a job waits for the approval when all that may be done before is done', () => {
  const design = step('a', { before_approval: true })
  const waiting = { mockup_required: true, mockup_status: 'sent' }
  expect(waitingFor(card({ ...waiting, steps: [design] }), noon)).toBeNull()
  expect(waitingFor(card({ ...waiting, steps: [{ ...design, status: 'done' }] }), noon)).toBe('Waits for the approval')
})
