import { dueState, dueText } from '@/shared/domain/tasks/due'
import { isPrivate } from '@/shared/domain/tasks/task'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { clientName } from './client-name'
import { orderName } from './about/order-name'

/** By what a list of tasks is grouped. */
export const taskGroups = ['due', 'person', 'client', 'order'] as const
export type TaskGroup = (typeof taskGroups)[number]
export const groupLabels: Record<TaskGroup, string> = {
  due: 'By due date',
  person: 'By person',
  client: 'By client',
  order: 'By order',
}

/** A heading, and its place among the others: by `rank`, then by name. */
type Heading = { rank: number; name: string }

function dueHeading(task: TaskRow, now: number): Heading {
  const state = dueState(task, now)
  // A completed task is not due any more.
  if (state === null) return task.due_at === null ? { rank: 4, name: 'No due date' } : { rank: 5, name: 'Completed' }
  if (state === 'late') return { rank: 0, name: 'Late' }
  if (state === 'today') return { rank: 1, name: 'Today' }
  return dueText(task, now) === 'Tomorrow' ? { rank: 2, name: 'Tomorrow' } : { rank: 3, name: 'Later' }
}

/** A task of several people stands with the first of them. */
function personHeading(task: TaskRow, staff: readonly Colleague[] | undefined): Heading {
  return isPrivate(task) ? { rank: 1, name: 'Private' } : { rank: 0, name: namesOf(staff, task.assignees.slice(0, 1)) }
}

function clientHeading({ contact }: TaskRow): Heading {
  const name = clientName(contact)
  return name === '' ? { rank: 1, name: 'No client' } : { rank: 0, name }
}

/** A task about a job or a delivery stands with the order of that. */
function orderHeading({ order, job, delivery }: TaskRow): Heading {
  const name = orderName(order ?? job?.order ?? delivery?.order ?? null)
  return name === '' ? { rank: 1, name: 'No order' } : { rank: 0, name }
}

/**
 * The rows by group, in their order within each, and the heading over the first row of every group by the id of that
 * row.
 */
export function grouped<Held extends { row: TaskRow }>(
  rows: readonly Held[],
  by: TaskGroup,
  { staff, now }: { staff: readonly Colleague[] | undefined; now: number },
): { rows: Held[]; headings: ReadonlyMap<string, string> } {
  const headings: Record<TaskGroup, (row: TaskRow) => Heading> = {
    due: (row) => dueHeading(row, now),
    person: (row) => personHeading(row, staff),
    client: clientHeading,
    order: orderHeading,
  }
  const headingOf = ({ row }: Held): Heading => headings[by](row)
  const told = rows.map((held) => ({ held, heading: headingOf(held) }))
  told.sort((a, b) => a.heading.rank - b.heading.rank || a.heading.name.localeCompare(b.heading.name))
  const first = told.filter(({ heading }, at) => told[at - 1]?.heading.name !== heading.name)
  return {
    rows: told.map(({ held }) => held),
    headings: new Map(first.map(({ held, heading }) => [held.row.id, heading.name])),
  }
}
