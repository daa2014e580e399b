import { expect, test } from 'vitest'
import { tasksToCsv } from './tasks-csv'

test('a task becomes one line, after the headings, and its title never a formula', () => {
  const task = {
    id: 't',
    title: '=Weed, cut',
    status: 'in_progress',
    created_by: 'maria',
    assignees: ['jonas', 'gone'],
    created_at: new Date(2026, 10, 20, 9, 5).toISOString(),
    due_at: new Date(2026, 10, 21, 23, 59).toISOString(),
    reminder_hours: 18,
    contact: { id: 'c', name: 'Ana', last_name: 'Lopes', company: null },
  }
  const person = (userId: string, name: string) => ({ userId, name, role: 'sales' as const, avatarUrl: null })
  const csv = tasksToCsv([task], [person('maria', 'Maria Kowalska'), person('jonas', 'Jonas Weber')])
  expect(csv).toBe(
    '\ufeffTitle,Status,Due,Assignees,Client,Created by,Created\r\n' +
      `"'=Weed, cut",In progress,2026-11-21,"Jonas Weber, Unknown",Ana Lopes,Maria Kowalska,"20 Nov 2026, 09:05"\r\n`,
  )
})
