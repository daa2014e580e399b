import type { DateStyle, LengthUnit, NumberStyle } from '../../shared/domain/text/formats.ts'
import type { BankFields } from '../../shared/domain/money/bank-account.ts'
import type { Rounding, TaxKind } from '../../shared/domain/money/tax-on.ts'
import type { Language } from '../../shared/domain/texts/languages.ts'
import type { DocumentLine } from '../lines.ts'
import type { TaxExemption, TaxPlace } from '../tax-place.ts'
import type { DepositKind, VatRow } from '../totals.ts'

/** Types of the database functions' answers, from which papers are made. Amounts are decimal text. */

/** The size of a sheet. */
export type PaperSize = 'a4' | 'letter'

/** The company's data on its papers. */
export type CompanyFacts = {
  name: string
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  postcode: string | null
  state?: string | null | undefined
  country: string | null
  vat_number: string | null
  registration_number: string | null
  /** What the law wants of a company on its letters. Older papers have none of these. */
  legal_form?: string | null | undefined
  represented_by?: string | null | undefined
  register_court?: string | null | undefined
  legal_notice?: string | null | undefined
  /** Why exempt lines bear no tax, in the words of the law; default: that they are exempt. */
  exemption_note?: string | null | undefined
  logo_url: string | null
  brand_color: string | null
  /** The holder of the bank account; default: the company. Older papers have none. */
  account_holder?: string | null | undefined
  iban: string | null
  bic: string | null
  bank_name: string | null
  /** What the account is named by, where it is no IBAN. Papers from before this was asked have none of these. */
  bank_fields?: BankFields | undefined
  bank_code?: string | null | undefined
  account_number?: string | null | undefined
  tax_name?: string | undefined
  tax_id_name?: string | undefined
  paper_size?: PaperSize | undefined
  /** By which its tax comes to whole cents. Older papers have none. */
  tax_kind?: TaxKind | undefined
  /** Where the days of moments are; papers that were kept before this was told have days only. */
  time_zone?: string | undefined
  /** The unit of the sizes on the paper. */
  lengths?: LengthUnit | undefined
  /** Where no standard is in use, a paper is a PDF alone. */
  electronic_invoices?: 'en16931' | 'none' | undefined
  number_style: NumberStyle
  date_style: DateStyle
  /** How amounts come to whole cents; default: they are cut. */
  rounding?: Rounding | undefined
}

/** A client, a contact person or a supplier. */
export type ContactFacts = {
  name: string | null
  /** The contact's own unit of sizes; null: the company's. Older papers have none. */
  lengths?: LengthUnit | null | undefined
  company: string | null
  address: string | null
  city: string | null
  postcode: string | null
  state?: string | null | undefined
  country: string | null
  vat_number: string | null
}

/** How a client receives electronic invoices; `sender` is the own address of the company where it is not its VAT number. */
export type ReceiverFacts = {
  /** In the network: `9930:DE123456789`. */
  address: string | null
  profile: 'peppol' | 'xrechnung' | 'en16931' | 'factur_x' | null
  /** The client's own reference, for XRechnung the Leitweg-ID. */
  reference: string | null
  sender: string | null
}

export type SiteFacts = {
  label: string | null
  address: string | null
  city: string | null
  postcode: string | null
  state?: string | null | undefined
  country: string | null
}

/** The unit of sizes on a paper: the client's, else the company's. A paper from before it was kept says millimetres. */
export const lengthsOf = (
  company: Pick<CompanyFacts, 'lengths'>,
  client: Pick<ContactFacts, 'lengths'> | null = null,
): LengthUnit => client?.lengths ?? company.lengths ?? 'mm'

/** The common fields of all documents with lines. */
export type PricedDocument = {
  /** What it was sent in; of a draft, what its client reads. */
  language: Language
  number: string | null
  status: string
  currency: string
  project_title: string | null
  company: CompanyFacts
  client: ContactFacts
  person: ContactFacts | null
  site?: SiteFacts | null
  lines: DocumentLine[]
  vat_table: VatRow[]
  /** The sales tax of the place where the goods go; papers of other taxes have none. */
  tax_place?: TaxPlace | null | undefined
  /** The certificates by which its lines are without sales tax. */
  tax_exemptions?: readonly TaxExemption[] | null | undefined
  /** The goods are collected at the company, so that its place decides the sales tax. */
  is_collected?: boolean | null | undefined
  net: string
  vat: string
  gross: string
  terms: string | null
}

export type Deposit = { kind: DepositKind; value: string; amount: string }

/** What a client may keep of an invoice that it pays within so many days, and what it pays then. Amounts are decimal text. */
export type PromisedCashDiscount = { pct: string; days: number; amount: string; pays: string }

/** The approver of a quotation and the company's day of the approval; `by_hand`: staff recorded it. */
export type Approval = {
  name: string
  on: string
  by_hand: boolean
  /** A drawn signature as `data:image/png;base64,…`; null where the name was typed. */
  image: string | null
}

/** The order that came of a quotation. */
export type OrderOfQuotation = {
  order_number: string
  status: string
  deposit_amount: string
  deposit_paid: string
  /** The quotation was for extra work, so the deposit is the original order's. */
  is_amended?: boolean | undefined
}

export type QuotationDocument = PricedDocument & {
  /** Moments in ISO 8601; the day of sending is the date of the paper. */
  created_at: string
  sent_at: string | null
  valid_until: string | null
  client_note: string | null
  deposit: Deposit
  /** The cash discount of its invoice, without the deposit. */
  cash_discount?: PromisedCashDiscount | null | undefined
  approval?: Approval | null | undefined
  order?: OrderOfQuotation | null | undefined
}

export type OrderDocument = PricedDocument & {
  ordered_at: string
  due_date: string | null
  /** The promised day that `due_date` takes the place of: its texts or its client know that one. */
  day_before?: string | null | undefined
  client_po: string | null
  quotation_number: string | null
  client_note: string | null
  deposit_required: string
  deposit_paid: string
  approval?: Approval | null | undefined
}

/** What a client keeps of an invoice that it pays until a day. `amount` and `pays` are null where nothing is left to take. */
export type CashDiscount = {
  pct: string
  days: number
  until: string
  /** What it is a part of: the invoice less its credit notes. */
  base: string
  amount: string | null
  pays: string | null
  /** Today is not later than `until`. */
  is_open: boolean
}

/**
 * What a paper in another currency says of the books: their currency, how much of it one unit of its own is, and its gross in it. Null
 * for a paper in the currency of the books, and for a draft.
 */
export type BooksFacts = { currency: string; rate: string; gross: string; on: string }

/** Of a paper in another currency, the tax in the currency of the books is on each row. */
export type BilledVat = {
  vat_table: (VatRow & { books_vat?: string | undefined })[]
  books?: BooksFacts | null | undefined
}

export type InvoiceDocument = PricedDocument &
  BilledVat & {
    invoice_kind: 'standard' | 'deposit' | 'progress' | 'final' | 'proforma'
    note: string | null
    issue_date: string | null
    /** The first day of a period of supply, whose last one is `supply_date`. */
    supply_from?: string | null | undefined
    supply_date: string | null
    due_date: string | null
    client_po: string | null
    order_number: string | null
    paid: string
    /** The status as people read it, for example `part_written_off`. */
    state: string
    /** A deposit invoice that was issued before its money: its VAT is due when that comes. */
    taxed_when_paid?: boolean | undefined
    receiver?: ReceiverFacts | null | undefined
    /** The credited and written-off amount, and the cash discount that was given. */
    credited: string
    written_off: string
    cash_discounted?: string | undefined
    cash_discount?: CashDiscount | null | undefined
    /** The part of the paid amount that was kept for its orders before, where deposits have no paper of their own. */
    deposit: string
    balance: string
  }

export type CreditNoteDocument = PricedDocument &
  BilledVat & {
    issue_date: string | null
    note: string | null
    invoice_number: string
    /** When the invoice was supplied that it corrects. */
    supply_from?: string | null | undefined
    supply_date: string | null
    reason: string | null
    receiver?: ReceiverFacts | null | undefined
  }

export type DeliveryLine = Pick<
  DocumentLine,
  | 'id'
  | 'kind'
  | 'description'
  | 'details'
  | 'unit'
  | 'width_mm'
  | 'height_mm'
  | 'unit_price'
  | 'discount_pct'
  | 'charged_qty'
> & {
  /** Quantities with 4 decimals: ordered, delivered before, delivered now; of a plan, what it is to bring. */
  ordered: string
  before: string
  now: string
}

export type DeliveryDocument = Omit<PricedDocument, 'lines' | 'vat_table' | 'net' | 'vat' | 'gross' | 'terms'> & {
  lines: DeliveryLine[]
  order_number: string | null
  client_po: string | null
  delivered_at: string | null
  /** The day of `delivered_at` where the company is. */
  delivered_on?: string | null
  planned_on: string | null
  /** A drawn signature as `data:image/png;base64,…`. */
  signature?: string | null
  /** The name that signs where nothing is drawn. */
  typed_signature?: string | null
  method: string
  /** True before anything is handed over: the quantities are what the delivery is to bring. */
  is_plan?: boolean
  show_prices: boolean
  received_by: string | null
}

export type StatementDocument = {
  language: Language
  number: string | null
  currency: string
  company: CompanyFacts
  client: ContactFacts
  date_from: string
  date_to: string
  opening: string
  closing: string
  entries: {
    on: string
    kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'deposit' | 'write_off' | 'cash_discount'
    number: string | null
    description: string | null
    amount: string
    balance: string
  }[]
  /** Amounts by age: not due, 1–30, 31–60, 61–90 and more than 90 days past due. */
  ageing: [string, string, string, string, string]
  unallocated: string
  /** The open amount now, for an earlier statement. Without it the statement asks for all of `closing`. */
  open?: string | undefined
}

export type JobTicketDocument = {
  number: string
  status: string
  title: string
  company: CompanyFacts
  client: ContactFacts
  order_number: string | null
  due_date: string | null
  /** The day that its order is promised for. */
  promised_date: string | null
  /** `late`, `at_risk`; null while it is in time. */
  timing: string | null
  qty: string
  unit: string | null
  width_mm: string | null
  height_mm: string | null
  /** The job whose pieces it makes again. */
  remake_of: string | null
  /** The planned, reserved and taken amounts (`3 sheets`), and the bin. */
  materials: { name: string; planned: string; kept: string | null; taken: string | null; bin: string | null }[]
  /** The current proof: approved (`by`, `at`) or sent to the client. `picture`: its first page. */
  proof: {
    version: number
    status: string
    by: string | null
    at: string | null
    pages: number
    picture: string | null
  } | null
  /** `done`: who did it, when, and what came out. */
  steps: { name: string; work_centre: string | null; planned_minutes: string; status: string; done: string | null }[]
  instructions: string | null
  /** The address of the job's page, for the camera of a tablet. */
  url: string | null
}
