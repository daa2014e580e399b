import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { client, company, creditNoteOf, exampleLines, invoiceOf } from '../paper/testing.ts'
import { anyLine, item } from '../testing.ts'
import type { VatCategory } from './codes.ts'
import {
  type ElectronicInvoice,
  type ElectronicLine,
  electronicCreditNote,
  electronicInvoice,
  type TaxRow,
} from './invoice.ts'
import { obstaclesOfDraft } from './billed.ts'
import { brokenRules, rules } from './rules.ts'
import { ublText } from './ubl.ts'

const discounted = item({ id: 'd', qty: '3.0000', unit_price: '33.3333', discount_pct: '12.50' })
const whole = electronicInvoice(invoiceOf([...exampleLines, discounted]))
const credit = electronicCreditNote(creditNoteOf(exampleLines))

type Change = (invoice: ElectronicInvoice) => ElectronicInvoice
const on =
  (change: Partial<ElectronicInvoice>): Change =>
  (invoice) => ({ ...invoice, ...change })
const seller =
  (change: Partial<ElectronicInvoice['seller']>): Change =>
  (invoice) => ({
    ...invoice,
    seller: { ...invoice.seller, ...change },
  })
const buyer =
  (change: Partial<ElectronicInvoice['buyer']>): Change =>
  (invoice) => ({
    ...invoice,
    buyer: { ...invoice.buyer, ...change },
  })
const totals =
  (change: Partial<ElectronicInvoice['totals']>): Change =>
  (invoice) => ({
    ...invoice,
    totals: { ...invoice.totals, ...change },
  })
const lines =
  (change: Partial<ElectronicLine>): Change =>
  (invoice) => ({
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, ...change })),
  })
const taxes =
  (change: Partial<TaxRow>): Change =>
  (invoice) => ({
    ...invoice,
    taxes: invoice.taxes.map((row) => ({ ...row, ...change })),
  })
const payment =
  (change: object): Change =>
  (invoice) => ({
    ...invoice,
    payment: invoice.payment && { ...invoice.payment, ...change },
  })
const all =
  (...changes: Change[]): Change =>
  (invoice) =>
    changes.reduce((made, change) => change(made), invoice)
/** Lines and VAT table of one category, valid except for the case's change. */
const category = (to: VatCategory, reason: string | null = 'A reason'): Change =>
  all(
    lines({ category: to, rate: '0.00' }),
    taxes({ category: to, rate: '0.00', vat: '0.00', reason, reasonCode: null }),
  )

const ofCategory = (id: string, to: VatCategory, isExempt: boolean): Record<string, Change> => ({
  [`BR-${id}-01`]: all(category(to), taxes({ category: 'S' })),
  [`BR-${id}-05`]: all(category(to), lines({ rate: '18.00' })),
  [`BR-${id}-08`]: all(category(to), taxes({ base: '1.00' })),
  [`BR-${id}-09`]: all(category(to), taxes({ vat: '0.01' })),
  [`BR-${id}-10`]: category(to, isExempt ? null : 'A reason'),
  ...(to === 'O' ? {} : { [`BR-${id}-02`]: all(category(to), seller({ vatNumber: null })) }),
})

const xrechnung = (change: Change): Change => all(on({ profile: 'xrechnung' }), change)

/** For each rule the smallest change of a good invoice that breaks it. */
const cases: Record<string, Change> = {
  'BR-DEC': totals({ gross: '10.001' }),
  NUMBERS: lines({ qty: '1e3' }),
  'BR-02': on({ number: '' }),
  'BR-03': on({ issued: '' }),
  'BR-04': on({ type: '325' as '380' }),
  'BR-05': on({ currency: '' }),
  'BR-06': seller({ name: ' ' }),
  'BR-07': buyer({ name: '' }),
  'BR-09': seller({ country: null }),
  'BR-11': buyer({ country: null }),
  'BR-16': on({ lines: [] }),
  'BR-21': lines({ id: '' }),
  'BR-23': lines({ unit: '' }),
  'BR-25': lines({ name: '' }),
  'BR-27': lines({ price: '-1' }),
  'BR-53': on({ books: { currency: 'GBP', vat: '' } }),
  'BR-55': () => ({ ...credit, preceding: [] }),
  'BR-61': payment({ iban: '' }),
  IBAN: payment({ iban: 'MT84MALT011000012345MTLCAST002S' }),
  'BR-62': seller({ endpoint: { scheme: '', id: 'MT12345678' } }),
  'BR-63': buyer({ endpoint: { scheme: '', id: 'MT87654321' } }),
  'BR-CL-04': on({ currency: 'Euro' }),
  'BR-CL-05': on({ books: { currency: 'Euro', vat: '203.97' } }),
  'PEPPOL-EN16931-R005': on({ books: { currency: 'EUR', vat: '203.97' } }),
  'BR-CL-14': buyer({ country: 'Malta' }),
  'BR-CL-17': lines({ category: 'X' as 'S' }),
  DATES: on({ deliveredOn: 'last week' }),
  'BR-CO-04': lines({ category: '' as 'S' }),
  'BR-CO-09': buyer({ vatNumber: '87654321' }),
  'BR-CO-10': totals({ lines: '1.00' }),
  'BR-CO-13': totals({ net: '1.00' }),
  'BR-CO-14': totals({ vat: '1.00' }),
  'PEPPOL-EN16931-R055': on({ books: { currency: 'GBP', vat: '-203.97' } }),
  'BR-CO-15': totals({ gross: '1.00' }),
  'BR-CO-16': totals({ prepaid: '1.00' }),
  'BR-CO-17': taxes({ vat: '1.00' }),
  'BR-CO-18': on({ taxes: [] }),
  'BR-CO-25': on({ due: null, terms: null }),
  'BR-CO-26': seller({ vatNumber: null, registration: null }),
  'PEPPOL-EN16931-R120': lines({ net: '1.00' }),
  'PEPPOL-EN16931-R040': lines({ discount: { percent: '10', base: '100.00', amount: '20.00' } }),
  'BR-S-01': taxes({ category: 'Z' }),
  'BR-S-02': seller({ vatNumber: null }),
  'BR-S-05': lines({ rate: '0.00' }),
  'BR-S-08': taxes({ base: '1.00' }),
  'BR-S-10': taxes({ reason: 'A reason' }),
  ...ofCategory('Z', 'Z', false),
  ...ofCategory('E', 'E', true),
  ...ofCategory('AE', 'AE', true),
  ...ofCategory('IC', 'K', true),
  ...ofCategory('G', 'G', true),
  ...ofCategory('O', 'O', true),
  'BR-IC-11': all(category('K'), on({ deliveredOn: null })),
  'BR-IC-12': all(category('K'), on({ deliveredOn: '2026-11-20', deliveredTo: null })),
  'BR-O-02': category('O'),
  'BR-O-11': all(category('O'), (invoice) => ({ ...invoice, taxes: [...invoice.taxes, ...whole.taxes] })),
  'PEPPOL-EN16931-R003': on({ buyerReference: null, orderReference: null }),
  'PEPPOL-EN16931-R010': buyer({ endpoint: null }),
  'PEPPOL-EN16931-R020': seller({ endpoint: null }),
  'BR-DE-1': xrechnung(on({ payment: null })),
  'BR-DE-3': xrechnung(seller({ city: null })),
  'BR-DE-4': xrechnung(seller({ postcode: '' })),
  'BR-DE-8': xrechnung(buyer({ city: null })),
  'BR-DE-9': xrechnung(buyer({ postcode: null })),
  'BR-DE-15': xrechnung(on({ buyerReference: null })),
  'LEITWEG-ID': xrechnung(on({ buyerReference: '991-12345-67' })),
  'BR-DE-27': xrechnung(seller({ contact: { name: 'Signs', phone: null, email: 'a@b.test' } })),
  'BR-DE-28': xrechnung(seller({ contact: { name: 'Signs', phone: '+356 1', email: 'nobody' } })),
  'PEPPOL-EN16931-CL008': buyer({ endpoint: { scheme: '9930', id: 'MT87654321' } }),
}

const ids = (invoice: ElectronicInvoice) => brokenRules(invoice).map(({ id }) => id)

describe('an invoice that is whole', () => {
  test('breaks no rule, as invoice, prepayment invoice and credit note', () => {
    const deposit = electronicInvoice(invoiceOf(exampleLines, { invoice_kind: 'deposit' }))
    expect([ids(whole), ids(credit), ids(deposit)]).toEqual([[], [], []])
    expect([whole.type, credit.type, deposit.type]).toEqual(['380', '381', '386'])
  })

  test('goes by Peppol between businesses with VAT numbers, and is plain EN 16931 for others', () => {
    const person = electronicInvoice(invoiceOf(exampleLines, { client: { ...client, vat_number: null } }))
    expect([whole.profile, person.profile, ids(person)]).toEqual(['peppol', 'en16931', []])
  })

  test('follows the receiver: its address, its profile, and for XRechnung its Leitweg-ID, never a reference of ours', () => {
    const receiver = {
      address: '0204:991-12345-73',
      profile: 'xrechnung',
      reference: null,
      sender: '0088:5790000000012',
    } as const
    const lacking = electronicInvoice(invoiceOf(exampleLines, { receiver }))
    expect([lacking.profile, lacking.seller.endpoint, lacking.buyer.endpoint]).toEqual([
      'xrechnung',
      { scheme: '0088', id: '5790000000012' },
      { scheme: '0204', id: '991-12345-73' },
    ])
    expect(ids(lacking)).toContain('BR-DE-15')
    const german = electronicInvoice(invoiceOf(exampleLines, { receiver: { ...receiver, reference: '991-12345-73' } }))
    expect([german.buyerReference, ids(german)]).toEqual(['991-12345-73', []])
    expect(ublText(german)).toContain('xrechnung_3.0')
    const note = electronicCreditNote(
      creditNoteOf(exampleLines, { receiver: { ...receiver, reference: '991-12345-73' } }),
    )
    expect([note.payment?.iban, ids(note)]).toEqual([german.payment?.iban, []])
    const mailed = { ...receiver, address: null, reference: '991-12345-73' }
    const authority = electronicInvoice(
      invoiceOf(exampleLines, { receiver: mailed, client: { ...client, vat_number: null } }),
    )
    expect([authority.buyer.endpoint, ids(authority)]).toEqual([{ scheme: '0204', id: '991-12345-73' }, []])
    const plain = electronicInvoice(invoiceOf(exampleLines, { receiver: { ...receiver, profile: 'factur_x' } }))
    expect([plain.profile, ids(plain)]).toEqual(['en16931', []])
  })

  test('takes a VAT number without its country, and a country by its name', () => {
    const greek = electronicInvoice(
      invoiceOf(exampleLines, { client: { ...client, country: 'Greece', vat_number: '094259216' } }),
    )
    expect(greek.buyer).toMatchObject({ country: 'GR', vatNumber: 'EL094259216', endpoint: { scheme: '9933' } })
    expect(ids(greek)).toEqual([])
  })

  test('says in words what is missing on the card of a company', () => {
    const bare = invoiceOf(exampleLines, { company: { ...company, country: 'Atlantis', vat_number: null } })
    expect(brokenRules(electronicInvoice(bare)).map(({ says }) => says)).toEqual([
      'Your company’s country is missing or not a country. Correct it in Settings, Company.',
      'An invoice that is standard rated needs the {tax} number of your company. Enter it in Settings, Company.',
    ])
  })

  test('any lines that the database would store make one that breaks no rule', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 40 }), (generated) => {
        const billed = generated.map((line) => ({
          ...line,
          is_optional: false,
          ...(line.vat_treatment === 'standard' ? {} : { vat_rate: '0.00' }),
        }))
        fc.pre(billed.some(({ kind }) => kind === 'item' || kind === 'discount' || kind === 'deposit'))
        expect(ids(electronicInvoice(invoiceOf(billed)))).toEqual([])
      }),
    )
  })
})

describe('each rule', () => {
  test('has a case that breaks it', () => {
    expect(Object.keys(cases).sort()).toEqual(rules.map(({ id }) => id).sort())
  })

  test.each(Object.entries(cases))('%s is broken by its case and says so in words', (id, change) => {
    const broken = brokenRules(change(whole)).find((rule) => rule.id === id)
    expect(broken?.says).toMatch(/^\p{Lu}.*\.$/u)
  })
})

test('an intra-Community draft without a day of supply lacks nothing: issuing fills it in; a credit note without one does', () => {
  const lines = exampleLines.map((line) => ({ ...line, vat_rate: '0.0000', vat_treatment: 'intra_community' as const }))
  const german = { ...client, country: 'Germany', vat_number: 'DE136695976' }
  const draft = { number: null, issue_date: null, due_date: null, supply_date: null, client: german }
  const invoice = invoiceOf(lines, draft as Parameters<typeof invoiceOf>[1])
  expect(obstaclesOfDraft({ kind: 'invoice', document: invoice })).toEqual([])
  const note = creditNoteOf(lines, { supply_date: null, client: german })
  expect(obstaclesOfDraft({ kind: 'credit note', document: note })).toEqual([
    'An intra-Community supply needs its date of delivery.',
  ])
})
