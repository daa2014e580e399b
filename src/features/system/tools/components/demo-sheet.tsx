import { roundingsNow } from '@/shared/domain/text/formats'
import { useState } from 'react'
import { Sheet } from '@/kit/sheet/sheet'
import type { SheetColumn } from '@/kit/sheet/sheet-column'
import { lineNet } from '@/documents/lines'
import type { Cell } from '@/machines/sheet/sheet.machine'
import { readDecimal } from '@/shared/domain/money/money'
import { formatMoney } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'

type Line = { id: string; text: string; qty: string; price: string }
type Steps = { rows: readonly Line[]; undo: readonly (readonly Line[])[]; redo: readonly (readonly Line[])[] }

const number = (label: string) => (typed: string) => {
  const read = readDecimal(typed, { places: 4, most: '999999', least: '0' })
  return 'value' in read ? read : { problem: `${label}: ${read.problem}` }
}
const columns: SheetColumn<Line>[] = [
  {
    name: 'text',
    label: 'Description',
    width: 'minmax(12rem, 1fr)',
    text: ({ text }) => text,
    read: (value) => ({ value }),
  },
  { name: 'qty', label: 'Quantity', width: '6.5rem', align: 'right', text: ({ qty }) => qty, read: number('Quantity') },
  { name: 'price', label: 'Price', width: '6.5rem', align: 'right', text: ({ price }) => price, read: number('Price') },
  {
    name: 'net',
    label: 'Net',
    width: '7rem',
    align: 'right',
    text: (line) => formatMoney(netOf(line)),
  },
]
const netOf = ({ qty, price }: Line) =>
  lineNet({ kind: 'item', qty: qty || '0', unit_price: price || '0', discount_pct: '0' }, roundingsNow().amounts)

const first: Line[] = [
  { id: 'a', text: 'Fascia, aluminium composite tray', qty: '1', price: '640.00' },
  { id: 'b', text: 'Built-up letters, acrylic', qty: '11', price: '86.50' },
  { id: 'c', text: 'Installation', qty: '5', price: '45.00' },
]

const put = (line: Line, column: string, typed: string): Line => {
  const read = columns.find(({ name }) => name === column)?.read?.(typed, line)
  return read && 'value' in read ? { ...line, [column]: read.value ?? '' } : line
}

/** The rows with what was pasted from this cell on; what goes over the last row or column is left out. */
function pasted(rows: readonly Line[], cell: Cell | null, cells: readonly (readonly string[])[]): readonly Line[] {
  const at = rows.findIndex(({ id }) => id === cell?.row)
  const from = columns.findIndex(({ name }) => name === cell?.column)
  return rows.map((line, place) =>
    (cells[place - at] ?? []).reduce((kept, text, right) => put(kept, columns[from + right]?.name ?? '', text), line),
  )
}

/** The sheet of the kit over three invented lines, with its steps back and forth. */
export function DemoSheet() {
  const [{ rows }, setSteps] = useState<Steps>({ rows: first, undo: [], redo: [] })
  const change = (make: (rows: readonly Line[]) => readonly Line[]) =>
    setSteps((now) => ({ rows: make(now.rows), undo: [...now.undo, now.rows], redo: [] }))
  return (
    <Sheet
      label="Invented lines"
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      isOpen
      onTyped={({ row, column }, typed) =>
        change((all) => all.map((line) => (line.id === row ? put(line, column, typed) : line)))
      }
      onHomeless={() => {}}
      onAdd={(after) => {
        const line = { id: newId(), text: '', qty: '1', price: '0.00' }
        change((all) => {
          const at = all.findIndex(({ id }) => id === after)
          return after === null || at < 0 ? [...all, line] : all.toSpliced(at + 1, 0, line)
        })
        return line.id
      }}
      onRemove={(ids) => change((all) => all.filter(({ id }) => !ids.includes(id)))}
      onDuplicate={(ids) => {
        const copies = new Map(ids.map((id) => [id, newId()]))
        change((all) =>
          all.flatMap((line) => {
            const copy = copies.get(line.id)
            return copy ? [line, { ...line, id: copy }] : [line]
          }),
        )
        return copies.get(ids[0] ?? '') ?? null
      }}
      onMove={(ids, by) => change((all) => moved(all, ids, by))}
      onPaste={(cell, cells) => change((all) => pasted(all, cell, cells))}
      onUndo={() =>
        setSteps((now) => {
          const back = now.undo.at(-1)
          return back ? { rows: back, undo: now.undo.slice(0, -1), redo: [now.rows, ...now.redo] } : now
        })
      }
      onRedo={() =>
        setSteps((now) => {
          const [next, ...redo] = now.redo
          return next ? { rows: next, undo: [...now.undo, now.rows], redo } : now
        })
      }
    />
  )
}

/** The rows with these one place up or down, as far as there is room. */
function moved(rows: readonly Line[], ids: readonly string[], by: -1 | 1): readonly Line[] {
  const places = rows.flatMap(({ id }, place) => (ids.includes(id) ? [place] : []))
  const [top = 0, bottom = 0] = [places[0], places.at(-1)]
  if (places.length === 0 || top + by < 0 || bottom + by >= rows.length) return rows
  const chosen = rows.filter(({ id }) => ids.includes(id))
  return rows.filter(({ id }) => !ids.includes(id)).toSpliced(top + by, 0, ...chosen)
}
