import { Fragment, memo, type MouseEvent, type ReactNode, useDeferredValue, useMemo } from 'react'
import type { HeldRow } from '@/kit/list/held-rows'
import { inParts, useNearWindow, wholeUpTo } from '@/kit/list/long/near-window'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { dueMoment } from './due-moment'
import { TaskCells } from './task-cells'
import { useOpenByLink } from './use-open-by-link'
import type { ChangeTasks } from '../changes/use-change-tasks'
import type { TaskMoves } from './use-task-moves'
import classes from './task-list.module.css'

type TaskTableProps = {
  rows: readonly HeldRow<TaskRow>[]
  /** The heading over the first row of each group, by the id of that row. */
  headings: ReadonlyMap<string, string>
  moved: TaskMoves['moved']
  unsent: TaskMoves['unsent']
  staff: readonly Colleague[] | undefined
  now: number
  hrefOf: (taskId: string) => string
  onMove: TaskMoves['move']
  onChange: ChangeTasks
  chosen: ReadonlySet<string>
  onChoose: (taskId: string, isRange: boolean) => void
}

/** How many rows fill a window; the others are drawn right after, between frames. */
const atOnce = 25

/** Rows of a part of a long list, and the usual height of one in px. */
const partSize = 25
const rowHeight = 53

/**
 * Rows of a grid with the roles of a table: rows outside the window cost nothing, and a change of one row does not lay
 * out the others. Up to 500 are all in the document, so the browser's search finds them; of a longer list only the parts near
 * the window are drawn.
 */
export function TaskTable({ rows, ...line }: TaskTableProps) {
  const open = useOpenByLink()
  const followOrChoose = (event: MouseEvent) => {
    chooseByClick(event, line.onChoose)
    open(event)
  }
  const drawn = useDeferredValue(rows, rows.slice(0, atOnce))
  const parts = useMemo(() => inParts(drawn, partSize), [drawn])
  return (
    <table role="table" aria-label="Tasks" data-rows className={classes.table} onClick={followOrChoose}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" className={classes.choice} aria-label="Chosen" />
          <th role="columnheader">Task</th>
          <th role="columnheader">Status</th>
          <th role="columnheader" className="mantine-visible-from-sm">
            Due
          </th>
          <th role="columnheader" className="mantine-visible-from-sm">
            Assignees
          </th>
          <th role="columnheader" className="mantine-visible-from-lg">
            Created by
          </th>
          <th role="columnheader" className="mantine-visible-from-md">
            Created
          </th>
          <th role="columnheader" aria-label="Actions" />
        </tr>
      </thead>
      {parts.map((part, nth) => (
        <RowPart key={nth} isLong={drawn.length > wholeUpTo} rough={nth < 4 ? null : part.length * rowHeight}>
          <Lines rows={part} {...line} />
        </RowPart>
      ))}
    </table>
  )
}

type RowPartProps = { isLong: boolean; rough: number | null; children: ReactNode }

function RowPart({ isLong, rough, children }: RowPartProps) {
  const { place, far } = useNearWindow<HTMLTableSectionElement>(isLong, rough)
  return (
    <tbody ref={place} role="rowgroup" style={far === null ? undefined : { height: far }}>
      {far === null ? children : null}
    </tbody>
  )
}

/** A click with Shift, Ctrl or Command chooses the task under it; a middle click still opens a new tab. */
export function chooseByClick(event: MouseEvent, onChoose: (taskId: string, isRange: boolean) => void): void {
  if (!(event.shiftKey || event.metaKey || event.ctrlKey) || !(event.target instanceof Element)) return
  if (event.target.closest('button, input, label')) return
  const id = event.target.closest('[data-task]')?.getAttribute('data-task')
  if (!id) return
  event.preventDefault()
  onChoose(id, event.shiftKey)
}

const Lines = memo(function Lines(table: TaskTableProps) {
  const { rows, headings, moved, unsent, staff, now, hrefOf, onMove, onChange, chosen, onChoose } = table
  return rows.map(({ row, isGone }) => (
    <Fragment key={row.id}>
      <GroupHeading name={headings.get(row.id)} />
      <tr
        role="row"
        className={classes.line}
        data-task={row.id}
        data-gone={isGone || undefined}
        data-chosen={chosen.has(row.id) || undefined}
      >
        <TaskCells
          task={row}
          status={moved.get(row.id) ?? row.status}
          isUnsent={unsent.has(row.id)}
          isGone={isGone}
          staff={staff}
          now={dueMoment(row, now)}
          href={hrefOf(row.id)}
          onMove={onMove}
          onChange={onChange}
          isChosen={chosen.has(row.id)}
          onChoose={onChoose}
        />
      </tr>
    </Fragment>
  ))
})

const GroupHeading = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <tr role="row" className={classes.group}>
      <th role="rowheader" scope="rowgroup">
        {name}
      </th>
    </tr>
  )
