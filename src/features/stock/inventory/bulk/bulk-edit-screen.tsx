import { Button, FileButton, Group, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useFilters } from '@/kit/list/use-filters'
import { ListFilters } from '@/kit/list/list-filters'
import { searchFilter } from '@/kit/list/filters'
import { useLive } from '@/kit/live/use-live'
import type { CellMarks } from '@/kit/sheet/sheet-cell'
import { cellKey, type SheetColumn } from '@/kit/sheet/sheet-column'
import { Sheet } from '@/kit/sheet/sheet'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveCsv } from '@/shared/lib/save-file'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useDraft } from '@/shared/hooks/use-draft'
import { inventoryKey, inventoryLive } from '../inventory'
import { bulkQuery, itemsByNumber, mostRows } from './api/bulk.query'
import {
  bulkColumns,
  bulkCsv,
  type BulkRow,
  cellText,
  type Edit,
  editedRows,
  editsProblem,
  readCell,
  readFile,
  withCell,
  withFile,
} from './bulk-edit'
import { textOfFile } from './files'
import { BulkPreview } from './bulk-preview'

const filters = { q: searchFilter('Search items', 'Name, number or bin') }

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

/** /inventory/bulk-edit: many items in one sheet; the changes are looked at and saved together, or not at all. */
export function BulkEditScreen() {
  const rights = useRights()
  const seesCosts = hasPermission(rights, 'view_financial_data')
  const mayEdit = can(rights, 'inventory', 'edit')
  const queryClient = useQueryClient()
  const { filter, set, change } = useFilters(filters)
  const items = useQuery(bulkQuery(filter.q, seesCosts))
  useLive(inventoryKey, inventoryLive)
  const {
    draft: edits,
    keep,
    clear,
  } = useDraft<Edit[]>({
    name: 'bulk-edit-items',
    schema: editsSchema,
    blank: noEdits,
    isBlank: (all) => all.length === 0,
  })
  const [refused, setRefused] = useState<{ key: string; problem: string } | null>(null)
  const [fileProblems, setFileProblems] = useState<readonly string[]>([])
  const preview = useDialog('preview')

  const stored = useMemo(() => items.data ?? [], [items.data])
  const rows = useMemo(() => editedRows(stored, edits), [stored, edits])
  const columns = useMemo(
    () =>
      bulkColumns
        .filter(({ needsCosts }) => seesCosts || !needsCosts)
        .map((column): SheetColumn<BulkRow> => ({
          name: column.name,
          label: column.label,
          width: widths[column.name] ?? '8rem',
          ...(column.kind === 'decimal' ? { align: 'right' as const } : {}),
          text: (row) => cellText(column.name, row[column.name] as string | null),
          read: (typed, row) =>
            column.name === 'sell_price' && row.price_follows_cost
              ? { problem: 'The sell price follows from cost and markup' }
              : readCell(column.name, typed),
        })),
    [seesCosts],
  )
  const marks = useMemo(() => {
    const all = new Map<string, CellMarks>()
    for (const { id, values } of edits)
      for (const name of Object.keys(values)) all.set(cellKey(id, name), { isPending: true })
    if (refused) all.set(refused.key, { problem: refused.problem })
    return all
  }, [edits, refused])

  const put = (all: Edit[], id: string, name: string, typed: string): Edit[] => {
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
  const addRow = () => {
    const id = newId()
    keep([...edits, { id, isNew: true, row_version: 0, title: 'New item', was: {}, values: {} }])
    return id
  }
  const reading = useActMutation({
    mutationFn: async (file: File) => {
      const { rows: lines, problems } = readFile(await textOfFile(file), seesCosts)
      setFileProblems(problems)
      if (lines.length > 1000) throw new Error('A file has 1,000 items at most. Please divide it.')
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
    onError: (error) => setFileProblems([saveProblem(error)]),
  })
  const problem = editsProblem(edits)

  return (
    <PageFrame
      title="Bulk Edit"
      lead="Type as in a spreadsheet, paste, or read a CSV file. Nothing is saved before you look at the changes."
      width="full"
      actions={
        <>
          <Button variant="default" component={Link} to={linkTo('/inventory')}>
            Inventory
          </Button>
          {mayEdit ? (
            <Button disabled={edits.length === 0} onClick={() => preview.open()}>
              {edits.length === 0
                ? 'No changes yet'
                : `Look at ${edits.length} changed ${edits.length === 1 ? 'item' : 'items'}`}
            </Button>
          ) : null}
        </>
      }
    >
      <ListFilters filters={filters} values={filter} set={set} onChange={change}>
        <Group gap="xs">
          {mayEdit ? (
            <FileButton accept=".csv,text/csv" onChange={(file) => file && reading.mutate(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={reading.isPending}
                  leftSection={<IconUpload size={16} aria-hidden />}
                >
                  Read CSV
                </Button>
              )}
            </FileButton>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveCsv('items.csv', bulkCsv(rows, seesCosts))}
          >
            Save CSV
          </Button>
          {mayEdit && can(rights, 'inventory', 'create') ? (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={addRow}>
              Add row
            </Button>
          ) : null}
        </Group>
      </ListFilters>
      {fileProblems.length > 0 ? (
        <Problem>
          {fileProblems.slice(0, 5).join(' ')}
          {fileProblems.length > 5 ? ` And ${fileProblems.length - 5} more.` : ''}
        </Problem>
      ) : null}
      {refused ? <Problem>{refused.problem}</Problem> : null}
      {stored.length >= mostRows ? (
        <Text size="sm" c="dimmed" mb="sm">
          The sheet shows the first {mostRows} items. Search to see others; your changes stay.
        </Text>
      ) : null}
      {items.isPending ? (
        <LineSkeletons count={8} height={32} />
      ) : items.isError ? (
        <Problem onRetry={() => void items.refetch()}>The items could not be read</Problem>
      ) : (
        <Sheet
          label="Items"
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          marks={marks}
          isOpen={mayEdit}
          onTyped={({ row, column }, typed) => keep(put(edits, row, column, typed))}
          onHomeless={(text) =>
            setRefused({ key: '', problem: `“${text.slice(0, 100)}” was not taken: its item is gone.` })
          }
          onAdd={addRow}
          onRemove={(ids) => keep(edits.filter(({ id }) => !ids.includes(id)))}
          onDuplicate={() => notifications.show({ message: 'Use “Duplicate” on the page of the item.' })}
          onMove={() => undefined}
          onPaste={(cell, cells) => {
            const from = rows.findIndex(({ id }) => id === cell?.row)
            const left = columns.findIndex(({ name }) => name === cell?.column)
            let next = edits
            for (const [down, line] of cells.entries())
              for (const [right, typed] of line.entries()) {
                const [row, column] = [rows[from + down], columns[left + right]]
                if (row && column) next = put(next, row.id, column.name, typed)
              }
            keep(next)
          }}
          onUndo={() => keep(edits.slice(0, -1))}
          onRedo={() => undefined}
        />
      )}
      <Modal opened={preview.isOpen} onClose={preview.close} title="What will change" size="xl">
        <BulkPreview
          edits={edits}
          problem={problem}
          onThrowAway={() => {
            clear()
            preview.close()
          }}
          onSaved={() => {
            clear()
            preview.close()
          }}
        />
      </Modal>
    </PageFrame>
  )
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
