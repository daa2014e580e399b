import { Group, Modal, Title } from '@mantine/core'
import { IconCoins, IconDiscount, IconEraser, IconExternalLink, IconHash, IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { invoicePaper } from '@/documents/paper/papers'
import { isUnreceived } from '@/documents/network-states'
import { nothingToPay } from '@/documents/statuses'
import { isPlainZero } from '@/documents/totals'
import { useLive } from '@/kit/live/use-live'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { CardLacks } from '@/kit/record/card-lacks'
import { useMailAction } from '@/kit/mail/mail-panel'
import { clientCreditQuery } from '@/kit/record/client-credit.query'
import { type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { QuestionMark } from '@/kit/thread/question-mark'
import { StaffThread } from '@/kit/thread/staff-thread'
import { exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { can } from '@/shared/domain/people/permission'
import { currentFormats } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { askToIssue, billedActions, sendAction, voidDraftAction } from '../../shared/billed-actions'
import { BilledBody } from '../../shared/billed-body'
import { DraftLacks } from '../../shared/network/draft-lacks'
import { orderNumberDialog, OrderNumberDialog } from '../../shared/network/order-number-dialog'
import { NetworkPanel } from '../../shared/network/network-panel'
import { accountsKey, invoicesKey } from '../../shared/keys'
import { openCashDiscountsQuery } from '../../shared/api/open-cash-discounts.query'
import { RecordPayment } from '../../shared/payment/record-payment'
import { useAct } from '../../shared/use-act'
import { isAbove } from '../../shared/payment/allocation'
import { giveCashDiscount } from '../api/cash-discount.mutation'
import { issueInvoice, voidInvoice } from '../api/invoice.mutation'
import { type Invoice, invoicePaperQuery, invoiceQuery } from '../api/invoice.query'
import { CreditInvoice } from './credit-invoice'
import { CreditOpenDeposit } from './credit-open-deposit'
import { DraftPanel } from './draft-panel'
import { stateOfRest } from '../invoice-state'
import { InvoiceDots } from './invoice-dots'
import { InvoiceRate } from './invoice-rate'
import { UseCredit } from './use-credit'
import { useCreditDialog } from './use-credit-dialog'
import { dueText, today } from '../../shared/today'
import { Settlements } from './settlements'
import { smallRestQuery } from '../api/write-off.query'
import { WriteOff } from './write-off'

const kinds: Readonly<Record<string, string>> = {
  standard: 'Invoice',
  deposit: 'Deposit invoice',
  progress: 'Progress invoice',
  final: 'Final invoice',
  proforma: 'Pro forma invoice',
}
const namesBothNumbers = ({ vat_treatment }: { vat_treatment: string }) =>
  vat_treatment === 'reverse_charge' || vat_treatment === 'intra_community'
const back = { label: 'Invoices', href: '/invoices' }

/** /invoices/:id for staff: the paper, its status, and the next action. */
export function InvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery(invoiceQuery(id))
  return (
    <RecordState of={invoice} what="invoice" back={back}>
      {(row) => <OpenInvoice key={row.id} row={row} />}
    </RecordState>
  )
}

function OpenInvoice({ row }: { row: Invoice }) {
  const rights = useRights()
  const payment = useDialog('payment')
  const credit = useCreditDialog(row.id)
  const writeOff = useDialog('write-off')
  const mayWriteAllOff = can(rights, 'invoices', 'delete')
  const smallRest = useQuery({
    ...smallRestQuery,
    enabled: !mayWriteAllOff && can(rights, 'invoices', 'edit') && isAbove(row.balance, '0'),
  })
  const mayWriteOff =
    mayWriteAllOff ||
    (smallRest.data !== undefined && !isAbove(row.balance, smallRest.data) && can(rights, 'invoices', 'edit'))
  const useCredit = useDialog('use-credit')
  const creditRest = useDialog('credit-rest')
  const orderNumber = useDialog(orderNumberDialog)
  const paper = useQuery(invoicePaperQuery(row.id))
  const { act, isBusy } = useAct()
  useLive(accountsKey, [{ topic: topics.document(row.public_uuid) }, { page: 'invoices' }, { page: 'payments' }])
  const mayEdit = can(rights, 'invoices', 'edit')
  const isDraft = row.status === 'draft'
  const isIssued = !['draft', 'void'].includes(row.status)
  const isOpen = ['issued', 'partly_paid'].includes(row.status)
  const writtenOff = row.written_off
  const nothing = nothingToPay(row)

  const issue: RecordAction = {
    label: 'Issue',
    isBusy: isBusy || paper.isPending,
    why:
      paper.data?.lines.some(({ kind }) => kind === 'item') === false ? 'Please add a line before you issue it.' : null,
    onClick: () =>
      askToIssue(paper.data && { kind: 'invoice', document: paper.data }, {
        what: 'invoice',
        text: 'It gets its number and never changes again. A mistake is corrected by a credit note.',
        onConfirm: (said) => act(() => issueInvoice(row.id, said))(),
      }),
  }
  const pay: RecordAction = {
    label: 'Record payment',
    icon: <IconCoins size={18} aria-hidden />,
    onClick: () => payment.open(),
  }
  const copy = sendAction('invoice', row, { act, mayEdit })
  const mail = useMailAction()
  const free = useQuery({
    ...clientCreditQuery(invoicesKey, row.contact_id),
    enabled: isOpen && can(rights, 'statements', 'view'),
  })
  const mayPay = isOpen && can(rights, 'payments', 'create')
  const discounts = useQuery({
    ...openCashDiscountsQuery(row.contact_id),
    enabled: mayPay && typeof row.cash_discount_pct === 'string',
  })
  const early = discounts.data?.find(({ invoice_id }) => invoice_id === row.id)
  const primary = isDraft
    ? mayEdit
      ? issue
      : null
    : !isIssued
      ? null
      : row.sent_at === null && mayEdit
        ? mail
        : mayPay
          ? pay
          : null
  const actions: RecordAction[] = [
    ...(isIssued ? [copy] : []),
    ...(mayPay && free.data && isAbove(free.data, '0')
      ? [
          {
            label: `Use credit of ${formatMoney(free.data, row.currency)}…`,
            icon: <IconCoins size={16} aria-hidden />,
            onClick: () => useCredit.open(),
          },
        ]
      : []),
    ...(early && mayPay && isAbove(row.paid, '0') && !isAbove(early.pays, '0')
      ? [
          {
            label: `Give cash discount of ${formatMoney(early.amount, row.currency)}`,
            icon: <IconDiscount size={16} aria-hidden />,
            onClick: act(() => giveCashDiscount(row.id, early.amount)),
          },
        ]
      : []),
    ...(isIssued && can(rights, 'invoices', 'create')
      ? [{ label: 'Credit', icon: <IconReceiptRefund size={16} aria-hidden />, onClick: () => credit.open() }]
      : []),
    ...(isOpen && row.kind === 'deposit' && isAbove(row.paid, '0') && mayEdit
      ? [
          {
            label: 'Credit what is not paid…',
            icon: <IconReceiptRefund size={16} aria-hidden />,
            onClick: () => creditRest.open(),
          },
        ]
      : []),
    ...(isOpen && row.kind !== 'deposit' && mayWriteOff
      ? [{ label: 'Write off', icon: <IconEraser size={16} aria-hidden />, onClick: () => writeOff.open() }]
      : []),
    ...billedActions(paper.data && { kind: 'invoice', document: paper.data }, { act, isIssued }),
    ...(mayEdit && isIssued && (row.network_status === null || isUnreceived(row.network_status))
      ? [
          {
            label: 'Client’s order number',
            icon: <IconHash size={16} aria-hidden />,
            onClick: () => orderNumber.open(),
          },
        ]
      : []),
    {
      label: 'As the client sees it',
      icon: <IconExternalLink size={16} aria-hidden />,
      // The address of the client, so that a copied one leads him to his invoice. Staff are not counted as a visit.
      href:
        isIssued && row.link_revoked_at === null ? `/client-invoices/${row.public_uuid}` : `/public/invoices/${row.id}`,
    },
    ...(isDraft && mayEdit
      ? [
          voidDraftAction(
            'Its lines can be invoiced again. The draft itself stays void.',
            act(() => voidInvoice(row.id)),
          ),
        ]
      : []),
  ]

  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.invoice_number ?? 'Draft invoice'}
      kind={kinds[row.kind] ?? 'Invoice'}
      status={
        <Group gap="xs" wrap="nowrap">
          <StatusBadge kind="invoice" status={row.state} state={stateOfRest(row, today())} />
          {isDraft ? null : <QuestionMark kind="invoice" id={row.id} />}
        </Group>
      }
      primary={primary}
      second={mayPay && primary !== pay ? pay : null}
      actions={actions}
      back={back}
      width="full"
    >
      {isIssued ? <InvoiceDots row={row} /> : null}
      <BilledBody
        kind="invoice"
        id={row.id}
        read={paper}
        draw={invoicePaper}
        client={row.contact}
        isIssued={isIssued}
        maySend={mayEdit}
        isMailPrimary={primary === mail}
        amounts={{
          Total: formatMoney(row.gross, row.currency),
          'Worth in the books': row.worth === null ? null : formatMoney(row.worth),
          Paid: isIssued && !nothing ? formatMoney(row.paid, row.currency) : null,
          Credited:
            isIssued && !nothing
              ? formatMoney(
                  written(minus(minus(exact(row.credited), exact(writtenOff)), exact(row.cash_discounted))),
                  row.currency,
                )
              : null,
          'Cash discount': isAbove(row.cash_discounted, '0') ? formatMoney(row.cash_discounted, row.currency) : null,
          'Written off': isAbove(writtenOff, '0') ? formatMoney(writtenOff, row.currency) : null,
          'To pay': isIssued ? <strong>{nothing?.label ?? formatMoney(row.balance, row.currency)}</strong> : null,
        }}
        facts={{
          Order: row.order ? (
            <RecordLink kind="order" id={row.order.id}>
              {row.order.order_number}
            </RecordLink>
          ) : null,
          'Client’s order': row.client_po,
          Due: dueText(row),
          Rate: row.currency === currentFormats().currency ? null : <InvoiceRate row={row} />,
          Account: can(rights, 'statements', 'view') ? (
            <RecordLink kind="statement" id={row.contact_id}>
              Statement of the client
            </RecordLink>
          ) : null,
        }}
      >
        {isOpen ? <AnnouncedTransfers kind="invoice" id={row.id} /> : null}
        {isDraft ? (
          <CardLacks
            contactId={row.contact_id}
            paper="invoice"
            needsVatNumber={paper.data?.vat_table.some(namesBothNumbers) ?? false}
            chargesVat={paper.data?.vat_table.some(({ vat }) => isAboveZero(vat)) ?? false}
            hasPlainZero={paper.data?.vat_table.some(isPlainZero) ?? false}
          />
        ) : null}
        {isDraft ? (
          <DraftLacks billed={paper.data && { kind: 'invoice', document: paper.data }} contactId={row.contact_id} />
        ) : null}
        {isDraft && mayEdit ? <DraftPanel row={row} /> : null}
        {isIssued && row.kind !== 'proforma' ? (
          <NetworkPanel kind="invoice" id={row.id} contactId={row.contact_id} mayEdit={mayEdit} />
        ) : null}
        <StaffThread kind="invoice" id={row.id} page="invoices" mayEdit={mayEdit} />
        {isIssued && !nothing ? (
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Payments and credits
            </Title>
            <Settlements id={row.id} currency={row.currency} isSettled={row.balance !== row.gross} />
          </section>
        ) : null}
      </BilledBody>
      <Modal opened={payment.isOpen} onClose={payment.close} title="Record a payment" size="lg">
        <RecordPayment contactId={row.contact_id} invoiceId={row.id} onClose={payment.close} />
      </Modal>
      <Modal opened={writeOff.isOpen} onClose={writeOff.close} title="Write off the open amount" size="lg">
        <WriteOff row={row} onClose={writeOff.close} />
      </Modal>
      {useCredit.isOpen && mayPay && free.data && (discounts.data || !discounts.isFetching) ? (
        <UseCredit row={row} credit={free.data} early={early} onClose={useCredit.close} />
      ) : null}
      {creditRest.isOpen && isOpen ? <CreditOpenDeposit row={row} onClose={creditRest.close} /> : null}
      <OrderNumberDialog row={row} />
      <Modal opened={credit.isOpen} onClose={credit.close} title="Credit this invoice" size="lg">
        <CreditInvoice
          invoiceId={row.id}
          kind={row.kind}
          isPaid={isAbove(row.paid, '0')}
          currency={row.currency}
          onClose={credit.close}
        />
      </Modal>
    </RecordPage>
  )
}
