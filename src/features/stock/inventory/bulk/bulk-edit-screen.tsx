import { Button, FileButton, Group, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useFilters } from '@/kit/list/use-filters'
import { ListFilters } from '@/kit/list/list-filters'
import { searchFilter } from '@/kit/list/filters'
import { useLive } from '@/kit/live/use-live'
import { Sheet } from '@/kit/sheet/sheet'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveCsv } from '@/shared/lib/save-file'
import { inventoryKey, inventoryLive } from '../inventory'
import { bulkQuery, mostRows } from './api/bulk.query'
import { bulkCsv, type BulkRow, editsProblem } from './bulk-edit'
import { BulkPreview } from './bulk-preview'
import { useBulkEdits, useReadCsv } from './use-bulk-edits'

const filters = { q: searchFilter('Search items', 'Name, number or bin') }

const noRows: BulkRow[] = []

/** /inventory/bulk-edit: many items in one sheet; the changes are looked at and saved together, or not at all. */
export function BulkEditScreen() {
  const rights = useRights()
  const seesCosts = hasPermission(rights, 'view_financial_data')
  const mayEdit = can(rights, 'inventory', 'edit')
  const { filter, set, change } = useFilters(filters)
  const items = useQuery(bulkQuery(filter.q, seesCosts))
  useLive(inventoryKey, inventoryLive)
  const stored = items.data ?? noRows
  const bulk = useBulkEdits(stored, seesCosts)
  const csv = useReadCsv(stored, bulk.edits, seesCosts, bulk.keep)
  const preview = useDialog('preview')
  const finish = () => {
    bulk.clear()
    preview.close()
  }

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
          {mayEdit ? <LookButton count={bulk.edits.length} onLook={() => preview.open()} /> : null}
        </>
      }
    >
      <ListFilters filters={filters} values={filter} set={set} onChange={change}>
        <Group gap="xs">
          {mayEdit ? (
            <FileButton accept=".csv,text/csv" onChange={(file) => file && csv.read(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={csv.isReading}
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
            onClick={() => saveCsv('items.csv', bulkCsv(bulk.rows, seesCosts))}
          >
            Save CSV
          </Button>
          {mayEdit && can(rights, 'inventory', 'create') ? (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={bulk.addRow}>
              Add row
            </Button>
          ) : null}
        </Group>
      </ListFilters>
      <FileProblems problems={csv.problems} />
      {bulk.refused ? <Problem>{bulk.refused.problem}</Problem> : null}
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
        <ItemSheet bulk={bulk} mayEdit={mayEdit} />
      )}
      <Modal opened={preview.isOpen} onClose={preview.close} title="What will change" size="xl">
        <BulkPreview edits={bulk.edits} problem={editsProblem(bulk.edits)} onThrowAway={finish} onSaved={finish} />
      </Modal>
    </PageFrame>
  )
}

function LookButton({ count, onLook }: { count: number; onLook: () => void }) {
  return (
    <Button disabled={count === 0} onClick={onLook}>
      {count === 0 ? 'No changes yet' : `Look at ${count} changed ${count === 1 ? 'item' : 'items'}`}
    </Button>
  )
}

function FileProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Problem>
      {problems.slice(0, 5).join(' ')}
      {problems.length > 5 ? ` And ${problems.length - 5} more.` : ''}
    </Problem>
  )
}

function ItemSheet({ bulk, mayEdit }: { bulk: ReturnType<typeof useBulkEdits>; mayEdit: boolean }) {
  return (
    <Sheet
      label="Items"
      rows={bulk.rows}
      columns={bulk.columns}
      idOf={({ id }) => id}
      marks={bulk.marks}
      isOpen={mayEdit}
      onTyped={bulk.type}
      onHomeless={bulk.refuseHomeless}
      onAdd={bulk.addRow}
      onRemove={bulk.remove}
      onDuplicate={() => {
        notifications.show({ message: 'Use “Duplicate” on the page of the item.' })
        return null
      }}
      onMove={() => undefined}
      onPaste={bulk.paste}
      onUndo={bulk.undo}
      onRedo={() => undefined}
    />
  )
}
