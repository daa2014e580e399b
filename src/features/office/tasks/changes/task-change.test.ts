import { expect, test } from 'vitest'
import type { TaskRow } from '../api/tasks.query'
import { backOf, doneText, refusedText, stepOf } from './task-change'

const task = (change: Partial<TaskRow> = {}): TaskRow => ({
  id: 'a',
  title: 'Neon',
  status: 'pending',
  created_by: 'me',
  assignees: ['ann'],
  created_at: '2026-11-20T10:00:00Z',
  due_at: null,
  reminder_hours: 18,
  contact: null,
  ...change,
})
const day = (at: string) => at.slice(0, 10)

test('a task that has the value already is not sent', () => {
  expect(stepOf(task(), { status: 'pending' })).toBeNull()
  expect(stepOf(task({ due_at: '2026-12-01T22:59:59+00:00' }), { due_at: '2026-12-01T22:59:59.000Z' })).toBeNull()
  expect(stepOf(task(), { person: 'ann', name: 'Ann', joins: true })).toBeNull()
  expect(stepOf(task(), { person: 'bob', name: 'Bob', joins: false })).toBeNull()
})

test('undo sets what was seen before, where it is still what was set', () => {
  const back = (setting: Parameters<typeof stepOf>[1]) => {
    const step = stepOf(task(), setting)
    return step && backOf(step)
  }
  expect(back({ status: 'completed' })).toEqual({ id: 'a', status: 'pending', seen_status: 'completed' })
  expect(back({ due_at: '2026-12-01' })).toEqual({ id: 'a', sets_due: true, due_at: null, seen_due_at: '2026-12-01' })
  expect(back({ person: 'bob', name: 'Bob', joins: true })).toEqual({ id: 'a', remove: ['bob'] })
  expect(back({ person: 'ann', name: 'Ann', joins: false })).toEqual({ id: 'a', add: ['ann'] })
})

test('what happened is said in words, and what was left with its reason', () => {
  const two = [task(), task({ id: 'b', title: 'Vinyl' })]
  expect(doneText([task()], { status: 'in_progress' }, day)).toBe('“Neon” is In progress')
  expect(doneText(two, { due_at: '2026-12-01T10:00:00Z' }, day)).toBe('2 tasks are due 2026-12-01')
  expect(doneText(two, { due_at: null }, day)).toBe('2 tasks have no due date')
  expect(doneText(two, { person: 'bob', name: 'Bob', joins: true }, day)).toBe('Bob joined 2 tasks')
  expect(
    refusedText(
      two,
      new Map([
        ['a', 'changed'],
        ['b', 'changed'],
      ]),
    ),
  ).toBeNull()
  expect(refusedText(two, new Map([['a', 'meanwhile']]))).toBe(
    'Not changed: “Neon” (changed by somebody else meanwhile), “Vinyl” (deleted meanwhile)',
  )
  expect(
    refusedText(
      two,
      new Map([
        ['a', 'refused'],
        ['b', 'refused'],
      ]),
      1,
    ),
  ).toBe('Not changed: “Neon” (not yours to change) and 1 more')
})
