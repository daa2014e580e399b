import { exact, isAboveZero, minus, written } from '../../shared/domain/money/decimal.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { nothingToPay, type Status, statusOf } from '../statuses.ts'
import { atIssue } from './at-issue.ts'
import type { Paper } from './paper.ts'
import { paymentOf } from './payment.ts'
import { factsOf, pricedPaper, totalLabel, vatInBooks, vatWithDeposits } from './priced.ts'
import type {
  Approval,
  CreditNoteDocument,
  Deposit,
  InvoiceDocument,
  OrderDocument,
  QuotationDocument,
} from './source.ts'
import { writingOf, type Writing } from './writing.ts'

/** The states that a paper shows: those of drafts, and of papers that ended. What the reader knows anyway is left out. */
const shownStates = {
  quotation: {
    draft: 'quotation_draft',
    approved: 'quotation_approved',
    converted: 'quotation_converted',
    rejected: 'quotation_rejected',
    expired: 'quotation_expired',
    cancelled: 'quotation_cancelled',
  },
  order: { on_hold: 'order_on_hold', cancelled: 'order_cancelled' },
  // A written-off invoice is settled without a credit note: the client has none to book.
  invoice: {
    draft: 'invoice_draft',
    paid: 'invoice_paid',
    credited: 'invoice_credited',
    void: 'invoice_void',
    written_off: 'invoice_written_off',
    part_written_off: 'invoice_part_written_off',
  },
  credit_note: { draft: 'credit_note_draft', void: 'credit_note_void' },
} as const

function stateOf(
  kind: keyof typeof shownStates,
  status: string,
  { say }: Writing,
  words?: 'quotation_order_cancelled',
): Status | null {
  const shown: Readonly<Record<string, StateText>> = shownStates[kind]
  const [look, text] = [statusOf(kind, status), Object.hasOwn(shown, status) ? shown[status] : undefined]
  return look && text ? { ...look, label: say(words ?? text) } : null
}
type ValuesIn<One> = One extends unknown ? One[keyof One] : never
type StateText = ValuesIn<(typeof shownStates)[keyof typeof shownStates]>

const less = (one: string, other: string): string => written(minus(exact(one), exact(other)))

const depositLabel = ({ kind, value }: Deposit, { say, number }: Writing): string =>
  kind === 'percent' ? say('deposit_percent', { percent: number(value) }) : say('deposit_on_approval')

/** The approver on the signature lines. For an answer recorded by staff this is said, and there is no signature. */
function approvedBy(
  approval: Approval | null | undefined,
  { say, day }: Writing,
): Pick<Paper, 'signatures' | 'signed'> {
  if (!approval) return { signatures: [], signed: null }
  const { name, on, by_hand, image } = approval
  return {
    signatures: [
      { label: say('approved_by', { name }), holds: 'name' },
      { label: say('date'), holds: 'day' },
      by_hand ? { label: say('recorded_by_office'), holds: 'name' } : { label: say('signature'), holds: 'signature' },
    ],
    signed: { day: day(on), image: by_hand ? null : image, typed: by_hand || image ? null : name },
  }
}

/** The unpaid deposit; zero for an order on hold, cancelled or completed. */
const depositOwed = (status: string, required: string, paid: string): string =>
  ['on_hold', 'cancelled', 'completed'].includes(status) ? '0' : less(required, paid)

/** What is to be paid when the invoice of a quotation is paid early. */
function promisedEarlyPayment(
  { cash_discount: discount }: QuotationDocument,
  { say, money, number }: Writing,
): readonly [label: string, value: string | null] {
  if (!discount) return ['', null]
  const { days, pct, amount, pays } = discount
  return [
    days === 1 ? say('early_within_day') : say('early_within', { days: number(String(days)) }),
    say('early_pays', { amount: money(pays), percent: number(pct), discount: money(amount) }),
  ]
}

/** Where its own order was cancelled, a quotation says so. One that amends an order was taken into it. */
const stateOfQuotation = ({ status, order }: QuotationDocument, writing: Writing): Status | null =>
  status === 'converted' && order?.status === 'cancelled' && order.is_amended !== true
    ? stateOf('order', 'cancelled', writing, 'quotation_order_cancelled')
    : stateOf('quotation', status, writing)

export function quotationPaper(document: WithTexts<QuotationDocument>): Paper {
  const writing = writingOf(document.company, document.currency, document.texts, document.client)
  const { say } = writing
  const { deposit, order } = document
  return {
    ...pricedPaper(document, writing),
    title: say('title_quotation'),
    note: document.client_note,
    number: document.number,
    state: stateOfQuotation(document, writing),
    facts: factsOf([
      [say('date'), writing.dayOf(document.sent_at ?? document.created_at)],
      [say('valid_until'), document.valid_until && writing.day(document.valid_until)],
    ]),
    due: {
      label: totalLabel(document, writing),
      amount: writing.money(document.gross),
      facts: factsOf([
        ...(isAboveZero(deposit.amount)
          ? ([
              [depositLabel(deposit, writing), writing.money(deposit.amount)],
              [say('balance'), writing.money(less(document.gross, deposit.amount))],
            ] as const)
          : []),
        promisedEarlyPayment(document, writing),
      ]),
    },
    payment:
      order && !order.is_amended
        ? paymentOf(
            document.company,
            depositOwed(order.status, order.deposit_amount, order.deposit_paid),
            document.currency,
            order.order_number,
            document.texts,
          )
        : null,
    ...approvedBy(document.approval, writing),
  }
}

/** The note of the accepted quotation. Where its promised day has moved, a line says so first: the accepted words stay as they were. */
const noteOfOrder = ({ client_note, due_date, day_before }: OrderDocument, { say, day }: Writing): string | null =>
  due_date && day_before
    ? [say('new_day', { day: day(due_date), before: day(day_before) }), client_note].filter(Boolean).join('\n\n')
    : client_note

export function orderConfirmationPaper(document: WithTexts<OrderDocument>): Paper {
  const writing = writingOf(document.company, document.currency, document.texts, document.client)
  const { say } = writing
  const owed = depositOwed(document.status, document.deposit_required, document.deposit_paid)
  return {
    ...pricedPaper(document, writing),
    title: say('title_order'),
    note: noteOfOrder(document, writing),
    number: document.number,
    state: stateOf('order', document.status, writing),
    facts: factsOf([
      [say('date'), writing.dayOf(document.ordered_at)],
      [say('ready_by'), document.due_date && writing.day(document.due_date)],
      [say('your_order'), document.client_po],
      [say('quotation'), document.quotation_number],
    ]),
    due: {
      label: totalLabel(document, writing),
      amount: writing.money(document.gross),
      facts: factsOf([
        [say('deposit'), isAboveZero(document.deposit_required) && writing.money(document.deposit_required)],
        [say('deposit_paid'), isAboveZero(document.deposit_paid) && writing.money(document.deposit_paid)],
        [say('deposit_to_pay'), isAboveZero(owed) && writing.money(owed)],
      ]),
    },
    payment:
      document.number === null
        ? null
        : paymentOf(document.company, owed, document.currency, document.number, document.texts),
    ...approvedBy(document.approval, writing),
  }
}

const invoiceTitles = {
  standard: 'title_invoice',
  deposit: 'title_deposit_invoice',
  progress: 'title_progress_invoice',
  final: 'title_final_invoice',
  proforma: 'title_proforma_invoice',
} as const

/** A deposit is of the day on which it was paid: nothing is supplied yet. One that is not paid has no such day. */
function dayOfSupply(
  {
    invoice_kind,
    supply_from,
    supply_date,
    paid,
  }: Pick<InvoiceDocument, 'invoice_kind' | 'supply_from' | 'supply_date' | 'paid'>,
  { say, day }: Writing,
): readonly [label: string, value: string | null] {
  if (invoice_kind !== 'deposit' && supply_from && supply_date && supply_from !== supply_date)
    return [say('period_of_supply'), `${day(supply_from)} – ${day(supply_date)}`]
  if (invoice_kind !== 'deposit') return [say('date_of_supply'), supply_date && day(supply_date)]
  return [say('payment_received'), supply_date && isAboveZero(paid) ? day(supply_date) : null]
}

/** What is to be paid when it is paid early, as long as something of it can be taken. */
function earlyPayment(
  { cash_discount: discount }: Pick<InvoiceDocument, 'cash_discount'>,
  { say, money, number, day }: Writing,
): readonly [label: string, value: string | null] {
  if (!discount?.amount || !discount.pays) return ['', null]
  const words = { amount: money(discount.pays), percent: number(discount.pct), discount: money(discount.amount) }
  return [say('early_by', { day: day(discount.until) }), say('early_pays', words)]
}

/** The bank block of an issued invoice stays when it is paid; its code asks for what is open, so that nobody pays twice. */
function bankOf(
  { number, status, balance, company, currency, texts }: WithTexts<InvoiceDocument>,
  asked: string,
): Paper['payment'] {
  if (number === null || ['draft', 'void'].includes(status)) return null
  const payment = paymentOf(company, asked, currency, number, texts)
  return payment && { ...payment, qr: paymentOf(company, balance, currency, number, texts)?.qr ?? null }
}

export function invoicePaper(document: WithTexts<InvoiceDocument>): Paper {
  const writing = writingOf(document.company, document.currency, document.texts, document.client)
  const { say } = writing
  const base = pricedPaper(document, writing)
  const byDiscount = document.cash_discounted ?? '0.00'
  const byNotes = less(less(document.credited, document.written_off), byDiscount)
  const nothing = nothingToPay(document)
  const issued = atIssue(document)
  const paidBefore = less(less(document.gross, issued.balance), document.deposit)
  const paidLater = less(less(document.paid, document.deposit), paidBefore)
  const before = factsOf([
    [say('deposit_received'), isAboveZero(document.deposit) && writing.money(`-${document.deposit}`)],
    [say('paid'), isAboveZero(paidBefore) && writing.money(`-${paidBefore}`)],
  ])
  // What came after the day of issue is said below the amount that was asked for: it takes nothing away from the paper.
  const settled = factsOf([
    [say('paid'), isAboveZero(paidLater) && writing.money(`-${paidLater}`)],
    [say('credited'), isAboveZero(byNotes) && writing.money(`-${byNotes}`)],
    [say('cash_discount'), isAboveZero(byDiscount) && writing.money(`-${byDiscount}`)],
    [say('written_off'), isAboveZero(document.written_off) && writing.money(`-${document.written_off}`)],
  ])
  return {
    ...base,
    vat: vatInBooks(
      vatWithDeposits(document.lines, document.vat_table, writing, document.tax_place),
      document,
      writing,
    ),
    note: document.note,
    title: say(invoiceTitles[document.invoice_kind]),
    number: document.number,
    state: nothing ? { ...nothing, label: say('invoice_nothing_to_pay') } : stateOf('invoice', document.state, writing),
    facts: factsOf([
      [say('date'), document.issue_date && writing.day(document.issue_date)],
      dayOfSupply(document, writing),
      [say('due'), !nothing && document.due_date && writing.day(document.due_date)],
      [say('your_order'), document.client_po],
      [say('order'), document.order_number],
    ]),
    totals:
      before.length === 0
        ? base.totals
        : [...base.totals, { label: totalLabel(document, writing), value: writing.money(document.gross) }, ...before],
    due: {
      label: say(nothing ? 'invoice_nothing_to_pay' : 'amount_to_pay'),
      amount: writing.money(issued.balance),
      facts: [
        ...factsOf([
          earlyPayment(issued, writing),
          [say('due_by'), isAboveZero(issued.balance) && document.due_date !== null && writing.day(document.due_date)],
        ]),
        ...(settled.length === 0
          ? []
          : [...settled, { label: say('balance'), value: writing.money(document.balance) }]),
      ],
    },
    payment: bankOf(document, issued.balance),
  }
}

export function creditNotePaper(document: WithTexts<CreditNoteDocument>): Paper {
  const writing = writingOf(document.company, document.currency, document.texts, document.client)
  const { say } = writing
  const base = pricedPaper(document, writing)
  return {
    ...base,
    vat: vatInBooks(base.vat, document, writing),
    title: say('title_credit_note'),
    note: document.note,
    number: document.number,
    state: stateOf('credit_note', document.status, writing),
    facts: factsOf([
      [say('date'), document.issue_date && writing.day(document.issue_date)],
      [say('invoice'), document.invoice_number],
      [say('reason'), document.reason],
    ]),
    due: { label: say('amount_credited'), amount: writing.money(document.gross), facts: [] },
  }
}
