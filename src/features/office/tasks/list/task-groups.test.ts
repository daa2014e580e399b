import { expect, test } from 'vitest'
import type { TaskRow } from '../api/tasks.query'
import { grouped, type TaskGroup } from './task-groups'

const now = new Date(2026, 10, 20, 15, 0).getTime()
const day = 24 * 60 * 60 * 1000
const client = (company: string) => ({ id: company, name: null, last_name: null, company })
const task = (id: string, change: Partial<TaskRow> = {}): { row: TaskRow } => ({
  row: {
    id,
    title: id,
    status: 'pending',
    created_by: 'me',
    assignees: ['jonas'],
    created_at: '2026-11-01T00:00:00Z',
    due_at: null,
    reminder_hours: null,
    contact: null,
    ...change,
  },
})
const due = (id: string, days: number, change: Partial<TaskRow> = {}) =>
  task(id, { due_at: new Date(now + days * day).toISOString(), ...change })
const staff = [
  { userId: 'maria', name: 'Maria', role: 'sales' as const, avatarUrl: null },
  { userId: 'jonas', name: 'Jonas', role: 'sales' as const, avatarUrl: null },
]
const shown = (rows: { row: TaskRow }[], by: TaskGroup) => {
  const found = grouped(rows, by, { staff, now })
  return found.rows.map(({ row }) => [found.headings.get(row.id), row.id].filter(Boolean).join(': '))
}

test('tasks are grouped by due date, and keep their order in each group', () => {
  const rows = [task('n'), due('later', 9), due('t', 0.1), due('c', -3, { status: 'completed' }), due('l2', -1)]
  expect(shown([...rows, due('m', 1), due('l1', -2)], 'due')).toEqual([
    'Late: l2',
    'l1',
    'Today: t',
    'Tomorrow: m',
    'Later: later',
    'No due date: n',
    'Completed: c',
  ])
})

test('tasks are grouped by the order that they, their job or their delivery belong to', () => {
  const order = { order_number: 'SO-2', project_title: 'Shop front' }
  const rows = [
    task('none', { order: null, job: null, delivery: null }),
    task('job', { order: null, job: { order }, delivery: null }),
    task('other', { order: { order_number: 'SO-1', project_title: null } }),
    task('delivery', { order: null, job: null, delivery: { order } }),
  ]
  expect(shown(rows, 'order')).toEqual(['SO-1: other', 'SO-2 Shop front: job', 'delivery', 'No order: none'])
})

test('tasks are grouped by person and by client; what has none is last', () => {
  const rows = [
    task('p', { assignees: [] }),
    task('m', { assignees: ['maria', 'jonas'], contact: client('Zebra') }),
    task('j', { contact: client('Alpha') }),
    task('k', { contact: client('Zebra') }),
  ]
  expect(shown(rows, 'person')).toEqual(['Jonas: j', 'k', 'Maria: m', 'Private: p'])
  expect(shown(rows, 'client')).toEqual(['Alpha: j', 'Zebra: m', 'k', 'No client: p'])
})
