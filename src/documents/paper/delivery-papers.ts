import { compared, exact, isAboveZero, minus, sum, written } from '../../shared/domain/money/decimal.ts'
import { minutesText } from '../../shared/domain/time/duration.ts'
import { hasAmounts, isChargedBySize, partNet } from '../lines.ts'
import { extentText, piecesText } from '../sizes.ts'
import { statusOf } from '../statuses.ts'
import type { Column, Paper, PaperRow } from './paper.ts'
import { paymentOf } from './payment.ts'
import { factsOf } from './priced.ts'
import type { DeliveryDocument, DeliveryLine, JobTicketDocument, StatementDocument } from './source.ts'
import { addresseeLines, companyOf, paragraphsOf, siteLines, writingOf, type Writing } from './writing.ts'

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

const methods: Record<string, string> = {
  pickup: 'Pick-up',
  delivery: 'Delivery',
  installation: 'Installation',
  courier: 'Courier',
  electronic: 'By e-mail',
}

/** A delivery note: ordered, delivered before, delivered now, still to come. Prices only on request. */
export function deliveryNotePaper(document: DeliveryDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  return {
    ...empty,
    title: 'Delivery note',
    number: document.number,
    state: ['failed', 'cancelled'].includes(document.status) ? statusOf('delivery', document.status) : null,
    company: companyOf(document.company),
    addressee: { label: 'To', lines: addresseeLines(document.company, document.client, document.person) },
    place: document.site ? { label: 'Delivered to', lines: siteLines(document.site, document.company) } : null,
    facts: factsOf([
      ['Date', deliveredDay(document, writing) ?? (document.planned_on && writing.day(document.planned_on))],
      ['Order', document.order_number],
      ['Your order', document.client_po],
      ['Method', methods[document.method] ?? document.method],
    ]),
    about: document.project_title,
    note: null,
    table: {
      columns: [
        { label: 'Description', align: 'start', share: 46 },
        ...['Ordered', 'Before', 'Now', 'Still to come'].map((label): Column => ({ label, align: 'end', share: 13 })),
        ...(document.show_prices ? [{ label: `Net ${document.currency}`, align: 'end' as const, share: 15 }] : []),
      ],
      main: 0,
      rows: document.lines.map((line) => deliveryRow(line, document.show_prices, writing)),
      carried: null,
    },
    remarks: [],
    signatures: [document.received_by ? `Received by ${document.received_by}` : 'Received by', 'Date', 'Signature'],
    signed:
      document.received_by && document.delivered_at
        ? { day: deliveredDay(document, writing), image: document.signature ?? null }
        : null,
    code: null,
  }
}

const deliveredDay = (
  { delivered_on, delivered_at }: Pick<DeliveryDocument, 'delivered_on' | 'delivered_at'>,
  writing: Writing,
): string | null => (delivered_on ? writing.day(delivered_on) : delivered_at ? writing.dayOf(delivered_at) : null)

function deliveryRow(line: DeliveryLine, showPrices: boolean, writing: Writing): PaperRow {
  if (!hasAmounts(line.kind)) return { kind: line.kind === 'heading' ? 'heading' : 'text', text: line.description }
  const left = minus(exact(line.ordered), sum([exact(line.before), exact(line.now)]))
  const extent = extentText({ ...line, qty: line.now }, writing)
  const quantity = (qty: string) => writing.quantity(qty, isChargedBySize(line) ? null : line.unit)
  return {
    kind: 'line',
    cells: [
      line.description,
      quantity(line.ordered),
      quantity(line.before),
      quantity(line.now),
      quantity(compared(left, exact('0')) > 0 ? written(left) : '0'),
      ...(showPrices ? [writing.amount(partNet({ ...line, qty: line.ordered }, line.now))] : []),
    ],
    details: [...(extent ? [extent] : []), ...paragraphsOf(line.details)],
    tick: null,
    isLeftOut: false,
    carried: null,
  }
}

const ages = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days']

/** A client's account like a bank's: date, description, amount, balance. */
export function statementPaper(document: StatementDocument): Paper {
  const writing = writingOf(document.company, document.currency)
  const [from, to] = [writing.day(document.date_from), writing.day(document.date_to)]
  const row = (cells: string[]): PaperRow => ({
    kind: 'line',
    cells,
    details: [],
    tick: null,
    isLeftOut: false,
    carried: null,
  })
  return {
    ...empty,
    title: 'Statement',
    number: document.number,
    state: null,
    company: companyOf(document.company),
    addressee: { label: 'To', lines: addresseeLines(document.company, document.client) },
    facts: factsOf([
      ['From', from],
      ['To', to],
    ]),
    table: {
      columns: [
        { label: 'Date', align: 'start', share: 16 },
        { label: 'What', align: 'start', share: 48 },
        { label: `Amount ${document.currency}`, align: 'end', share: 18 },
        { label: `Balance ${document.currency}`, align: 'end', share: 18 },
      ],
      main: 1,
      rows: [
        row([from, 'Opening balance', '', writing.amount(document.opening)]),
        ...document.entries.map((entry) =>
          row([writing.day(entry.on), entry.what, writing.amount(entry.amount), writing.amount(entry.balance)]),
        ),
      ],
      carried: null,
    },
    vat: {
      columns: [
        { label: 'Age', align: 'start', share: 50 },
        { label: 'Open', align: 'end', share: 50 },
      ],
      rows: document.ageing.map((amount, index) => [ages[index] ?? '', writing.amount(amount)]),
    },
    totals: factsOf([['Unallocated credit', isAboveZero(document.unallocated) && writing.money(document.unallocated)]]),
    due: { label: 'Balance to pay', amount: writing.money(document.closing), facts: [] },
    payment: paymentOf(document.company, asked(document), document.currency, document.number ?? `Statement ${to}`),
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
export function jobTicketPaper(document: JobTicketDocument): Paper {
  const writing = writingOf(document.company, 'EUR')
  const { proof } = document
  return {
    ...empty,
    title: 'Job ticket',
    number: document.number,
    state: statusOf('job', document.status),
    // A paper of the house: its own address would only take room from the picture.
    company: { ...companyOf(document.company), addressLines: [], facts: [] },
    addressee: { label: 'Client', lines: addresseeLines(document.company, document.client) },
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
  kind: 'line',
  cells,
  details: [],
  tick: isDone ? 'ticked' : 'empty',
  isLeftOut: false,
  carried: null,
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
