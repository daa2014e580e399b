import { compared, exact, isAboveZero, minus, negative, sum, written } from '../../shared/domain/money/decimal.ts'
import { minutesText } from '../../shared/domain/time/duration.ts'
import { hasAmounts, isChargedBySize, partNet } from '../lines.ts'
import { extentText, piecesText } from '../sizes.ts'
import { type Status, statusOf } from '../statuses.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { type Column, type Paper, type PaperRow, plainRow } from './paper.ts'
import { paymentOf } from './payment.ts'
import { factsOf, frameOf } from './priced.ts'
import { productLine, sizeWords } from './product-words.ts'
import type { DeliveryDocument, DeliveryLine, JobTicketDocument, StatementDocument } from './source.ts'
import { addresseeLines, paragraphsOf, siteLines, writingOf, type Writing } from './writing.ts'

const empty = {
  place: null,
  about: null,
  note: null,
  vat: null,
  totals: [],
  due: null,
  payment: null,
  terms: null,
} satisfies Partial<Paper>

const methodTexts = {
  pickup: 'method_pickup',
  delivery: 'method_delivery',
  installation: 'method_installation',
  courier: 'method_courier',
  electronic: 'method_electronic',
} as const
const methodOf = (method: string, { say }: Writing): string =>
  Object.hasOwn(methodTexts, method) ? say(methodTexts[method as keyof typeof methodTexts]) : method

const stateTexts = { failed: 'delivery_failed', cancelled: 'delivery_cancelled' } as const
function stateOf(status: string, { say }: Writing): Status | null {
  const look = statusOf('delivery', status)
  return look && Object.hasOwn(stateTexts, status)
    ? { ...look, label: say(stateTexts[status as keyof typeof stateTexts]) }
    : null
}

/** A delivery note: ordered, delivered before, delivered now or planned for it, still to come after it. Prices only on request. */
export function deliveryNotePaper(document: WithTexts<DeliveryDocument>): Paper {
  const { texts } = document
  const writing = writingOf(document.company, document.currency, texts, document.client)
  const { say } = writing
  return {
    ...empty,
    ...frameOf(document, writing),
    title: say('title_delivery_note'),
    number: document.number,
    state: stateOf(document.status, writing),
    addressee: { label: say('to'), lines: addresseeLines(document.company, document.client, document.person, texts) },
    place: document.site
      ? { label: say('delivered_to'), lines: siteLines(document.site, document.company, texts.language) }
      : null,
    facts: factsOf([
      document.is_plan
        ? [say('planned'), document.planned_on && writing.day(document.planned_on)]
        : [say('date'), deliveredDay(document, writing) ?? (document.planned_on && writing.day(document.planned_on))],
      [say('order'), document.order_number],
      [say('your_order'), document.client_po],
      [say('method'), methodOf(document.method, writing)],
    ]),
    about: document.project_title,
    note: null,
    table: {
      columns: [
        { label: say('description'), align: 'start', share: 46 },
        ...(['ordered', 'before', document.is_plan ? 'planned' : 'now', 'still_to_come'] as const).map(
          (key): Column => ({
            label: say(key),
            align: 'end',
            share: 13,
          }),
        ),
        ...(document.show_prices
          ? [{ label: say('net_in', { currency: document.currency }), align: 'end' as const, share: 15 }]
          : []),
      ],
      main: 0,
      rows: document.lines.map((line) => deliveryRow(line, document, writing)),
      carried: null,
    },
    remarks: [],
    signatures: [
      {
        label: document.received_by ? say('received_by_name', { name: document.received_by }) : say('received_by'),
        holds: 'name',
      },
      { label: say('date'), holds: 'day' },
      { label: say('signature'), holds: 'signature' },
    ],
    signed:
      document.received_by && document.delivered_at
        ? {
            day: deliveredDay(document, writing),
            image: document.signature ?? null,
            typed: document.signature ? null : (document.typed_signature ?? null),
          }
        : null,
    code: null,
  }
}

const deliveredDay = (
  { delivered_on, delivered_at }: Pick<DeliveryDocument, 'delivered_on' | 'delivered_at'>,
  writing: Writing,
): string | null => (delivered_on ? writing.day(delivered_on) : delivered_at ? writing.dayOf(delivered_at) : null)

function deliveryRow(line: DeliveryLine, { show_prices, company }: DeliveryDocument, writing: Writing): PaperRow {
  if (!hasAmounts(line.kind))
    return { kind: line.kind === 'heading' ? 'heading' : 'text', text: productLine(line.description, writing) }
  const left = minus(exact(line.ordered), sum([exact(line.before), exact(line.now)]))
  const extent = extentText({ ...line, qty: line.now }, writing, sizeWords(writing))
  const quantity = (qty: string) => writing.quantity(qty, isChargedBySize(line) ? null : line.unit)
  return plainRow(
    [
      productLine(line.description, writing),
      quantity(line.ordered),
      quantity(line.before),
      quantity(line.now),
      quantity(compared(left, exact('0')) > 0 ? written(left) : '0'),
      ...(show_prices
        ? [writing.amount(partNet({ ...line, qty: line.ordered }, line.now, company.rounding ?? 'cut'))]
        : []),
    ],
    [...(extent ? [extent] : []), ...paragraphsOf(line.details)],
  )
}

const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_older'] as const

const entryTexts = {
  invoice: 'entry_invoice',
  credit_note: 'entry_credit_note',
  payment: 'entry_payment',
  refund: 'entry_refund',
  deposit: 'entry_deposit',
  write_off: 'entry_write_off',
  cash_discount: 'entry_cash_discount',
} as const
/** What the database says about an entry by itself, and which way a refund went. */
const known = {
  'Recorded by mistake': 'entry_mistake',
  'Refund recorded by mistake': 'entry_refund_mistake',
  'By bank transfer': 'refund_by_bank',
  'In cash': 'refund_in_cash',
  'To the card': 'refund_to_card',
} as const
/** What lowers an account is below zero: above zero the client owes it again. */
const isTakenBack = ({ kind, amount }: StatementDocument['entries'][number]): boolean =>
  (kind === 'cash_discount' || kind === 'write_off') && isAboveZero(amount)
function entryOf(entry: StatementDocument['entries'][number], { say }: Writing): string {
  const { kind, number, description } = entry
  const [first = '', ...more] = description?.split(' · ') ?? []
  const words = Object.hasOwn(known, first)
    ? [say(known[first as keyof typeof known]), ...more].join(' · ')
    : (description ?? (isTakenBack(entry) ? say('entry_taken_back') : null))
  return [[say(entryTexts[kind]), number].filter(Boolean).join(' '), words].filter(Boolean).join(' · ')
}

/** The entries of an account, after its opening balance. */
function accountTable({ currency, ...document }: StatementDocument, writing: Writing): Paper['table'] {
  const { say } = writing
  return {
    columns: [
      { label: say('date'), align: 'start', share: 16 },
      { label: say('what'), align: 'start', share: 48 },
      { label: say('amount_in', { currency }), align: 'end', share: 18 },
      { label: say('balance_in', { currency }), align: 'end', share: 18 },
    ],
    main: 1,
    rows: [
      plainRow([writing.day(document.date_from), say('opening_balance'), '', writing.amount(document.opening)]),
      ...document.entries.map((entry) =>
        plainRow([
          writing.day(entry.on),
          entryOf(entry, writing),
          writing.amount(entry.amount),
          writing.amount(entry.balance),
        ]),
      ),
    ],
    carried: null,
  }
}

/** A client's account like a bank's: date, description, amount, balance. */
export function statementPaper(document: WithTexts<StatementDocument>): Paper {
  const { texts, currency } = document
  const writing = writingOf(document.company, currency, texts)
  const { say } = writing
  const [from, to] = [writing.day(document.date_from), writing.day(document.date_to)]
  const closing = exact(document.closing)
  const inFavour = closing.units < 0n
  return {
    ...empty,
    ...frameOf(document, writing),
    title: say('title_statement'),
    number: document.number,
    state: null,
    addressee: { label: say('to'), lines: addresseeLines(document.company, document.client, null, texts) },
    facts: factsOf([
      [say('first_day'), from],
      [say('last_day'), to],
    ]),
    table: accountTable(document, writing),
    vat: {
      columns: [
        { label: say('age'), align: 'start', share: 50 },
        { label: say('open'), align: 'end', share: 50 },
      ],
      rows: ages.map((age, index) => [say(age), writing.amount(document.ageing[index] ?? '0.00')]),
    },
    totals: factsOf([
      [say('unallocated_credit'), isAboveZero(document.unallocated) && writing.money(document.unallocated)],
    ]),
    due: inFavour
      ? { label: say('balance_for_you'), amount: writing.money(written(negative(closing))), facts: [] }
      : { label: say('balance_to_pay'), amount: writing.money(document.closing), facts: [] },
    payment: paymentOf(
      document.company,
      asked(document),
      currency,
      document.number ?? say('statement_reference', { day: to }),
      texts,
    ),
    remarks: [],
    signatures: [],
    code: null,
  }
}

/** The amount that a statement asks for: its balance, limited to the open amount. */
const asked = ({ closing, open }: StatementDocument): string =>
  open !== undefined && compared(exact(open), exact(closing)) < 0 ? open : closing

const dueText = ({ timing }: JobTicketDocument, day: string): string =>
  timing === 'late' ? `${day}, late` : timing === 'at_risk' ? `${day}, at risk` : day

/**
 * The job ticket for the workshop on one sheet: the piece, its due date, its material, its steps with a box to tick for
 * each, and the approved proof.
 */
export function jobTicketPaper(document: WithTexts<JobTicketDocument>): Paper {
  const { texts } = document
  const writing = writingOf(document.company, 'EUR', texts)
  const frame = frameOf(document, writing)
  const { proof } = document
  return {
    ...empty,
    title: 'Job ticket',
    number: document.number,
    state: statusOf('job', document.status),
    // A paper of the house: its own address would only take room from the picture.
    ...frame,
    company: { ...frame.company, addressLines: [], facts: [] },
    addressee: { label: 'Client', lines: addresseeLines(document.company, document.client, null, texts) },
    facts: factsOf([
      ['Due', document.due_date && dueText(document, writing.day(document.due_date))],
      ['Promised', document.promised_date && writing.day(document.promised_date)],
      ['Quantity', piecesText(document, writing.locale)],
      ['Size', extentText(document, writing)],
      ['Order', document.order_number],
      ['Made again from', document.remake_of],
      ['Proof', proof && proofText(proof, writing)],
    ]),
    about: document.title,
    note: document.instructions,
    table: {
      columns: [
        { label: 'Step or material', align: 'start', share: 44 },
        { label: 'Where', align: 'start', share: 26 },
        { label: 'Planned', align: 'end', share: 18 },
        { label: 'Done by, used', align: 'start', share: 26 },
      ],
      main: 0,
      rows: [...stepRows(document), ...materialRows(document)],
      carried: null,
    },
    remarks: [],
    signatures: [],
    code: document.url ? { text: document.url, label: 'Open this job' } : null,
    filling: {
      picture:
        proof?.picture && proof.status === 'approved'
          ? {
              path: proof.picture,
              alt: `Approved version ${proof.version}`,
              caption: [`Version ${proof.version}, approved`, proof.pages > 1 ? `page 1 of ${proof.pages}` : null]
                .filter(Boolean)
                .join(', '),
            }
          : null,
      notes: 'Notes',
    },
  }
}

const proofText = ({ version, status, by, at }: NonNullable<JobTicketDocument['proof']>, writing: Writing): string =>
  status === 'approved'
    ? [`Version ${version}, approved`, by && `by ${by}`, at && writing.day(at.slice(0, 10))].filter(Boolean).join(' ')
    : `Version ${version} is not approved yet`

const workRow = (cells: string[], isDone: boolean): PaperRow => ({
  ...plainRow(cells),
  tick: isDone ? 'ticked' : 'empty',
})

const stepRows = ({ steps }: JobTicketDocument): PaperRow[] =>
  steps.map((step) =>
    workRow(
      [
        step.name,
        step.work_centre ?? '',
        Number(step.planned_minutes) > 0 ? minutesText(Number(step.planned_minutes)) : '',
        step.done ?? '',
      ],
      step.status === 'done',
    ),
  )

const materialRows = ({ materials }: JobTicketDocument): PaperRow[] =>
  materials.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Material' },
        ...materials.map(({ name, bin, planned, taken }) =>
          workRow([name, bin ?? '', planned, taken ? `${taken} taken` : ''], taken !== null && taken === planned),
        ),
      ]
