import { Alert, Group, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconCoins,
  IconFilePlus,
  IconFlag,
  IconFileTypePdf,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconReceiptRefund,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { picturesOf } from '@/documents/paper/paper'
import { orderConfirmationPaper } from '@/documents/paper/papers'
import { downloadPdf } from '@/documents/pdf/download'
import { actionsFrom } from '@/documents/transitions'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { useLive } from '@/kit/live/use-live'
import { MailPanel } from '@/kit/mail/mail-panel'
import { PaperCurrency } from '@/kit/rates/paper-currency'
import { DocumentStory } from '@/kit/record/document-story'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { DueMark, useTimings } from '@/kit/record/due-mark'
import { ShareBar } from '@/kit/record/share-bar'
import { Invoiced } from './invoiced'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { workloadKey } from '@/kit/planning/workload.query'
import { OrderInTime } from '@/kit/planning/fits-in-time'
import { ShortPieces } from './short-pieces'
import { OnStopNotice } from '@/kit/record/on-stop-notice'
import { CardLacks } from '@/kit/record/card-lacks'
import { StatusBadge } from '@/kit/record/status-badge'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { QuestionMark } from '@/kit/thread/question-mark'
import { StaffThread } from '@/kit/thread/staff-thread'
import { capital } from '@/kit/words'
import { contactName } from '@/shared/domain/people/contact'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linePicturesQuery } from '../../shared/api/line-pictures.query'
import { InternalNote } from '../../shared/internal-note'
import { OpenNow } from '../../shared/open-now'
import { amendOrder, releaseOrder } from '../api/order.mutation'
import {
  type Order,
  orderKey,
  orderQuery,
  orderRecordsQuery,
  readOrderDocument,
  toInvoiceQuery,
} from '../api/order.query'
import { ordersKey, ordersLive } from '../api/orders.query'
import { isDepositDue } from '../../shared/deposit-due'
import { depositHref, depositOpenWords, depositWords, toInvoiceWords } from '../deposit'
import { creditActions, DepositFromCredit, useCreditForDeposit } from './deposit-from-credit'
import { depositInvoiceActions, DepositInvoiceDialog } from './deposit-invoice'
import { CreditOrderDialog } from './credit-order'
import { EditOrder, orderDraft } from './edit-order'
import { EndOrderDialog } from './end-order'
import { FreeDeposits } from './free-deposits'
import { billedDiscounts, creditedQuantities } from '../money-of-order'
import { dayOf } from '../day-of-order'
import { orderEventDetail, orderStory } from '../order-story'
import { OrderLines } from './order-lines'
import { OrderMargin } from './order-margin'
import { OrderParts } from './order-records'
import { OrderReasonDialog } from './order-reason'
import { PromisedDay } from './promised-day'

/** /orders/:id: one order with all its records. */
export function OrderScreen({ id }: { id: string }) {
  const order = useQuery(orderQuery(id))
  useLive(orderKey(id), [
    ...ordersLive,
    { page: 'deliveries', tables: ['deliveries', 'partial_deliveries'] },
    { page: 'invoices', tables: ['invoices', 'credit_notes'] },
    { page: 'payments', tables: ['payments'] },
  ])
  useTimings()
  return (
    <RecordState of={order} what="order" back={{ label: 'Orders', href: '/orders' }}>
      {(row) => <OpenOrder key={row.id} row={row} />}
    </RecordState>
  )
}

/** Why the approval of an order stays, as `undo_approval` refuses it; null while it can be undone. */
function approvedForGood(row: Order, jobs: readonly { status: string; steps: readonly { status: string }[] }[]) {
  if (Number(row.deposit_paid) > 0) return 'The deposit is paid'
  if (row.extras.some(({ status }) => ['approved', 'converted'].includes(status))) return 'Extra work was added'
  const hasBegun = jobs.some(
    ({ status, steps }) => !['new', 'cancelled'].includes(status) || steps.some((step) => step.status !== 'todo'),
  )
  return hasBegun ? 'A job has begun' : null
}

const dialogs = ['edit', 'hold', 'undo', 'cancel', 'end', 'credit', 'deposit', 'from-credit'] as const

function OpenOrder({ row }: { row: Order }) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const dialog = useDialog('order')
  const panel = dialogs.find((one) => one === dialog.subject) ?? null
  const records = useQuery(orderRecordsQuery(row.id))
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () =>
      Promise.all([ordersKey, workloadKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayEdit = can(rights, 'orders', 'edit')
  const mayChange = mayEdit && row.status !== 'cancelled'
  const isPartDelivered = Number(row.delivered_pct) < 100 && row.items.some((item) => isAboveZero(item.qty_delivered))
  const steps = new Set(actionsFrom('order', row.status).map(({ through }) => through))
  const has = (through: string) => mayEdit && steps.has(through)
  const printed = async () => {
    const paper = orderConfirmationPaper(await readOrderDocument(row.id))
    return { paper, pictures: await queryClient.fetchQuery(linePicturesQuery(picturesOf(paper))) }
  }
  const pdf: RecordAction = {
    label: 'Order confirmation',
    icon: <IconFileTypePdf size={18} aria-hidden />,
    onClick: () =>
      acting.mutate(async () => {
        const { paper, pictures } = await printed()
        await downloadPdf(paper, { pictures })
      }),
    isBusy: acting.isPending,
  }
  const release: RecordAction = {
    label: 'Resume order',
    icon: <IconPlayerPlay size={18} aria-hidden />,
    onClick: () => acting.mutate(() => releaseOrder(row.id)),
    isBusy: acting.isPending,
  }
  const credit = useCreditForDeposit(row, rights)
  const toInvoice = useQuery(toInvoiceQuery(row.id))
  const actions: RecordAction[] = [
    ...(row.status === 'on_hold' && mayEdit ? [pdf] : []),
    ...(mayChange
      ? [{ label: 'Change order', icon: <IconPencil size={16} />, onClick: () => dialog.open('edit') }]
      : []),
    ...(can(rights, 'quotations', 'create') && !['cancelled', 'completed'].includes(row.status)
      ? [
          {
            label: 'Extra work',
            icon: <IconFilePlus size={16} />,
            onClick: () => acting.mutate(async () => navigate(`/quotations/${await amendOrder(row.id, newId())}`)),
          },
        ]
      : []),
    ...(can(rights, 'deliveries', 'create') && !['cancelled', 'completed'].includes(row.status)
      ? [
          {
            label: 'Plan a delivery…',
            icon: <IconTruckDelivery size={16} />,
            href: `/deliveries?plan=${row.id}`,
            why:
              row.status === 'on_hold'
                ? 'The order is on hold'
                : Number(row.delivered_pct) >= 100
                  ? 'Everything is delivered'
                  : null,
          },
        ]
      : []),
    ...depositInvoiceActions(row, records.data?.invoices, { rights, onOpen: () => dialog.open('deposit') }),
    ...(can(rights, 'payments', 'create') && isDepositDue(row)
      ? [{ label: 'Record the deposit…', icon: <IconCoins size={16} />, href: depositHref(row) }]
      : []),
    ...creditActions(row, credit, () => dialog.open('from-credit')),
    ...(can(rights, 'invoices', 'edit') && (Number(row.invoiced_pct) > 0 || Number(row.deposit_paid) > 0)
      ? [{ label: 'Credit all of it…', icon: <IconReceiptRefund size={16} />, onClick: () => dialog.open('credit') }]
      : []),
    ...(can(rights, 'jobs', 'create') && row.quotation_id !== null && row.status !== 'cancelled'
      ? [{ label: 'Add jobs', icon: <IconPlus size={16} />, href: `/jobs/create/${row.quotation_id}` }]
      : []),
    ...(has('hold_order')
      ? [{ label: 'Put on hold', icon: <IconHandStop size={16} />, onClick: () => dialog.open('hold') }]
      : []),
    ...(row.quotation?.status === 'converted' && row.status !== 'cancelled' && can(rights, 'quotations', 'edit')
      ? [
          {
            label: 'Undo approval',
            icon: <IconArrowBackUp size={16} />,
            onClick: () => dialog.open('undo'),
            why: approvedForGood(row, records.data?.jobs ?? []),
          },
        ]
      : []),
    ...(isPartDelivered && mayChange
      ? [{ label: 'End the rest…', icon: <IconFlag size={16} />, onClick: () => dialog.open('end') }]
      : []),
    ...(has('cancel_order') || (mayEdit && row.status === 'part_delivered')
      ? [
          {
            label: 'Cancel order',
            icon: <IconX size={16} />,
            onClick: () => dialog.open('cancel'),
            isDangerous: true,
            why: isPartDelivered ? 'A part of it is delivered. End the rest instead.' : null,
          },
        ]
      : []),
  ]

  return (
    <RecordPage
      title={row.order_number}
      kind={row.project_title ?? 'Order'}
      status={
        <Group gap="xs">
          <StatusBadge kind="order" status={row.status} />
          {row.quotation ? <QuestionMark kind="quotation" id={row.quotation.id} /> : null}
          <PaperCurrency currency={row.currency} rate={row.rate} at={row.quotation?.sent_at ?? row.ordered_at} />
        </Group>
      }
      presence={row.quotation_id ? <OpenNow quotationId={row.quotation_id} /> : null}
      primary={row.status === 'on_hold' && mayEdit ? release : pdf}
      actions={actions}
      back={{ label: 'Orders', href: '/orders' }}
      width="full"
      notice={
        <Stack gap="xs" mb="md">
          <OnStopNotice contactId={row.contact_id} onStop={row.contact?.on_stop === true} />
          <ShortPieces orderId={row.id} />
          {mayChange ? (
            <KeptDialog
              name={orderDraft(row.id)}
              isOpen={panel === 'edit'}
              onOpen={() => dialog.open('edit')}
              title="Changes of this order are not saved"
            />
          ) : null}
          <AnnouncedTransfers kind="order" id={row.id} />
          {isDepositDue(row) ? (
            <CardLacks contactId={row.contact_id} paper="deposit invoice" chargesVat={isAboveZero(row.vat)} />
          ) : null}
          <FreeDeposits row={row} />
          {row.hold_reason ? (
            <Alert color="yellow" title="On hold">
              {row.hold_reason}
            </Alert>
          ) : null}
          {row.cancel_reason ? (
            <Alert color="gray" title="Cancelled">
              {row.cancel_reason}
            </Alert>
          ) : null}
        </Stack>
      }
      aside={
        <Stack gap="md">
          <section className={page.panel} aria-label="Progress">
            <Facts
              amounts
              of={{
                Delivered: <ShareBar label="Delivered" share={Number(row.delivered_pct)} width={120} />,
                Invoiced: <Invoiced of={row} width={120} />,
                Net: formatMoney(row.net, row.currency),
                [withTax('{Tax}')]: formatMoney(row.vat, row.currency),
                Total: <strong>{formatMoney(row.gross, row.currency)}</strong>,
                Deposit: depositWords(row),
                'To invoice': toInvoiceWords(toInvoice.data, row.currency),
              }}
            />
          </section>
          {['cancelled', 'completed', 'delivered'].includes(row.status) ? null : (
            <OrderInTime orderId={row.id} day={dayOf(row)} deposit={depositOpenWords(row)} />
          )}
          <section className={page.panel} aria-label="About this order">
            <Facts
              of={{
                Client: row.contact && <ContactLink of={row.contact} />,
                'Contact person': row.person ? contactName(row.person) : null,
                Site: row.location ? [row.location.label, row.location.city].filter(Boolean).join(', ') : null,
                Delivery: row.is_collected ? 'Collected at our shop' : null,
                'Client’s number': row.client_po,
                Priority: capital(row.priority),
                Due: dayOf(row) && <DueMark kind="order" id={row.id} day={dayOf(row)} />,
                Promised: row.promised_date && <PromisedDay of={row} />,
                Ordered: dayText(row.ordered_at),
                Quotation: row.quotation ? (
                  <RecordLink kind="quotation" id={row.quotation.id}>
                    {quotationNumber(row.quotation.quotation_number, row.quotation_version)}
                  </RecordLink>
                ) : null,
                'Extra work':
                  row.extras.length === 0 ? null : (
                    <Stack gap={4}>
                      {row.extras.map((extra) => (
                        <Group key={extra.id} gap="xs">
                          <RecordLink kind="quotation" id={extra.id}>
                            {extra.number_with_version}
                          </RecordLink>
                          <StatusBadge kind="quotation" status={extra.status} />
                          <span>{formatMoney(extra.gross, row.currency)}</span>
                        </Group>
                      ))}
                    </Stack>
                  ),
              }}
            />
          </section>
          <RecordTasks kind="order" id={row.id} />
          {row.quotation ? (
            <StaffThread
              kind="quotation"
              id={row.quotation.id}
              page="quotations"
              mayEdit={can(rights, 'quotations', 'edit')}
            />
          ) : null}
          <MailPanel
            kind="order"
            what="confirmation"
            id={row.id}
            page="orders"
            queryKey={ordersKey}
            maySend={mayChange}
          />
          {hasPermission(rights, 'view_financial_data') ? <OrderMargin id={row.id} paper={row.currency} /> : null}
          <section className={page.panel} aria-label="Note inside" data-no-print>
            <Title order={2} size="h4" mb="xs">
              Note inside
            </Title>
            <InternalNote kind="order" id={row.id} page="orders" mayEdit={mayEdit} />
          </section>
          <section className={page.panel} aria-label="Story">
            <Title order={2} size="h4" mb="sm">
              Story
            </Title>
            <DocumentStory
              kind="order"
              id={row.id}
              queryKey={orderKey(row.id)}
              words={orderStory}
              detailOf={(meta, type) => orderEventDetail(meta, type, row.currency)}
            />
          </section>
        </Stack>
      }
    >
      <Stack gap="lg">
        <section className={page.panel} aria-label="Lines">
          <OrderLines
            row={row}
            credited={creditedQuantities(records.data?.invoices ?? [])}
            discounts={billedDiscounts(records.data?.invoices ?? [])}
          />
        </section>
        {records.isError ? (
          <Problem onRetry={() => void records.refetch()}>The jobs and papers of this order could not be read</Problem>
        ) : records.data ? (
          <OrderParts of={records.data} />
        ) : null}
      </Stack>
      <PrintedPaper of={['order', row.id]} version={row.row_version} read={printed} />
      {panel === 'edit' ? <EditOrder row={row} onClose={dialog.close} /> : null}
      {panel === 'end' ? <EndOrderDialog row={row} onClose={dialog.close} /> : null}
      {panel === 'credit' ? <CreditOrderDialog row={row} onClose={dialog.close} /> : null}
      {panel === 'deposit' && isDepositDue(row) && records.data ? (
        <DepositInvoiceDialog row={row} invoices={records.data.invoices} onClose={dialog.close} />
      ) : null}
      {panel === 'from-credit' && credit ? (
        <DepositFromCredit row={row} credit={credit} onClose={dialog.close} />
      ) : null}
      {panel === 'hold' || panel === 'undo' || panel === 'cancel' ? (
        <OrderReasonDialog row={row} doing={panel} onClose={dialog.close} />
      ) : null}
    </RecordPage>
  )
}
