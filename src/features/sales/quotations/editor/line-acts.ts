import { notifications } from '@mantine/notifications'
import { cellKey } from '@/kit/sheet/sheet-column'
import type { SheetProps } from '@/kit/sheet/sheet-props'
import type { QuotationItem } from './line'
import { duplicated, type Editing, moved, pasted, placed, typedChange, withQuantity } from './line-edits'
import type { Lines } from './use-lines'
import type { RefusedCells } from './use-refused-cells'

type Acts = Pick<
  SheetProps<QuotationItem>,
  'onTyped' | 'onHomeless' | 'onRemove' | 'onDuplicate' | 'onMove' | 'onPlace' | 'onPaste' | 'onUndo' | 'onRedo'
>

/** What the sheet of lines does with what a person typed, pasted, moved or removed. */
export const lineActs = (of: Lines, editing: Editing, refused: RefusedCells): Acts => ({
  onTyped: ({ row, column }, typed, seen) => {
    const now = of.lines.find(({ id }) => id === row)
    if (!now) return
    // Compares with what the person saw, so that another person's value is not overwritten silently.
    const line = asSeen(editing.columns, now, seen, column)
    const read = typedChange(editing, line, column, typed)
    if ('problem' in read) return refused.refuse(cellKey(row, column), read.problem, typed)
    refused.taken(cellKey(row, column))
    const both = withQuantity(editing, line, read.change, refused.typedIn(cellKey(row, 'qty')))
    if (both) refused.taken(cellKey(row, 'qty'))
    const change = both ?? read.change
    of.perform([...(change ? [change] : []), ...(read.also ?? [])])
  },
  onHomeless: (text) => {
    notifications.show({
      title: 'Somebody removed this line',
      message: `You had typed: ${text}`,
      autoClose: false,
      color: 'yellow',
    })
  },
  onRemove: (ids) => of.perform([{ kind: 'remove', lines: of.lines.filter(({ id }) => ids.includes(id)) }]),
  onDuplicate: (ids) => {
    const changes = duplicated(of.lines, ids)
    of.perform(changes)
    return changes.flatMap((one) => (one.kind === 'add' ? one.lines : []))[0]?.id ?? null
  },
  onMove: (ids, by) => of.perform(moved(of.lines, ids, by)),
  onPlace: (ids, beside) => of.perform(placed(of.lines, ids, beside)),
  onPaste: (cell, cells) => {
    const { changes, problem } = pasted(editing, cell, cells)
    of.perform(changes)
    refused.pasted(problem)
  },
  onUndo: of.undo,
  onRedo: of.redo,
})

/** The current line, but with the seen value when another person changed this cell during the editing. */
const asSeen = (
  columns: Editing['columns'],
  now: QuotationItem,
  seen: QuotationItem | null,
  column: string,
): QuotationItem => {
  const text = columns.find(({ name }) => name === column)?.text
  return seen && text && text(seen) !== text(now) ? seen : now
}
