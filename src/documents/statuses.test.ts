import { describe, expect, test } from 'vitest'
import { dueDayOf, documentKinds, isDocumentKind, statusesOf, statusOf } from './statuses'
import { actionsFrom, transitionsOf } from './transitions'

describe.each(documentKinds.filter(isDocumentKind))('the life of a %s', (kind) => {
  const statuses = statusesOf(kind)
  const [first = ''] = statuses
  const following = (from: string) => transitionsOf(kind).filter((step) => step.from === from)

  test('every step joins two statuses that exist, once', () => {
    const steps = transitionsOf(kind).map(({ from, to }) => `${from} ${to}`)
    expect(new Set(steps).size).toBe(steps.length)
    for (const { from, to } of transitionsOf(kind)) {
      expect([statuses.includes(from), statuses.includes(to), from === to]).toEqual([true, true, false])
    }
  })

  test('every status can be reached from the first, and only settled or closed ones are an end', () => {
    const reached = new Set([first])
    for (const from of reached) for (const { to } of following(from)) reached.add(to)
    expect([...reached].sort()).toEqual([...statuses].sort())
    const ends = statuses.filter((from) => following(from).length === 0)
    const shapes = ends.map((end) => statusOf(kind, end)?.shape)
    expect(shapes.filter((shape) => shape !== 'tick' && shape !== 'cross')).toEqual([])
  })

  test('no two statuses have the same words, and every step of a person says what it does', () => {
    const labels = statuses.map((status) => statusOf(kind, status)?.label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const from of statuses) for (const { action } of actionsFrom(kind, from)) expect(action).not.toBe('')
  })
})

test('the steps of a sent quotation', () =>
  expect(actionsFrom('quotation', 'sent').map(({ to, action }) => `${action}: ${to}`)).toEqual([
    'Record approval: approved',
    'Record rejection: rejected',
    'Record a change request: change_requested',
    'Mark as expired: expired',
    'Start the next version: draft',
    'Cancel quotation: cancelled',
  ]))

test('an issued invoice is changed by payments and credit notes alone', () =>
  expect(['issued', 'partly_paid', 'paid'].flatMap((from) => actionsFrom('invoice', from))).toEqual([]))

test('what is paid, credited, written off or over nothing is due on no day', () => {
  const day = '2026-12-04'
  const due = (status: string, more: object = {}) => dueDayOf({ status, due_date: day, ...more })
  const open = { gross: '118.00', balance: '18.00' }
  for (const status of ['issued', 'partly_paid', 'approved', 'scheduled', 'part_paid'])
    expect(due(status, open)).toBe(day)
  expect(due('draft', { gross: '118.00', balance: '0.00' })).toBe(day)
  for (const status of ['paid', 'credited', 'void', 'of another version']) expect(due(status)).toBeNull()
  expect(due('issued', { gross: '118.00', balance: '0.00' })).toBeNull()
  expect(due('issued', { gross: '0.00', balance: '0.00' })).toBeNull()
})

test('a status of another version has no words and no steps', () => {
  expect(statusOf('quotation', 'constructor')).toBeNull()
  expect(actionsFrom('quotation', 'archived')).toEqual([])
})
