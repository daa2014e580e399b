import { expect, test } from 'vitest'
import { arrange, columnOf } from './columns'

const rows = (status: string, ...ids: string[]) => ids.map((id) => ({ id, status }))
const read = { pending: rows('pending', 'a', 'b'), in_progress: rows('in_progress', 'c'), completed: [], other: [] }
const seen = (moves: [string, string][], from: Parameters<typeof arrange>[0] = read) =>
  Object.fromEntries(
    Object.entries(arrange(from, new Map(moves))).map(([status, tasks]) => [
      status,
      tasks.map(({ id }) => id).join(''),
    ]),
  )

test('spec 2 §3: every task stands under its status, any other word under Other', () => {
  expect(['pending', 'in_progress', 'completed', 'other', 'waiting for paint'].map(columnOf)).toEqual([
    'pending',
    'in_progress',
    'completed',
    'other',
    'other',
  ])
  expect(seen([])).toEqual({ pending: 'ab', in_progress: 'c', completed: '', other: '' })
  // The same rows: a column of thousands is not drawn again.
  expect(arrange(read, new Map())['pending']).toBe(read.pending)
})

test('a task on its way stands once, on top of where it goes, the last one first', () => {
  expect(
    seen([
      ['a', 'in_progress'],
      ['b', 'in_progress'],
    ]),
  ).toEqual({ pending: '', in_progress: 'bac', completed: '', other: '' })
})

test('a task that both columns show for a moment stands once', () => {
  const both = { ...read, completed: rows('completed', 'a') }
  expect(seen([['a', 'completed']], both)).toEqual({ pending: 'b', in_progress: 'c', completed: 'a', other: '' })
})
