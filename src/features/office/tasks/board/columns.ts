import { statusLabels, taskStatuses } from '@/shared/domain/tasks/task'
import type { TaskFilter } from '../api/tasks.query'

export type Column = { status: string; title: string; wanted: TaskFilter['status'] }

const named = taskStatuses.filter((status) => status !== 'other')

/** One column for each status. Every other status is under Other (spec 2 §4). */
export const columns: readonly Column[] = [
  ...named.map((status) => ({ status, title: statusLabels[status] ?? status, wanted: status })),
  { status: 'other', title: statusLabels['other'] ?? 'Other', wanted: { others: named } },
]

export const columnOf = (status: string): string => named.find((name) => name === status) ?? 'other'

/**
 * The rows of each column, pending moves included: a moved task is on top of its new column until the database has
 * confirmed it.
 */
export function arrange<Row extends { id: string; status: string }>(
  read: Readonly<Record<string, readonly Row[]>>,
  moved: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly Row[]>> {
  // The same arrays: a column whose rows stay is not drawn again.
  if (moved.size === 0) return read
  const all = Object.values(read).flat()
  const once = new Map(all.map((row) => [row.id, row]))
  const arrivals = [...moved].flatMap(([id, status]) => {
    const row = once.get(id)
    return row ? [{ ...row, status }] : []
  })
  return Object.fromEntries(
    columns.map(({ status }) => [
      status,
      [
        ...arrivals.filter((row) => columnOf(row.status) === status).toReversed(),
        ...(read[status] ?? []).filter((row) => !moved.has(row.id)),
      ],
    ]),
  )
}
