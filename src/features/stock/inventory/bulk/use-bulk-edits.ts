import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { CellMarks } from '@/kit/sheet/sheet-cell'
import { cellKey, type SheetColumn } from '@/kit/sheet/sheet-column'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDraft } from '@/shared/hooks/use-draft'
import { saveProblem } from '@/shared/hooks/save-problem'
import { newId } from '@/shared/lib/new-id'
import { bulkQuery, itemsByNumber } from './api/bulk.query'
import {
  bulkColumns,
  type BulkRow,
  cellText,
  type Edit,
  editedRows,
  readCell,
  readFile,
  withCell,
  withFile,
} from './bulk-edit'
import { textOfFile } from './files'

const words = z.record(z.string(), z.string().nullable())

const editsSchema = z.array(
  z.object({
    id: z.string(),
    isNew: z.boolean(),
    row_version: z.number(),
    title: z.string(),
    was: words,
    values: words,
  }),
)

const noEdits: Edit[] = []

const widths: Readonly<Record<string, string>> = { name: 'minmax(15rem, 1fr)', sku: '9rem', supplier_sku: '11rem' }

/** The most items that one file may have. */
const mostOfFile = 1000

type Cell = { row: string; column: string }

/**
 * The changes of many items that nobody saved yet; the browser keeps them. A cell that cannot be read changes nothing
 * and is told in `refused`.
 */
export function useBulkEdits(stored: readonly BulkRow[], seesCosts: boolean) {
  const { draft, keep, clear } = useDraft<Edit[]>({
    name: 'bulk-edit-items',
    schema: editsSchema,
    blank: noEdits,
    isBlank: (all) => all.length === 0,
  })
  const [refused, setRefused] = useState<{ key: string; problem: string } | null>(null)
  const rows = useMemo(() => editedRows(stored, draft), [stored, draft])
  const columns = useMemo(() => columnsFor(seesCosts), [seesCosts])

  const put = (all: Edit[], { row: id, column: name }: Cell, typed: string): Edit[] => {
    const edited = editedRows(stored, all).find((row) => row.id === id)
    const seen = stored.find((row) => row.id === id) ?? edited
    const column = columns.find((each) => each.name === name)
    if (!seen || !column?.read) return all
    const read = column.read(typed, edited ?? seen)
    if ('problem' in read) {
      setRefused({ key: cellKey(id, name), problem: `${read.problem}: “${typed.slice(0, 100)}” was not taken.` })
      return all
    }
    setRefused(null)
    return withCell(all, seen, name, read.value)
  }

  return {
    edits: draft,
    rows,
    columns,
    refused,
    marks: useMemo(() => marksOf(draft, refused), [draft, refused]),
    keep,
    clear,
    type: (cell: Cell, typed: string) => keep(put(draft, cell, typed)),
    /** Text that was typed into a row that is gone. */
    refuseHomeless: (text: string) =>
      setRefused({ key: '', problem: `“${text.slice(0, 100)}” was not taken: its item is gone.` }),
    addRow: () => {
      const id = newId()
      keep([...draft, { id, isNew: true, row_version: 0, title: 'New item', was: {}, values: {} }])
      return id
    },
    remove: (ids: readonly string[]) => keep(draft.filter(({ id }) => !ids.includes(id))),
    undo: () => keep(draft.slice(0, -1)),
    /** Writes a block of cells; `cell` is its corner at the top left. */
    paste: (cell: Cell | null, cells: readonly (readonly string[])[]) => {
      const top = rows.findIndex(({ id }) => id === cell?.row)
      const left = columns.findIndex(({ name }) => name === cell?.column)
      let next = draft
      for (const [down, line] of cells.entries())
        for (const [right, typed] of line.entries()) {
          const [row, column] = [rows[top + down], columns[left + right]]
          if (row && column) next = put(next, { row: row.id, column: column.name }, typed)
        }
      keep(next)
    },
  }
}

/** Reads a CSV file into the changes; items that the sheet does not show are asked for by their number. */
export function useReadCsv(stored: readonly BulkRow[], edits: Edit[], seesCosts: boolean, keep: (all: Edit[]) => void) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<readonly string[]>([])
  const reading = useActMutation({
    mutationFn: async (file: File) => {
      const { rows: lines, problems: found } = readFile(await textOfFile(file), seesCosts)
      setProblems(found)
      if (lines.length > mostOfFile) throw new Error('A file has 1,000 items at most. Please divide it.')
      const known = new Map(stored.map((row) => [row.sku.toLowerCase(), row]))
      const missing = lines.map(({ sku }) => sku).filter((sku) => !known.has(sku.toLowerCase()))
      if (missing.length > 0) {
        const others = await queryClient.fetchQuery(bulkQuery('', seesCosts))
        for (const row of others) known.set(row.sku.toLowerCase(), row)
        const beyond = await itemsByNumber(missing)
        for (const [sku, { id, row_version }] of beyond)
          if (!known.has(sku)) known.set(sku, { ...blankRow, id, row_version, sku, name: sku })
      }
      return withFile(edits, lines, known, newId)
    },
    onSuccess: keep,
    onError: (error) => setProblems([saveProblem(error)]),
  })
  return { read: reading.mutate, isReading: reading.isPending, problems }
}

const columnsFor = (seesCosts: boolean): SheetColumn<BulkRow>[] =>
  bulkColumns
    .filter(({ needsCosts }) => seesCosts || !needsCosts)
    .map((column) => ({
      name: column.name,
      label: column.label,
      width: widths[column.name] ?? '8rem',
      ...(column.kind === 'decimal' ? { align: 'right' as const } : {}),
      text: (row) => cellText(column.name, row[column.name] as string | null),
      read: (typed, row) =>
        column.name === 'sell_price' && row.price_follows_cost
          ? { problem: 'The sell price follows from cost and markup' }
          : readCell(column.name, typed),
    }))

function marksOf(edits: readonly Edit[], refused: { key: string; problem: string } | null): Map<string, CellMarks> {
  const all = new Map<string, CellMarks>()
  for (const { id, values } of edits)
    for (const name of Object.keys(values)) all.set(cellKey(id, name), { isPending: true })
  if (refused) all.set(refused.key, { problem: refused.problem })
  return all
}

const blankRow = {
  bin: null,
  min_qty: null,
  reorder_qty: null,
  supplier_sku: null,
  sell_price: null,
  price_follows_cost: false,
  cost_price: null,
  markup_pct: null,
}
