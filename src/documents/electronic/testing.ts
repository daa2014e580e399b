import type { DocumentLine, VatTreatment } from '../lines.ts'
import { creditNotePaper, invoicePaper } from '../paper/papers.ts'
import { client, creditNoteOf, exampleLines, inDollars, invoiceOf } from '../paper/testing.ts'
import { item } from '../testing.ts'
import { electronicCreditNote, electronicInvoice } from './invoice.ts'

/** The moment that the PDFs of the examples name as theirs. */
export const examplesAt = new Date('2026-11-22T10:00:00Z')

/** Invoices of different kinds, for the examples of the documentation and for checks by other programs. */
export function examples() {
  const discounted: DocumentLine[] = [
    item({
      id: '1',
      description: 'Vinyl lettering, cast',
      qty: '12.5000',
      unit: 'm',
      unit_price: '18.4000',
      discount_pct: '10.00',
    }),
    item({ id: '2', kind: 'discount', description: 'Loyalty discount', qty: '-1.0000', unit_price: '15.0000' }),
  ]
  const reduced: DocumentLine[] = [
    item({
      id: '1',
      description: 'Exhibition guide, printed',
      qty: '400.0000',
      unit_price: '1.2500',
      vat_rate: '5.00',
    }),
    item({ id: '2', description: 'Roll-up banner', qty: '2.0000', unit_price: '89.0000' }),
  ]
  const free = (vat_treatment: Exclude<VatTreatment, 'standard'>): DocumentLine[] =>
    exampleLines.map((line) => ({ ...line, vat_rate: '0.00', vat_treatment }))
  const deduction = item({
    id: 'deposit',
    kind: 'deposit',
    description: 'Deposit INV-2026-0101 of 2 Nov 2026',
    qty: '-1.0000',
    unit_price: '615.8700',
    net: '-615.87',
    vat: '-110.85',
    deducts: 'INV-2026-0101',
  })
  /** A deposit that came in two payments, one deduction each. */
  const twoDeductions = [
    { number: 'INV-2026-0101', day: '2 Nov', net: '308.00', vat: '55.44' },
    { number: 'INV-2026-0103', day: '9 Nov', net: '307.87', vat: '55.41' },
  ].map(({ number, day, net, vat }) =>
    item({
      id: number,
      kind: 'deposit',
      description: `Deposit ${number} of ${day} 2026`,
      qty: '-1.0000',
      unit_price: `${net}00`,
      net: `-${net}`,
      vat: `-${vat}`,
      deducts: number,
    }),
  )
  // 3 × 33.33 less 10 % is 89.99: the first of three was billed with 29.99, so the last two are 60.00 and not 59.99.
  const lastPart = [
    item({
      id: '1',
      description: 'Wayfinding plate',
      qty: '2.0000',
      unit_price: '33.3300',
      discount_pct: '10.00',
      net: '60.00',
    }),
  ]
  const german = {
    ...client,
    company: 'Müller & Söhne GmbH',
    address: 'Hauptstraße 1',
    city: 'Köln',
    postcode: '50667',
    country: 'Germany',
    vat_number: 'DE136695976',
  }
  const american = {
    ...client,
    company: 'Blue Harbor Inc.',
    address: '1 Main Street',
    city: 'Boston',
    postcode: '02108',
    state: 'MA',
    country: 'United States',
    vat_number: null,
  }
  const deposit = [
    item({ id: '1', description: 'Deposit of 50 % on Q-2026-0142', qty: '1.0000', unit: null, unit_price: '615.8700' }),
  ]

  const invoices = {
    'standard-rate': invoiceOf(exampleLines),
    'reduced-rate': invoiceOf(reduced, { number: 'INV-2026-0121' }),
    'reverse-charge': invoiceOf(free('reverse_charge'), { number: 'INV-2026-0122', client: german }),
    exempt: invoiceOf(free('exempt'), { number: 'INV-2026-0123' }),
    deposit: invoiceOf(deposit, { number: 'INV-2026-0101', invoice_kind: 'deposit' }),
    'deposit-before-its-money': invoiceOf(deposit, {
      number: 'INV-2026-0132',
      invoice_kind: 'deposit',
      supply_date: null,
      taxed_when_paid: true,
    }),
    'final-with-deduction': invoiceOf([...exampleLines, deduction], { number: 'INV-2026-0124', invoice_kind: 'final' }),
    'two-deposits': invoiceOf([...exampleLines, ...twoDeductions], { number: 'INV-2026-0130', invoice_kind: 'final' }),
    'last-part': invoiceOf(lastPart, { number: 'INV-2026-0131', invoice_kind: 'final' }),
    discount: invoiceOf(discounted, { number: 'INV-2026-0125' }),
    'part-paid': invoiceOf(exampleLines, {
      number: 'INV-2026-0126',
      paid: '500.00',
      balance: '953.45',
      status: 'partly_paid',
    }),
    'foreign-client': invoiceOf(free('export'), { number: 'INV-2026-0127', client: american, client_po: null }),
    'in-dollars': inDollars(
      invoiceOf(reduced, { number: 'INV-2026-0133', client: american, client_po: null, terms: null }),
    ),
    'intra-community': invoiceOf(free('intra_community'), { number: 'INV-2026-0128', client: german }),
    'not-taxable-here': invoiceOf(free('outside'), { number: 'INV-2026-0129', client: american, client_po: null }),
  }
  const credit = creditNoteOf(exampleLines.slice(1, 2))
  // Everything of the invoice goes back, less the deposit that it deducts.
  const creditOfFinal = creditNoteOf([...exampleLines, deduction], {
    number: 'CN-2026-0008',
    invoice_number: 'INV-2026-0124',
  })
  return [
    ...Object.entries(invoices).map(([name, document]) => ({
      name,
      invoice: electronicInvoice(document),
      paper: invoicePaper(document),
    })),
    { name: 'credit-note', invoice: electronicCreditNote(credit), paper: creditNotePaper(credit) },
    {
      name: 'credit-note-with-deduction',
      invoice: electronicCreditNote(creditOfFinal),
      paper: creditNotePaper(creditOfFinal),
    },
  ]
}
