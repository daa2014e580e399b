import { isZero } from '../shared/domain/money/is-zero.ts'

/** The colour group of a status: not started, waiting, in progress, done, wrong. */
export type Tone = 'quiet' | 'waits' | 'moves' | 'done' | 'wrong'
/** The shape carries the same meaning as the colour, for people and printers without colours. */
export type Shape = 'ring' | 'half' | 'dot' | 'tick' | 'cross' | 'bars'
/** Words, colour and shape of a status. */
export type Status = { label: string; tone: Tone; shape: Shape }

const looks = {
  open: { tone: 'quiet', shape: 'ring' },
  waiting: { tone: 'waits', shape: 'dot' },
  halfWaiting: { tone: 'waits', shape: 'half' },
  moving: { tone: 'moves', shape: 'dot' },
  halfway: { tone: 'moves', shape: 'half' },
  done: { tone: 'done', shape: 'tick' },
  closed: { tone: 'quiet', shape: 'cross' },
  failed: { tone: 'wrong', shape: 'cross' },
  held: { tone: 'wrong', shape: 'bars' },
} as const satisfies Record<string, Omit<Status, 'label'>>

const as = (look: keyof typeof looks, label: string): Status => ({ label, ...looks[look] })

/** Every status of every kind of document in its natural order. A new document has the first. */
const statuses = {
  quotation: {
    draft: as('open', 'Draft'),
    sent: as('waiting', 'Sent'),
    change_requested: as('halfWaiting', 'Change requested'),
    approved: as('done', 'Approved'),
    converted: as('done', 'Ordered'),
    rejected: as('failed', 'Rejected'),
    expired: as('failed', 'Expired'),
    cancelled: as('closed', 'Cancelled'),
  },
  order: {
    confirmed: as('moving', 'Confirmed'),
    awaiting_deposit: as('halfWaiting', 'Awaiting deposit'),
    in_production: as('moving', 'In production'),
    ready: as('waiting', 'Ready'),
    part_delivered: as('halfway', 'Part delivered'),
    delivered: as('halfway', 'Delivered'),
    completed: as('done', 'Completed'),
    on_hold: as('held', 'On hold'),
    cancelled: as('closed', 'Cancelled'),
  },
  job: {
    new: as('open', 'New'),
    artwork: as('moving', 'Artwork'),
    awaiting_approval: as('halfWaiting', 'Awaiting approval'),
    approved: as('waiting', 'Approved'),
    in_production: as('moving', 'In production'),
    qc: as('halfway', 'Quality control'),
    ready: as('waiting', 'Ready'),
    delivered: as('done', 'Delivered'),
    closed: as('done', 'Closed'),
    on_hold: as('held', 'On hold'),
    cancelled: as('closed', 'Cancelled'),
  },
  job_step: {
    todo: as('open', 'To do'),
    in_progress: as('moving', 'In progress'),
    paused: as('halfWaiting', 'Paused'),
    done: as('done', 'Done'),
    skipped: as('closed', 'Skipped'),
  },
  mockup: {
    draft: as('open', 'Draft'),
    internal_review: as('halfWaiting', 'Internal review'),
    sent: as('waiting', 'Sent'),
    approved: as('done', 'Approved'),
    revision_requested: as('halfWaiting', 'Changes requested'),
    rejected: as('failed', 'Rejected'),
    superseded: as('closed', 'Superseded'),
  },
  delivery: {
    planned: as('open', 'Planned'),
    ready: as('waiting', 'Ready'),
    out: as('moving', 'On the road'),
    partially_delivered: as('halfway', 'Part delivered'),
    delivered: as('done', 'Delivered'),
    failed: as('failed', 'Not delivered'),
    cancelled: as('closed', 'Cancelled'),
  },
  partial_delivery: {
    planned: as('open', 'Planned'),
    out: as('moving', 'On the road'),
    delivered: as('done', 'Delivered'),
  },
  invoice: {
    draft: as('open', 'Draft'),
    issued: as('waiting', 'Issued'),
    partly_paid: as('halfWaiting', 'Partly paid'),
    paid: as('done', 'Paid'),
    credited: as('closed', 'Credited'),
    void: as('closed', 'Void'),
  },
  credit_note: {
    draft: as('open', 'Draft'),
    issued: as('waiting', 'Issued'),
    part_allocated: as('halfWaiting', 'Partly used'),
    allocated: as('done', 'Used'),
    void: as('closed', 'Void'),
  },
  payment: {
    pending: as('halfWaiting', 'Pending'),
    succeeded: as('done', 'Received'),
    part_refunded: as('halfway', 'Partly refunded'),
    refunded: as('closed', 'Refunded'),
    failed: as('failed', 'Failed'),
    cancelled: as('closed', 'Cancelled'),
  },
  payment_request: {
    open: as('waiting', 'Open'),
    processing: as('halfway', 'Being paid'),
    paid: as('done', 'Paid'),
    failed: as('failed', 'Failed'),
    cancelled: as('closed', 'Cancelled'),
    expired: as('failed', 'Expired'),
  },
  supplier_invoice: {
    received: as('open', 'Received'),
    approved: as('waiting', 'Approved'),
    disputed: as('held', 'Disputed'),
    scheduled: as('halfway', 'Scheduled'),
    part_paid: as('halfWaiting', 'Partly paid'),
    paid: as('done', 'Paid'),
  },
  payment_run: {
    prepared: as('halfWaiting', 'Waits for approval'),
    approved: as('waiting', 'Approved'),
    exported: as('moving', 'Sent to the bank'),
    paid: as('done', 'Paid'),
    cancelled: as('closed', 'Cancelled'),
  },
} as const satisfies Record<string, Record<string, Status>>

export type DocumentKind = keyof typeof statuses
export type StatusOf<Kind extends DocumentKind> = keyof (typeof statuses)[Kind] & string

const tables: Record<DocumentKind, Record<string, Status>> = statuses

/** What the database says more exactly than the status: an amount that nobody paid is not called paid. */
const states: Partial<Record<DocumentKind, Record<string, Status>>> = {
  invoice: {
    partly_credited: as('halfWaiting', 'Partly credited'),
    part_written_off: as('closed', 'Partly written off'),
    written_off: as('closed', 'Written off'),
  },
}

/** Every status of a kind, in the order of its life. */
export const statusesOf = (kind: DocumentKind): string[] => Object.keys(tables[kind])

/** Label, colour and shape of a status or state; null for an unknown one. */
export const statusOf = (kind: DocumentKind, status: string): Status | null =>
  own(tables[kind], status) ?? own(states[kind] ?? {}, status)
const own = (table: Record<string, Status>, name: string): Status | null =>
  Object.hasOwn(table, name) ? (table[name] ?? null) : null

/** Every word that a list filters by: the statuses, then what the database says more exactly. */
export const statesOf = (kind: DocumentKind): string[] => [...statusesOf(kind), ...Object.keys(states[kind] ?? {})]

/** Every kind of document that has a status. */
export const documentKinds: readonly string[] = Object.keys(statuses)
export const isDocumentKind = (kind: string): kind is DocumentKind => Object.hasOwn(statuses, kind)

/** The status of an issued invoice over 0.00: nobody paid it, and nobody has to. Null for every other invoice. */
export function nothingToPay({ state, gross }: { state: string; gross: string }): Status | null {
  const settled = state === 'paid' && isZero(gross) ? statusOf('invoice', state) : null
  return settled && { ...settled, label: 'Nothing to pay' }
}

const stillOwed: readonly string[] = [
  ...['draft', 'issued', 'partly_paid'],
  ...['received', 'approved', 'disputed', 'scheduled', 'part_paid'],
]

/**
 * The day on which an invoice, ours or a supplier's, is due. Null where nothing is owed any more: what is paid, credited, written off
 * or void is due on no day. `status` is its stored status; `gross` and `balance` are decimal text where they are known.
 */
export function dueDayOf(of: {
  status: string
  due_date: string | null
  gross?: string
  balance?: string
}): string | null {
  if (!stillOwed.includes(of.status) || isZero(of.gross ?? '1')) return null
  return of.status !== 'draft' && isZero(of.balance ?? '1') ? null : of.due_date
}
