import { expect, test } from 'vitest'
import type { Step } from './api/cards.query'
import { benchSteps } from './card'
import { asksFirst } from './stages'

const step = (id: string, kind: string, of: Partial<Step> = {}): Step => ({
  id,
  name: id,
  status: 'todo',
  position: id,
  planned_minutes: 30,
  assignees: [],
  depends_on: [],
  before_approval: false,
  started_at: null,
  finished_at: null,
  wait_minutes: 0,
  work_centre: { id: kind, name: kind, kind },
  ...of,
})

test('work on site does not keep a job from its quality check, a survey before the approval does', () => {
  const cut = step('b-cut', 'bench', { status: 'done' })
  const fit = step('c-fit', 'vehicle')
  const survey = step('a-survey', 'vehicle', { before_approval: true })
  expect(benchSteps([fit, cut])).toEqual([])
  expect(asksFirst({ status: 'in_production', steps: [cut, fit] }, 'qc')).toBe(false)
  expect(benchSteps([fit, cut, survey])).toEqual([survey])
  expect(asksFirst({ status: 'in_production', steps: [survey, cut, fit] }, 'qc')).toBe(true)
  // Fitting that is marked as a survey is none: it comes after what is made.
  expect(benchSteps([cut, step('c-fit', 'vehicle', { before_approval: true })])).toEqual([])
})
