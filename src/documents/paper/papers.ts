import { exact, isAboveZero, minus, written } from '../../shared/domain/money/decimal.ts'
import { nothingToPay, statusOf } from '../statuses.ts'
import type { Paper } from './paper.ts'
import { paymentOf } from './payment.ts'
import { factsOf, pricedPaper } from './priced.ts'
import type {
  Approval,
  CreditNoteDocument,
  Deposit,
  InvoiceDocument,
  OrderDocument,
  QuotationDocument,
} from './source.ts'
import { writingOf, type Writing } from './writing.ts'

/** The state of a draft or cancelled paper. A state that the reader knows anyway is left out. */
const stateOf = (kind: 'quotation' | 'order' | 'invoice' | 'credit_note', status: string, shown: readonly string[]) =>
  shown.includes(status) ? statusOf(kind, status) : null

/** A written-off invoice is settled without a credit note: the client has none to book. */
const statesOfInvoice = ['draft', 'paid', 'credited', 'void', 'written_off', 'part_written_off']

const less = (one: string, other: string): string => written(minus(exact(one), exact(other)))

const depositLabel = ({ kind, value }: Deposit, writing: Writing): string =>
  kind === 'percent' ? `Deposit of ${writing.number(value)} % on approval` : 'Deposit on approval'

/** The approver on the signature lines. For an answer recorded by staff this is said, and there is no signature. */
function approvedBy(approval: Approval | null | undefined, writing: Writing): Pick<Paper, 'signatures' | 'signed'> {
  if (!approval) return { signatures: [], signed: null }
  const { name, on, by_hand, image } = approval
  return {
    signatures: [`Approved by ${name}`, 'Date', by_hand ? 'Recorded by the office' : 'Signature'],
    signed: { day: writing.day(on), image: by_hand ? null : image, typed: by_hand || image ? null : name },
  }
}

/** The unpaid deposit; zero for an order on hold, cancelled or completed. */
const depositOwed = (status: string, required: string, paid: string): string =>
  ['on_hold', 'cancelled', 'completed'].includes(status) ? '0' : less(required, paid)

export function quotationPaper(document: QuotationDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  const { deposit, order } = document
  return {
    ...pricedPaper(document, writing),
    title: 'Quotation',
    note: document.client_note,
    number: document.number,
    state: stateOf('quotation', document.status, [
      'draft',
      'approved',
      'converted',
      'rejected',
      'expired',
      'cancelled',
    ]),
    facts: factsOf([
      ['Date', writing.dayOf(document.sent_at ?? document.created_at)],
      ['Valid until', document.valid_until && writing.day(document.valid_until)],
    ]),
    due: {
      label: writing.tax('Total with {tax}'),
      amount: writing.money(document.gross),
      facts: isAboveZero(deposit.amount)
        ? [
            { label: depositLabel(deposit, writing), value: writing.money(deposit.amount) },
            { label: 'Balance', value: writing.money(less(document.gross, deposit.amount)) },
          ]
        : [],
    },
    payment:
      order && !order.is_amended
        ? paymentOf(
            document.company,
            depositOwed(order.status, order.deposit_amount, order.deposit_paid),
            document.currency,
            order.order_number,
          )
        : null,
    ...approvedBy(document.approval, writing),
  }
}

export function orderConfirmationPaper(document: OrderDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  const owed = depositOwed(document.status, document.deposit_required, document.deposit_paid)
  return {
    ...pricedPaper(document, writing),
    title: 'Order confirmation',
    note: document.client_note,
    number: document.number,
    state: stateOf('order', document.status, ['on_hold', 'cancelled']),
    facts: factsOf([
      ['Date', writing.dayOf(document.ordered_at)],
      ['Due', document.due_date && writing.day(document.due_date)],
      ['Your order', document.client_po],
      ['Quotation', document.quotation_number],
    ]),
    due: {
      label: writing.tax('Total with {tax}'),
      amount: writing.money(document.gross),
      facts: factsOf([
        ['Deposit', isAboveZero(document.deposit_required) && writing.money(document.deposit_required)],
        ['Deposit paid', isAboveZero(document.deposit_paid) && writing.money(document.deposit_paid)],
        ['Deposit to pay', isAboveZero(owed) && writing.money(owed)],
      ]),
    },
    payment: document.number === null ? null : paymentOf(document.company, owed, document.currency, document.number),
    ...approvedBy(document.approval, writing),
  }
}

const invoiceTitles: Record<InvoiceDocument['invoice_kind'], string> = {
  standard: 'Invoice',
  deposit: 'Deposit invoice',
  progress: 'Progress invoice',
  final: 'Final invoice',
  proforma: 'Pro forma invoice',
}

export function invoicePaper(document: InvoiceDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  const base = pricedPaper(document, writing)
  const byNotes = less(document.credited, document.written_off)
  const nothing = nothingToPay(document)
  const settled = factsOf([
    ['Paid', isAboveZero(document.paid) && writing.money(`-${document.paid}`)],
    ['Credited', isAboveZero(byNotes) && writing.money(`-${byNotes}`)],
    ['Written off', isAboveZero(document.written_off) && writing.money(`-${document.written_off}`)],
  ])
  return {
    ...base,
    note: document.note,
    title: invoiceTitles[document.invoice_kind],
    number: document.number,
    state: nothing ?? stateOf('invoice', document.state, statesOfInvoice),
    facts: factsOf([
      ['Date', document.issue_date && writing.day(document.issue_date)],
      ['Date of supply', document.supply_date && writing.day(document.supply_date)],
      ['Due', !nothing && document.due_date && writing.day(document.due_date)],
      ['Your order', document.client_po],
      ['Order', document.order_number],
    ]),
    totals:
      settled.length === 0
        ? base.totals
        : [
            ...base.totals,
            { label: writing.tax('Total with {tax}'), value: writing.money(document.gross) },
            ...settled,
          ],
    due: {
      label: nothing ? nothing.label : 'Amount to pay',
      amount: writing.money(document.balance),
      facts: factsOf([
        ['Due by', isAboveZero(document.balance) && document.due_date !== null && writing.day(document.due_date)],
      ]),
    },
    payment:
      document.number === null || ['draft', 'void', 'paid', 'credited'].includes(document.status)
        ? null
        : paymentOf(document.company, document.balance, document.currency, document.number),
  }
}

export function creditNotePaper(document: CreditNoteDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  return {
    ...pricedPaper(document, writing),
    title: 'Credit note',
    note: document.note,
    number: document.number,
    state: stateOf('credit_note', document.status, ['draft', 'void']),
    facts: factsOf([
      ['Date', document.issue_date && writing.day(document.issue_date)],
      ['Invoice', document.invoice_number],
      ['Reason', document.reason],
    ]),
    due: { label: 'Amount credited', amount: writing.money(document.gross), facts: [] },
  }
}
