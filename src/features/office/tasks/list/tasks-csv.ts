import { fullTime } from '@/shared/domain/relative-time'
import { isPrivate, statusLabels } from '@/shared/domain/task'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { clientName } from './client-name'
import { dateField } from './due'

/**
 * One field of a CSV file (RFC 4180). A spreadsheet takes what starts with one of `= + - @`, a tab or a line break for a
 * formula: an apostrophe before it keeps it text.
 */
export function csvField(value: string): string {
  const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const headings = ['Title', 'Status', 'Due', 'Assignees', 'Client', 'Created by', 'Created']

/** Tasks as CSV, with the byte order mark that spreadsheets want for umlauts. */
export function tasksToCsv(tasks: readonly TaskRow[], staff: readonly Colleague[] | undefined): string {
  const lines = tasks.map((task) => [
    task.title,
    statusLabels[task.status] ?? task.status,
    dateField(task.due_at),
    isPrivate(task) ? 'Private' : namesOf(staff, task.assignees),
    clientName(task.contact),
    namesOf(staff, [task.created_by]),
    fullTime(task.created_at),
  ])
  return `\ufeff${[headings, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('')}`
}
