import { IconCoins, IconDiscount, IconEraser, IconExternalLink, IconHash, IconReceiptRefund } from '@tabler/icons-react'
import { isUnreceived } from '@/documents/network-states'
import type { RecordAction } from '@/kit/record/record-page'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { askToIssue, billedActions, sendAction, voidDraftAction } from '../../shared/billed-actions'
import { isAbove } from '../../shared/payment/allocation'
import { giveCashDiscount } from '../api/cash-discount.mutation'
import { issueInvoice, voidInvoice } from '../api/invoice.mutation'
import type { InvoicePage } from './use-invoice-page'

type Actions = {
  primary: RecordAction | null
  second: RecordAction | null
  actions: (RecordAction | null)[]
}

/** Sending it by mail is the next step: it is issued, and nobody has sent it. */
export const isMailNext = ({ row, isIssued, mayEdit }: InvoicePage): boolean =>
  isIssued && row.sent_at === null && mayEdit

/** What can be done with an invoice: the next step, the payment beside it, and the others. */
export function invoiceActions(of: InvoicePage): Actions {
  const { row, act, mayEdit, isIssued } = of
  const primary = nextStep(of)
  const payment = pay(of)
  return {
    primary: primary ?? payment,
    second: primary && payment,
    actions: [
      isIssued ? sendAction('invoice', row, { act, mayEdit }) : null,
      takeCredit(of),
      giveDiscount(of),
      creditIt(of),
      creditUnpaid(of),
      writeOff(of),
      ...billedActions(of.billed, { act, isIssued }),
      orderNumber(of),
      {
        label: 'As the client sees it',
        icon: <IconExternalLink size={16} aria-hidden />,
        // The address of the client, so that a copied one leads him to his invoice. Staff are not counted as a visit.
        href:
          isIssued && row.link_revoked_at === null
            ? `/client-invoices/${row.public_uuid}`
            : `/public/invoices/${row.id}`,
      },
      voidDraft(of),
    ],
  }
}

function nextStep(of: InvoicePage): RecordAction | null {
  if (of.isDraft) return of.mayEdit ? issue(of) : null
  return isMailNext(of) ? of.mail : null
}

const issue = ({ row, paper, billed, act, isBusy }: InvoicePage): RecordAction => ({
  label: 'Issue',
  isBusy: isBusy || paper.isPending,
  why:
    paper.data?.lines.some(({ kind }) => kind === 'item') === false ? 'Please add a line before you issue it.' : null,
  onClick: () =>
    askToIssue(billed, {
      what: 'invoice',
      text: 'It gets its number and never changes again. A mistake is corrected by a credit note.',
      onConfirm: (said) => act(() => issueInvoice(row.id, said))(),
    }),
})

const pay = ({ mayPay, dialogs }: InvoicePage): RecordAction | null =>
  mayPay
    ? {
        label: 'Record payment',
        icon: <IconCoins size={18} aria-hidden />,
        onClick: () => dialogs.payment.open(),
      }
    : null

const takeCredit = ({ row, credit, dialogs }: InvoicePage): RecordAction | null =>
  credit && isAbove(credit, '0')
    ? {
        label: `Use credit of ${formatMoney(credit, row.currency)}…`,
        icon: <IconCoins size={16} aria-hidden />,
        onClick: () => dialogs.useCredit.open(),
      }
    : null

/** What was paid settles the invoice with the cash discount. */
const giveDiscount = ({ row, early, mayPay, act }: InvoicePage): RecordAction | null =>
  early && mayPay && isAbove(row.paid, '0') && !isAbove(early.pays, '0')
    ? {
        label: `Give cash discount of ${formatMoney(early.amount, row.currency)}`,
        icon: <IconDiscount size={16} aria-hidden />,
        onClick: act(() => giveCashDiscount(row.id, early.amount)),
      }
    : null

const creditIt = ({ isIssued, rights, dialogs }: InvoicePage): RecordAction | null =>
  isIssued && can(rights, 'invoices', 'create')
    ? {
        label: 'Credit',
        icon: <IconReceiptRefund size={16} aria-hidden />,
        onClick: () => dialogs.credit.open(),
      }
    : null

const creditUnpaid = ({ row, isOpen, mayEdit, dialogs }: InvoicePage): RecordAction | null =>
  isOpen && row.kind === 'deposit' && isAbove(row.paid, '0') && mayEdit
    ? {
        label: 'Credit what is not paid…',
        icon: <IconReceiptRefund size={16} aria-hidden />,
        onClick: () => dialogs.creditRest.open(),
      }
    : null

const writeOff = ({ row, isOpen, mayWriteOff, dialogs }: InvoicePage): RecordAction | null =>
  isOpen && row.kind !== 'deposit' && mayWriteOff
    ? { label: 'Write off', icon: <IconEraser size={16} aria-hidden />, onClick: () => dialogs.writeOff.open() }
    : null

const orderNumber = ({ row, isIssued, mayEdit, dialogs }: InvoicePage): RecordAction | null =>
  mayEdit && isIssued && (row.network_status === null || isUnreceived(row.network_status))
    ? {
        label: 'Client’s order number',
        icon: <IconHash size={16} aria-hidden />,
        onClick: () => dialogs.orderNumber.open(),
      }
    : null

const voidDraft = ({ row, isDraft, mayEdit, act }: InvoicePage): RecordAction | null =>
  isDraft && mayEdit
    ? voidDraftAction(
        'Its lines can be invoiced again. The draft itself stays void.',
        act(() => voidInvoice(row.id)),
      )
    : null
