import { atIssue } from '../paper/at-issue.ts'
import {
  compared,
  type Decimal,
  exact,
  minus,
  negative,
  plus,
  rounded,
  shortened,
  sum,
  times,
  truncated,
  written,
} from '../../shared/domain/money/decimal.ts'
import { type DocumentLine, hasAmounts, isPartDiscount, printedNet, printedQty } from '../lines.ts'
import { detailsIn } from '../discount-words.ts'
import type { VatRow } from '../totals.ts'
import type { PaperTexts, WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { booksTax, measuredText, reasonIn } from '../paper/priced.ts'
import { productLine } from '../paper/product-words.ts'
import type { CompanyFacts, ContactFacts, CreditNoteDocument, InvoiceDocument, ReceiverFacts } from '../paper/source.ts'
import { legalFacts, type Writing, writingOf } from '../paper/writing.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import {
  categoryOf,
  type Endpoint,
  endpointFrom,
  endpointOf,
  exchangedVatNumber,
  exemptionOf,
  unitCode,
  type VatCategory,
} from './codes.ts'

/**
 * An invoice or credit note in the terms of EN 16931, before it is written as UBL or CII. Amounts are decimal text with two
 * places, days are `2026-11-22`. Numbers such as BT-25 in comments are the standard's business terms.
 */
export type ElectronicInvoice = {
  /** That of the receiver. Where nobody chose one: `peppol` where both parties have an address there; else plain EN 16931. */
  profile: 'peppol' | 'xrechnung' | 'en16931'
  /** UNTDID 1001: 380 invoice, 381 credit note, 386 prepayment invoice. */
  type: '380' | '381' | '386'
  number: string
  issued: string
  due: string | null
  note: string | null
  currency: string
  /** BT-6 and BT-111: the currency of the books, where it is another one, and the total of the tax in it. */
  books: { currency: string; vat: string } | null
  buyerReference: string | null
  orderReference: string | null
  /** BT-25: the invoice that a credit note corrects; the deposit invoices that an invoice deducts. */
  preceding: readonly string[]
  /** BT-8: the VAT of a deposit invoice that was issued before its money is due when that is paid; null: on the day of supply or invoice. */
  taxPoint: 'payment' | null
  seller: Party
  buyer: Party
  deliveredOn: string | null
  /** BG-14: the period of what is invoiced. */
  period: { from: string; to: string } | null
  /** BT-80: the country that goods went to, where it decides the VAT. */
  deliveredTo: string | null
  payment: { means: '30' | '58'; iban: string; bic: string | null; holder: string; reference: string } | null
  terms: string | null
  /** BT-139, BT-144: the words for allowances and charges of lines, in the language of the paper. */
  reasons: { discount: string; rest: string }
  lines: ElectronicLine[]
  taxes: TaxRow[]
  totals: {
    lines: string
    net: string
    vat: string
    gross: string
    /** BT-113: all that settled a part: payments, credit notes, cash discounts and what was written off. */
    prepaid: string
    /** BT-115: the amount that the paper asks for. */
    payable: string
  }
}

export type Party = {
  name: string
  /** BT-29, BT-46: the VAT number of a party that must not name it as one. */
  identifier: string | null
  vatNumber: string | null
  registration: string | null
  /** BT-33: legal form, register, who represents the seller, share capital. */
  legal: string | null
  address: string[]
  city: string | null
  postcode: string | null
  /** State or province. */
  state: string | null
  country: string | null
  endpoint: Endpoint | null
  contact: { name: string | null; phone: string | null; email: string | null }
}

export type ElectronicLine = {
  id: string
  note: string | null
  name: string
  description: string | null
  qty: string
  unit: string
  price: string
  discount: { percent: string; base: string; amount: string } | null
  /**
   * The allowance or charge for a booked net that differs from quantity × price minus discount by more than the rules
   * allow.
   */
  rest: { isCharge: boolean; amount: string } | null
  net: string
  category: VatCategory
  rate: string
}

export type TaxRow = {
  category: VatCategory
  rate: string
  base: string
  vat: string
  reason: string | null
  reasonCode: string | null
}

/** An issued invoice, as on the day of issue whatever was paid since. The rules refuse a pro forma, and a draft, which has no number yet. */
export const electronicInvoice = (document: WithTexts<InvoiceDocument>): ElectronicInvoice =>
  electronic(document, {
    type: document.invoice_kind === 'deposit' ? '386' : '380',
    due: document.due_date,
    deliveredOn: document.supply_date,
    period: periodOf(document),
    orderReference: document.client_po,
    buyerReference: document.client_po ? null : (document.order_number ?? document.number),
    preceding: [...new Set(document.lines.flatMap(({ deducts }) => deducts ?? []))],
    taxPoint: document.taxed_when_paid && exact(document.vat).units !== 0n ? 'payment' : null,
    payable: atIssue(document).balance,
    terms: termsOf(document),
    note: document.note,
  })

/**
 * BT-20, in the language of the paper. In Germany a cash discount is written as XRechnung wants it (BR-DE-18), so that programs read it. BASISBETRAG stands
 * where it is not a part of the amount due.
 */
function termsOf(document: WithTexts<InvoiceDocument>): string | null {
  const { due_date, company, currency, texts, client } = document
  const { balance, cash_discount: discount } = atIssue(document)
  const { say, day, money, number } = writingOf(company, currency, texts, client)
  const isGerman = countryCode(company.country) === 'DE'
  if (!discount || (!isGerman && !(discount.pays && discount.amount)))
    return due_date ? null : say('payable_on_receipt')
  if (!isGerman) {
    const words = {
      amount: money(discount.pays ?? ''),
      percent: number(discount.pct),
      discount: money(discount.amount ?? ''),
    }
    return `${say('early_by', { day: day(discount.until) })}: ${say('early_pays', words)}`
  }
  const base = discount.base === balance ? '' : `#BASISBETRAG=${discount.base}`
  return `#SKONTO#TAGE=${discount.days}#PROZENT=${percentOf(discount.pct)}${base}#`
}

/** An issued credit note. Nothing is to be paid: it lowers the client's debt. Its delivery day is the invoice's. */
export const electronicCreditNote = (document: WithTexts<CreditNoteDocument>): ElectronicInvoice =>
  electronic(document, {
    type: '381',
    due: null,
    deliveredOn: document.supply_date,
    period: periodOf(document),
    orderReference: null,
    buyerReference: document.invoice_number,
    preceding: [document.invoice_number],
    taxPoint: null,
    payable: document.gross,
    terms: writingOf(document.company, document.currency, document.texts, document.client).say('credited_to_account'),
    note: [document.reason, document.note].filter(Boolean).join('\n') || null,
  })

/** More than one day: a period from its first to its last. */
const periodOf = ({ supply_from: from, supply_date: to }: Pick<InvoiceDocument, 'supply_from' | 'supply_date'>) =>
  from && to && from < to ? { from, to } : null

type Own = Pick<
  ElectronicInvoice,
  | 'type'
  | 'due'
  | 'deliveredOn'
  | 'period'
  | 'orderReference'
  | 'buyerReference'
  | 'preceding'
  | 'taxPoint'
  | 'terms'
  | 'note'
> & { payable: string }

function electronic(
  document: WithTexts<InvoiceDocument | CreditNoteDocument>,
  { payable, ...own }: Own,
): ElectronicInvoice {
  const { company, receiver } = document
  const categories = categoriesOf(document.vat_table)
  const seller = namedIn(document.vat_table, sellerOf(company, receiver, document.texts))
  const buyer = namedIn(document.vat_table, buyerOf(document.client, document.person, receiver))
  const profile = profileOf(receiver, seller.endpoint !== null && buyer.endpoint !== null)
  const writing = writingOf(company, document.currency, document.texts, document.client)
  const lines = linesOf(document.lines, categories, writing)
  const number = document.number ?? ''
  return {
    ...own,
    profile,
    // A Leitweg-ID is the client's: nothing of ours takes its place.
    buyerReference: receiver?.reference ?? (profile === 'xrechnung' ? null : own.buyerReference),
    number,
    issued: document.issue_date ?? '',
    currency: document.currency,
    books: document.books ? { currency: document.books.currency, vat: booksTax(document.vat_table) } : null,
    seller,
    buyer,
    deliveredTo: document.vat_table.some((row) => categories(row) === 'K') ? buyer.country : null,
    payment:
      // XRechnung names the account on a credit note too.
      company.iban && (own.type !== '381' || profile === 'xrechnung')
        ? {
            means: document.currency === 'EUR' ? '58' : '30',
            iban: company.iban.replace(/\s/g, '').toUpperCase(),
            bic: company.bic,
            holder: company.account_holder ?? company.name,
            reference: number,
          }
        : null,
    reasons: { discount: writing.say('discount'), rest: writing.say('rounding_of_parts') },
    lines,
    taxes: taxesOf(document, categories, writing),
    totals: {
      lines: written(truncated(sum(lines.map(({ net }) => exact(net))), 2)),
      net: document.net,
      vat: document.vat,
      gross: document.gross,
      prepaid: written(minus(exact(document.gross), exact(payable))),
      payable,
    },
  }
}

function profileOf(receiver: ReceiverFacts | null | undefined, isReached: boolean): ElectronicInvoice['profile'] {
  const chosen = receiver?.profile
  if (chosen === 'factur_x') return 'en16931'
  return chosen ?? (isReached ? 'peppol' : 'en16931')
}

/** A rate with two decimals, or more when it has more, so that the file of an old invoice stays as it was sent. */
function percentOf(rate: string): string {
  const short = shortened(exact(rate))
  return written(truncated(short, Math.max(2, short.scale)))
}

type Categories = (of: Pick<DocumentLine, 'vat_rate' | 'vat_treatment'>) => VatCategory

/** The categories of a paper. What is not subject to VAT cannot stand beside anything else (BR-O-11): there it is exempt, with its reason. */
const categoriesOf =
  (table: readonly VatRow[]): Categories =>
  ({ vat_rate, vat_treatment }) => {
    const category = categoryOf(vat_treatment, exact(vat_rate ?? '0').units === 0n)
    return category === 'O' && table.some((row) => row.vat_treatment !== 'outside') ? 'E' : category
  }

/** A paper of what is not subject to VAT names no VAT numbers (BR-O-02): they identify the parties all the same. */
const namedIn = (table: readonly VatRow[], party: Party): Party =>
  table.length > 0 && table.every(({ vat_treatment }) => vat_treatment === 'outside')
    ? { ...party, vatNumber: null, identifier: party.vatNumber }
    : party

const notSubject = { reason: 'Not subject to VAT: the place of supply is where the customer is', code: null }

type Taxed = Pick<InvoiceDocument, 'vat_table' | 'company'>

/** A row for each category and rate: a standard rate of 0 % and "zero rated" are one. */
function taxesOf({ vat_table: table, company }: Taxed, categories: Categories, writing: Writing): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  for (const row of table) {
    const category = categories(row)
    const exemption = row.vat_treatment === 'outside' && category === 'E' ? notSubject : exemptionOf[category]
    const isOwn = row.vat_treatment === 'exempt' && Boolean(company.exemption_note)
    const words = writing.language === 'en' && !isOwn ? null : reasonIn(row.vat_treatment, company, writing)
    const rate = percentOf(row.vat_rate)
    const before = rows.get(`${category} ${rate}`)
    rows.set(`${category} ${rate}`, {
      category,
      rate,
      base: written(plus(exact(before?.base ?? '0.00'), exact(row.base))),
      vat: written(plus(exact(before?.vat ?? '0.00'), exact(row.vat))),
      reason: exemption ? (words ?? exemption.reason) : null,
      reasonCode: exemption?.code ?? null,
    })
  }
  return [...rows.values()]
}

function sellerOf(company: CompanyFacts, receiver: ReceiverFacts | null | undefined, texts: PaperTexts): Party {
  const country = countryCode(company.country)
  const vatNumber = exchangedVatNumber(company.vat_number, country)
  return {
    name: company.name,
    identifier: null,
    vatNumber,
    registration: company.registration_number,
    legal:
      legalFacts(company.register_court ? company : { ...company, registration_number: null }, texts).join(' · ') ||
      null,
    ...placeOf(company, country),
    endpoint: endpointFrom(receiver?.sender) ?? endpointOf(vatNumber),
    contact: { name: company.name, phone: company.phone, email: company.email },
  }
}

function buyerOf(client: ContactFacts, person: ContactFacts | null, receiver: ReceiverFacts | null | undefined): Party {
  const country = countryCode(client.country)
  const vatNumber = exchangedVatNumber(client.vat_number, country)
  return {
    name: client.company ?? client.name ?? '',
    identifier: null,
    vatNumber,
    registration: null,
    legal: null,
    ...placeOf(client, country),
    endpoint: endpointFrom(receiver?.address) ?? endpointOf(vatNumber) ?? leitwegEndpoint(receiver),
    contact: { name: person?.name ?? null, phone: null, email: null },
  }
}

/** An authority whose files go by mail: its Leitweg-ID is an address too, and XRechnung needs one. */
const leitwegEndpoint = (receiver: ReceiverFacts | null | undefined): Endpoint | null =>
  receiver?.profile === 'xrechnung' && receiver.reference ? { scheme: '0204', id: receiver.reference.trim() } : null

const placeOf = (
  place: { address: string | null; city: string | null; postcode: string | null; state?: string | null | undefined },
  country: string | null,
) => ({
  address: (place.address ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  city: place.city,
  postcode: place.postcode,
  state: place.state ?? null,
  country,
})

/** Headings and texts have no amounts. They become the note of the next line; trailing ones that of the last line. */
function linesOf(lines: readonly DocumentLine[], categories: Categories, writing: Writing): ElectronicLine[] {
  const made: ElectronicLine[] = []
  let words: string[] = []
  for (const line of lines) {
    if (!hasAmounts(line.kind)) {
      words.push(line.description.trim())
      continue
    }
    const size = measuredText(line, writing)
    const said = {
      ...line,
      description: productLine(line.description.trim(), writing),
      details: [size, detailsIn(line.details, writing)].filter(Boolean).join('\n') || null,
    }
    made.push(lineOf(said, String(made.length + 1), words.filter(Boolean).join('\n') || null, categories(line)))
    words = []
  }
  const last = made.at(-1)
  if (last && words.some(Boolean)) last.note = [last.note, ...words].filter(Boolean).join('\n')
  return made
}

const hundred = exact('100')

/** PEPPOL-EN16931-R120 and R040: how far amounts of a line may be from their calculation. */
const allowed = exact('0.02')
const apart = (a: Decimal, b: Decimal): Decimal => (compared(a, b) < 0 ? minus(b, a) : minus(a, b))
const isClose = (a: Decimal, b: Decimal): boolean => compared(apart(a, b), allowed) <= 0

function lineOf(line: DocumentLine, id: string, note: string | null, category: VatCategory): ElectronicLine {
  const net = printedNet(line)
  const [name = '', ...more] = line.description.trim().split('\n')
  const rate = percentOf(line.vat_rate ?? '0')
  return {
    id,
    note,
    name: name || line.kind,
    description: [...more, line.details].filter(Boolean).join('\n') || null,
    ...(isPartDiscount(line) ? flat(exact(net)) : calculated(line, exact(net))),
    unit: unitCode(line.unit),
    net,
    category,
    rate,
  }
}

type Calculation = Pick<ElectronicLine, 'qty' | 'price' | 'discount' | 'rest'>

/** Minus one time an amount: a part of a discount has no quantity that tells anything. */
const flat = (net: Decimal): Calculation => ({
  qty: net.units < 0n ? '-1' : '1',
  price: written(shortened(net.units < 0n ? negative(net) : net)),
  discount: null,
  rest: null,
})

function calculated(line: DocumentLine, net: Decimal): Calculation {
  const qty = exact(printedQty(line))
  const price = exact(line.unit_price ?? '0')
  const percent = exact(line.discount_pct ?? '0')
  // A deduction has a negative quantity. A discount on it would be a negative allowance, so its price carries the discount.
  const isKept = compared(qty, exact('0')) < 0 && percent.units !== 0n
  const discounted = times(price, minus(hundred, percent))
  const own = isKept ? { units: discounted.units, scale: discounted.scale + 2 } : price
  const whole = times(qty, own)
  if (isKept || percent.units === 0n)
    return {
      qty: written(shortened(qty)),
      price: written(shortened(own)),
      discount: null,
      rest: isClose(whole, net) ? null : restOf(rounded(whole, 2), net),
    }
  const base = rounded(whole, 2)
  const share = rounded({ units: whole.units * percent.units, scale: whole.scale + percent.scale + 2 }, 2)
  const isExact = isClose(share, minus(base, net))
  return {
    qty: written(shortened(qty)),
    price: written(shortened(own)),
    discount: {
      percent: written(shortened(percent)),
      base: written(base),
      amount: written(isExact ? minus(base, net) : share),
    },
    rest: isExact ? null : restOf(minus(base, share), net),
  }
}

/** The allowance or charge between the calculated and the booked amount. */
const restOf = (calculation: Decimal, net: Decimal): ElectronicLine['rest'] => ({
  isCharge: compared(net, calculation) > 0,
  amount: written(apart(net, calculation)),
})
