import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { momentText } from '@/shared/domain/text/formats'
import { isPrivate, statusLabels } from '@/shared/domain/tasks/task'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { clientName } from './client-name'
import { dateField } from './due'

const headings = ['Title', 'Status', 'Due', 'Assignees', 'Client', 'Created by', 'Created']

/** Tasks as a CSV text. */
export function tasksToCsv(tasks: readonly TaskRow[], staff: readonly Colleague[] | undefined): CsvText {
  const lines = tasks.map((task) => [
    task.title,
    statusLabels[task.status] ?? task.status,
    dateField(task.due_at),
    isPrivate(task) ? 'Private' : namesOf(staff, task.assignees),
    clientName(task.contact),
    namesOf(staff, [task.created_by]),
    momentText(task.created_at),
  ])
  return toCsv(headings, lines)
}
