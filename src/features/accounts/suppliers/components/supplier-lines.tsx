import { withTax } from '@/shared/domain/text/formats'
import { Button, Group, Modal, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, percent, quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { orders } from '@/kit/pickers/orders'
import { stockItems } from '@/kit/pickers/stock-items'
import { insertRow, removeRow, updateRow } from '@/kit/save/save-row'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { formatMoney, formatPrice, shortDecimalText, withMinus } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { hasTreatments, isFreeOfTax, isOwnTax, purchaseTreatments } from '../../shared/purchase-treatments'
import { useAct } from '../../shared/use-act'
import { jobs } from '../api/sources'
import { takeInLine } from '../api/suppliers.mutation'
import { type ReceiptMatch, receiptMatchesQuery, type SupplierInvoice, suppliersKey } from '../api/suppliers.query'
import { amountsOf, linesProblem, linesTotal, taxWords } from '../lines-of-bill'
import { costAccount } from '../supplier-fields'
import classes from './suppliers.module.css'

type Line = SupplierInvoice['lines'][number]

/** The lines of a supplier invoice: amounts, account, and the material, job or order of each. */
export function Lines({ row, mayEdit }: { row: SupplierInvoice; mayEdit: boolean }) {
  const dialog = useDialog('line')
  const isOpen = ['received', 'disputed'].includes(row.status)
  const open = row.lines.find(({ id }) => id === dialog.subject)
  const isNew = dialog.subject === 'new' && isOpen
  const receipts = useQuery(receiptMatchesQuery(row.id)).data
  useLive(receiptMatchesQuery(row.id).queryKey, [
    { page: 'inventory', tables: ['purchase_orders', 'purchase_order_lines', 'stock_movements'] },
  ])
  return (
    <section className={page.panel} aria-label="Lines">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Lines
        </Title>
        {isOpen && mayEdit ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => dialog.open('new')}
          >
            Add line
          </Button>
        ) : null}
      </Group>
      <Table aria-label="Lines">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th ta="right">Net {row.currency}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.description}
                <Text size="sm" component="div" c="dimmed">
                  {wordsOf(line, row.currency)}
                </Text>
                <Text size="sm" component="div" c="dimmed">
                  {line.account ? `${line.account.code} ${line.account.name} ` : 'No cost account '}
                  <Belongs line={line} />
                  <InRegister line={line} row={row} />
                  {mayEdit ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Edit ${line.description}`}
                      onClick={() => dialog.open(line.id)}
                    >
                      Edit
                    </Button>
                  ) : null}
                </Text>
                <Receipt line={line} match={receipts?.get(line.id)} />
              </Table.Td>
              <Table.Td ta="right" className={classes.whole ?? ''}>
                {formatMoney(line.net, row.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <LinesFoot row={row} />
      </Table>
      <Modal
        opened={open !== undefined || isNew}
        onClose={dialog.close}
        title={isNew ? 'New line' : isOpen ? 'Edit line' : 'What this line belongs to'}
      >
        {open ? <LineForm key={open.id} row={row} line={open} isOpen={isOpen} onClose={dialog.close} /> : null}
        {isNew ? <LineForm row={row} line={null} isOpen onClose={dialog.close} /> : null}
      </Modal>
    </section>
  )
}

const wordsOf = (line: Line, currency: string) =>
  `${withMinus(shortDecimalText(line.qty))} × ${formatPrice(line.unit_price, currency)}, ${taxWords(line, currency)}`

const sumLabels = { net: 'Net', vat: '{Tax}', gross: 'Total' }

/** The sums of the lines, and the difference to the invoice. */
function LinesFoot({ row }: { row: SupplierInvoice }) {
  if (row.lines.length === 0)
    return (
      <Table.Tbody>
        <Table.Tr>
          <Table.Td colSpan={2}>
            <Text size="sm" c="dimmed">
              Without lines it gets one when it is approved.
            </Text>
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    )
  const total = linesTotal(row)
  const problem = linesProblem(row)
  return (
    <Table.Tfoot>
      {(['net', 'vat', 'gross'] as const).map((part) => (
        <Table.Tr key={part}>
          <Table.Th fw={part === 'gross' ? 700 : 400}>
            {withTax(sumLabels[part])}
            {problem && part === 'gross' ? (
              <Text size="sm" c="error" fw={400} role="status">
                {problem}
              </Text>
            ) : null}
          </Table.Th>
          <Table.Th ta="right" className={classes.whole ?? ''} fw={part === 'gross' ? 700 : 400}>
            {formatMoney(total[part], row.currency)}
          </Table.Th>
        </Table.Tr>
      ))}
    </Table.Tfoot>
  )
}

/**
 * The ordered, received and invoiced quantity of the material side by side. Material that was not ordered is taken into
 * stock here.
 */
function Receipt({ line, match }: { line: Line; match: ReceiptMatch | undefined }) {
  const queryClient = useQueryClient()
  const mayTakeIn = can(useRights(), 'inventory', 'edit')
  const taking = useOneMutation({
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

/** A line on an account of fixed assets: its asset, or the way into the register. */
function InRegister({ line, row }: { line: Line; row: SupplierInvoice }) {
  const mayEnter = can(useRights(), 'payments', 'edit')
  const asset = [line.asset].flat()[0]
  if (asset)
    return (
      <>
        <RecordLink kind="fixed_asset" id={asset.id} size="sm">
          {asset.asset_number}
        </RecordLink>{' '}
      </>
    )
  if (line.account?.kind !== 'asset' || !mayEnter || row.status === 'disputed') return null
  return (
    <Button
      component={Link}
      variant="subtle"
      size="compact-sm"
      aria-label={`Put ${line.description} into the register of fixed assets`}
      to={`${linkTo('/fixed-assets')}?dialog=asset.${line.id}`}
    >
      Put into the register
    </Button>
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

/** A line with another treatment than VAT as on the bill. */
const isTreated = (line: Line | null) => line !== null && line.vat_treatment !== 'standard'

const fieldsOf = (line: Line | null, isOpen: boolean) => {
  const amounts = { hiddenUnless: () => isOpen }
  return defineFields({
    description: text('Description', { required: true, max: 1000, wide: true, ...amounts }),
    qty: quantity('Quantity', { required: true, places: 4, least: '-1000000', most: '1000000', ...amounts }),
    unit_price: money('Unit price, net', { required: true, places: 4, most: '10000000', ...amounts }),
    vat_treatment: choice('{Tax} treatment', purchaseTreatments, {
      required: true,
      hiddenUnless: () => isOpen && (hasTreatments() || isTreated(line)),
    }),
    vat_rate: percent('{Tax} rate', {
      required: true,
      places: 4,
      hiddenUnless: ({ vat_treatment }) => isOpen && !isFreeOfTax(vat_treatment),
    }),
    vat: money('{Tax}', {
      least: '-999999999.99',
      help: 'Empty: by the rate.',
      hiddenUnless: ({ vat_treatment }) => isOpen && !isFreeOfTax(vat_treatment) && !isOwnTax(vat_treatment),
    }),
    deductible_pct: percent('Deducted share of the {tax}', {
      required: true,
      help: 'What is not deducted is cost.',
      hiddenUnless: ({ vat_treatment }) => isOpen && hasTreatments() && !isFreeOfTax(vat_treatment),
    }),
    cost_account_id: costAccount(undefined, line?.cost_account_id ?? null),
    inventory_item_id: record('Material', stockItems),
    job_id: record('Job', jobs),
    order_id: record('Order', orders),
  })
}

type LineFormProps = {
  row: SupplierInvoice
  /** Null for a new line. */
  line: Line | null
  /** Before the approval its amounts change too. */
  isOpen: boolean
  onClose: () => void
}

function LineForm({ row, line, isOpen, onClose }: LineFormProps) {
  const [id] = useState(newId)
  const { act, isBusy } = useAct()
  const fields = useMemo(() => fieldsOf(line, isOpen), [line, isOpen])
  const last = row.lines.at(-1)
  const form = useRecordForm({
    fields,
    name: `supplier-line-${line?.id ?? row.id}`,
    isNew: line === null,
    stored: line ?? {
      qty: '1',
      vat_rate: last?.vat_rate ?? null,
      vat_treatment: last?.vat_treatment ?? 'standard',
      deductible_pct: last?.deductible_pct ?? '100',
      cost_account_id: last?.cost_account_id ?? null,
    },
    queryKey: suppliersKey,
    save: async ({ description, qty, unit_price, vat_rate, vat, vat_treatment, deductible_pct, ...belongs }) => {
      const amounts = {
        ...{ description, qty, unit_price, vat_rate: vat_rate || '0' },
        ...{ vat_treatment: vat_treatment || 'standard', deductible_pct: deductible_pct || '100' },
      }
      // The database computes the VAT again where nobody typed another one.
      const typed = vat === null || vat === line?.vat ? {} : { vat }
      if (line)
        return updateRow({
          table: 'supplier_invoice_items',
          what: 'this line',
          id: line.id,
          values: isOpen ? { ...amounts, ...typed, ...belongs } : belongs,
        })
      await insertRow({
        table: 'supplier_invoice_items',
        what: 'lines',
        values: {
          id,
          supplier_invoice_id: row.id,
          ...amounts,
          ...belongs,
          ...amountsOf(amounts),
          ...typed,
        },
      })
    },
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label={line?.description ?? 'New line'}
      submitLabel={line ? 'Save line' : 'Add line'}
      onCancel={onClose}
      hint={
        line && isOpen ? (
          <Button
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={act(async () => {
              await removeRow({ table: 'supplier_invoice_items', what: 'this line', id: line.id })
              onClose()
            })}
          >
            Remove line
          </Button>
        ) : null
      }
    />
  )
}
