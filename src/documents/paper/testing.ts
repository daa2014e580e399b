import { cutToCents } from '../../shared/domain/money/tax-on.ts'
import { exact, rounded, times, written } from '../../shared/domain/money/decimal.ts'
import { englishPaperTexts } from '../../shared/domain/texts/papers/english.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import type { DocumentLine } from '../lines.ts'
import { item } from '../testing.ts'
import { depositOf, totalsOf } from '../totals.ts'
import type { ConfirmationDocument } from './confirmation-paper.ts'
import type {
  CompanyFacts,
  ContactFacts,
  CreditNoteDocument,
  DeliveryDocument,
  InvoiceDocument,
  PricedDocument,
  QuotationDocument,
  StatementDocument,
} from './source.ts'

/** Papers of an invented company, as the database answers them. */

export const company: CompanyFacts = {
  name: 'Ħanut tas-Sinjali',
  email: 'office@example.com',
  phone: '+356 2123 4567',
  address: '12, Triq il-Kbira',
  city: 'Ħaż-Żebbuġ',
  postcode: 'ZBG 1234',
  country: 'Malta',
  vat_number: 'MT12345678',
  registration_number: 'C 12345',
  logo_url: null,
  brand_color: null,
  iban: 'MT84MALT011000012345MTLCAST001S',
  bic: 'MALTMTMTXXX',
  bank_name: 'Example Bank',
  number_style: 'point',
  date_style: 'words',
}

export const client: ContactFacts = {
  name: null,
  company: 'Għadira Hotels Ltd',
  address: 'Triq il-Marfa',
  city: 'Mellieħa',
  postcode: 'MLH 9063',
  country: 'Malta',
  vat_number: 'MT87654321',
}

/** The checked example: net 1,231.74, VAT 221.71, gross 1,453.45. */
export const exampleLines: DocumentLine[] = [
  item({
    id: '1',
    description: 'ACM tray panel, powder coated',
    qty: '6.0000',
    unit_price: '142.3750',
    width_mm: '3000.00',
    height_mm: '750.00',
  }),
  item({ id: '2', description: 'Stand-off, stainless steel', qty: '12.0000', unit_price: '18.3330' }),
  item({ id: '3', description: 'Installation, two people', qty: '3.5000', unit: 'hour', unit_price: '45.0000' }),
]

const pricedOf = (lines: DocumentLine[]): WithTexts<PricedDocument> => ({
  language: 'en',
  texts: englishPaperTexts,
  number: 'Q-2026-0142',
  status: 'sent',
  currency: 'EUR',
  project_title: 'Signs for the new wing',
  company,
  client,
  person: { ...client, name: 'Anna Vella', company: null },
  site: null,
  lines,
  ...totalsOf(lines, cutToCents),
  terms: 'Prices are in euro and hold for the sizes named above.\n\nGoods remain ours until they are paid in full.',
})

export function quotationOf(
  lines: DocumentLine[],
  changes: Partial<WithTexts<QuotationDocument>> = {},
): WithTexts<QuotationDocument> {
  const priced = pricedOf(lines)
  return {
    ...priced,
    created_at: '2026-11-18T09:00:00+00:00',
    sent_at: '2026-11-20T12:00:00+00:00',
    valid_until: '2026-12-20',
    client_note: 'As spoken about on the telephone.',
    deposit: { kind: 'percent', value: '50.00', amount: depositOf(priced.gross, 'percent', '50', 'cut').deposit },
    ...changes,
  }
}

export function invoiceOf(
  lines: DocumentLine[],
  changes: Partial<WithTexts<InvoiceDocument>> = {},
): WithTexts<InvoiceDocument> {
  const priced = pricedOf(lines)
  return {
    ...priced,
    number: 'INV-2026-0120',
    status: 'issued',
    invoice_kind: 'standard',
    note: null,
    issue_date: '2026-11-22',
    supply_date: '2026-11-20',
    due_date: '2026-12-22',
    client_po: 'PO 4711',
    order_number: 'SO-2026-0098',
    paid: '0.00',
    credited: '0.00',
    state: changes.status ?? 'issued',
    written_off: '0.00',
    deposit: '0.00',
    balance: priced.gross,
    ...changes,
  }
}

export function creditNoteOf(
  lines: DocumentLine[],
  changes: Partial<WithTexts<CreditNoteDocument>> = {},
): WithTexts<CreditNoteDocument> {
  return {
    ...pricedOf(lines),
    number: 'CN-2026-0007',
    status: 'issued',
    issue_date: '2026-11-22',
    note: null,
    invoice_number: 'INV-2026-0120',
    supply_date: '2026-11-20',
    reason: 'Wrong colour',
    ...changes,
  }
}

/** The same paper of a client who is invoiced in dollars, of a company whose books are in euro. */
export const inDollars = <Billed extends Pick<InvoiceDocument, 'vat_table' | 'gross'>>(document: Billed) => ({
  ...document,
  currency: 'USD',
  books: { currency: 'EUR', rate: '0.92', gross: inEuro(document.gross), on: '2026-11-20' },
  vat_table: document.vat_table.map((row) => ({ ...row, books_vat: inEuro(row.vat) })),
})
const inEuro = (dollars: string): string => written(rounded(times(exact(dollars), exact('0.92')), 2))

export const delivery: WithTexts<DeliveryDocument> = {
  language: 'en',
  texts: englishPaperTexts,
  number: 'DN-2026-0077/2',
  status: 'delivered',
  currency: 'EUR',
  project_title: 'Signs for the new wing',
  company,
  client,
  person: null,
  site: { label: 'Main entrance', address: 'Triq il-Marfa', city: 'Mellieħa', postcode: 'MLH 9063', country: 'Malta' },
  lines: [
    { ...item({ id: '1', description: 'ACM tray panel' }), ordered: '6.0000', before: '2.0000', now: '3.0000' },
    { ...item({ id: '2', description: 'Stand-off' }), ordered: '12.0000', before: '0.0000', now: '12.0000' },
  ],
  order_number: 'SO-2026-0098',
  client_po: null,
  delivered_at: '2026-11-21T10:00:00+00:00',
  planned_on: null,
  method: 'delivery',
  show_prices: false,
  received_by: 'Anna Vella',
}

export const statement: WithTexts<StatementDocument> = {
  language: 'en',
  texts: englishPaperTexts,
  number: 'ST-2026-0003',
  currency: 'EUR',
  company,
  client,
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  opening: '100.00',
  closing: '826.73',
  entries: [
    {
      on: '2026-11-10',
      kind: 'invoice',
      number: 'INV-2026-0120',
      description: null,
      amount: '1453.45',
      balance: '1553.45',
    },
    {
      on: '2026-11-15',
      kind: 'payment',
      number: 'RCPT-2026-0051',
      description: null,
      amount: '-726.72',
      balance: '826.73',
    },
  ],
  ageing: ['726.73', '100.00', '0.00', '0.00', '0.00'],
  unallocated: '0.00',
}

export const confirmation: WithTexts<ConfirmationDocument> = {
  language: 'en',
  texts: englishPaperTexts,
  on: '2026-12-31',
  side: 'clients',
  currency: 'EUR',
  company,
  party: client,
  balance: '826.73',
  items: [
    {
      kind: 'invoice',
      number: 'INV-2026-0120',
      date: '2026-11-10',
      due_date: '2026-12-10',
      amount: '1453.45',
      open: '926.73',
    },
    {
      kind: 'payment',
      number: 'RCPT-2026-0051',
      date: '2026-11-15',
      due_date: null,
      amount: '-200.00',
      open: '-100.00',
    },
  ],
}
