import { orders } from '@/kit/pickers/orders'
import { Button, Modal, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { stockItems } from '@/kit/pickers/stock-items'
import { updateRow } from '@/kit/save/save-row'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { RecordLink } from '@/shared/ui/record-links'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { jobs } from '../api/sources'
import { takeInLine } from '../api/suppliers.mutation'
import { type ReceiptMatch, receiptMatchesQuery, type SupplierInvoice, suppliersKey } from '../api/suppliers.query'

type Line = SupplierInvoice['lines'][number]

/** The lines of an invoice, and the material, job or order that each belongs to. That may change after the approval too. */
export function Lines({ row, mayEdit }: { row: SupplierInvoice; mayEdit: boolean }) {
  const dialog = useDialog('line')
  const open = row.lines.find(({ id }) => id === dialog.subject)
  const receipts = useQuery(receiptMatchesQuery(row.id)).data
  useLive(receiptMatchesQuery(row.id).queryKey, [
    { page: 'inventory', tables: ['purchase_orders', 'purchase_order_lines', 'stock_movements'] },
  ])
  return (
    <section className={page.panel} aria-label="Lines" style={{ overflowX: 'auto' }}>
      <Table aria-label="Lines">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th ta="right">Quantity</Table.Th>
            <Table.Th ta="right">Net {row.currency}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.description}
                <Text size="sm" component="div" c="dimmed">
                  <Belongs line={line} />
                  {mayEdit ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`What ${line.description} belongs to`}
                      onClick={() => dialog.open(line.id)}
                    >
                      {line.inventory_item_id || line.job_id || line.order_id ? 'Change' : 'Say what it is for'}
                    </Button>
                  ) : null}
                </Text>
                <Receipt line={line} match={receipts?.get(line.id)} />
              </Table.Td>
              <Table.Td ta="right">{shortDecimalText(line.qty)}</Table.Td>
              <Table.Td ta="right">{formatMoney(line.net, row.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Modal opened={open !== undefined} onClose={dialog.close} title="What this line belongs to">
        {open ? <BelongsForm key={open.id} line={open} onClose={dialog.close} /> : null}
      </Modal>
    </section>
  )
}

/** What of the material was ordered, received and invoiced, side by side; what nobody ordered is taken into stock here. */
function Receipt({ line, match }: { line: Line; match: ReceiptMatch | undefined }) {
  const queryClient = useQueryClient()
  const mayTakeIn = can(useRights(), 'inventory', 'edit')
  const taking = useMutation({
    mutationFn: takeInLine,
    onSettled: () => queryClient.invalidateQueries({ queryKey: suppliersKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not taken in', message: saveProblem(error) }),
  })
  if (!match) return null
  return (
    <Text size="sm" component="div">
      {match.ordered === '0' ? null : (
        <span>{`Ordered ${match.ordered} · received ${match.received} · invoiced ${match.invoiced}`}</span>
      )}
      <Text size="sm" component="div" c={match.fits ? 'dimmed' : 'magenta'}>
        {match.words}{' '}
        {match.may_take_in && mayTakeIn ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={taking.isPending}
            aria-label={`Take ${line.description} into stock`}
            onClick={() => taking.mutate(line.id)}
          >
            Take into stock
          </Button>
        ) : null}
      </Text>
    </Text>
  )
}

const Belongs = ({ line }: { line: Line }) => (
  <>
    {line.inventory_item_id ? (
      <>
        <RecordLink kind="inventory_item" id={line.inventory_item_id} size="sm">
          {line.item?.name ?? 'Material'}
        </RecordLink>{' '}
      </>
    ) : null}
    {line.job_id ? (
      <>
        <RecordLink kind="job" id={line.job_id} size="sm">
          {line.job?.job_number ?? 'Job'}
        </RecordLink>{' '}
      </>
    ) : null}
    {line.order_id ? (
      <>
        <RecordLink kind="order" id={line.order_id} size="sm">
          {line.order?.order_number ?? 'Order'}
        </RecordLink>{' '}
      </>
    ) : null}
  </>
)

const fields = defineFields({
  inventory_item_id: record('Material', stockItems),
  job_id: record('Job', jobs),
  order_id: record('Order', orders),
})

function BelongsForm({ line, onClose }: { line: Line; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: `supplier-line-${line.id}`,
    stored: line,
    queryKey: suppliersKey,
    save: (values) => updateRow({ table: 'supplier_invoice_items', what: 'this line', id: line.id, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} isPlain autoFocus label={line.description} submitLabel="Save" onCancel={onClose} />
}
