import { describe, expect, test } from 'vitest'
import { languages, type Language } from '../../shared/domain/texts/languages'
import { english } from '../../shared/domain/texts/papers/en'
import { paperTexts } from '../../shared/domain/texts/papers/load'
import { item } from '../testing'
import { confirmationPaper } from './confirmation-paper'
import { deliveryNotePaper, statementPaper } from './delivery-papers'
import type { Paper } from './paper'
import { creditNotePaper, invoicePaper, orderConfirmationPaper, quotationPaper } from './papers'
import { quotationSchema } from './read'
import { purchasePaper } from './purchase-paper'
import {
  company,
  confirmation,
  creditNoteOf,
  delivery,
  exampleLines,
  invoiceOf,
  quotationOf,
  statement,
} from './testing'

const every = async (language: Language): Promise<Paper[]> => {
  const texts = await paperTexts(language)
  const said = { language, texts }
  const lines = [
    ...exampleLines,
    item({
      id: '4',
      description: 'Edge lighting',
      unit: 'm_edge',
      width_mm: '1000',
      height_mm: '500',
      is_optional: true,
    }),
    item({ id: '5', description: 'Flyers', price_breaks: '1:14.00 10:13.50 50:12.00', qty: '12', discount_pct: '5' }),
    item({ id: '6', description: 'Deposit for order SO-2026-0001' }),
    item({ id: '7', description: 'Deposit INV-2026-0007 of 2 Nov 2026', vat_rate: '0', vat_treatment: 'export' }),
    item({ id: '8', description: 'Credit at 18 %: Kratzer', vat_rate: '0', vat_treatment: 'exempt' }),
    item({ id: '9', description: 'Extra work, Q-2026-0001', vat_rate: '0', vat_treatment: 'reverse_charge' }),
    item({ id: '10', kind: 'discount', description: 'Discount', qty: '-1', unit_price: '1.00' }),
    item({ id: '11', kind: 'discount', description: 'Discount 7.5 %', qty: '-1', unit_price: '1.00' }),
  ]
  const approval = { name: 'Anna', on: '2026-11-21', by_hand: false, image: null }
  const cash_discount = { pct: '2', days: 8, amount: '20.00', pays: '980.00' }
  const quotation = quotationOf(lines, { ...said, approval, status: 'approved', cash_discount })
  const { deposit: _, sent_at: __, ...rest } = quotation
  return [
    quotationPaper(quotation),
    orderConfirmationPaper({
      ...rest,
      status: 'on_hold',
      ordered_at: '2026-11-21T10:00:00Z',
      due_date: '2026-12-01',
      client_po: 'PO 1',
      quotation_number: 'Q-1',
      deposit_required: '50.00',
      deposit_paid: '10.00',
      approval: { ...approval, by_hand: true },
    }),
    ...(['standard', 'deposit', 'progress', 'final', 'proforma'] as const).map((invoice_kind) =>
      invoicePaper(invoiceOf(lines, { ...said, invoice_kind, paid: '1.00', credited: '2.00', written_off: '1.00' })),
    ),
    creditNotePaper(creditNoteOf(lines, { ...said, status: 'draft' })),
    deliveryNotePaper({ ...delivery, ...said, show_prices: true, status: 'failed' }),
    statementPaper({
      ...statement,
      ...said,
      number: null,
      unallocated: '1.00',
      entries: statement.entries.map((entry) => ({ ...entry, description: 'Recorded by mistake' })),
    }),
    ...['826.73', '-5.00', '0.00'].map((balance) => confirmationPaper({ ...confirmation, ...said, balance })),
    confirmationPaper({ ...confirmation, ...said, items: [] }),
    purchasePaper({
      ...said,
      number: 'PO-1',
      status: 'sent',
      ordered_at: '2026-11-20T10:00:00Z',
      expected_on: '2026-12-01',
      note: null,
      company,
      supplier: delivery.client,
      lines: [
        { name: 'Vinyl', sku: 'V1', supplier_sku: null, qty: '2', unit: 'roll', unit_cost: '5.00', net: '10.00' },
      ],
    }),
  ]
}

/** Every text of a paper that the product wrote. */
const wordsOf = (paper: Paper): string => JSON.stringify({ ...paper, page: paper.pageText('2', '3') })

describe.each(languages.map(({ value }) => value).filter((language) => language !== 'en'))(
  'papers in %s',
  (language) => {
    test('hold no English text of the catalogue', async () => {
      const [texts, papers] = [await paperTexts(language), await every(language)]
      const englishOnes = Object.entries(english).flatMap(([key, message]) =>
        typeof message === 'string' && !/\{/.test(message) && message.length > 4 && texts(key as 'date') !== message
          ? [message]
          : [],
      )
      expect(englishOnes.length).toBeGreaterThan(80)
      for (const paper of papers) {
        const words = wordsOf(paper)
        expect(englishOnes.filter((text) => words.includes(`"${text}"`))).toEqual([])
        expect(words).not.toMatch(/\{\w+\}|Credit at|Deposit|Extra work|running m|m edge|and more/)
        expect(paper.language).toBe(language)
      }
    })
  },
)

test('a paper in English has the words that it always had', async () => {
  const [quotation] = await every('en')
  expect(quotation?.table.rows.slice(3)).toMatchObject([
    { details: ['1 × 1,000 × 500 mm · 3 m edge', 'Option, not included in the total'] },
    { details: ['1–9:_14.00 · 10–49:_13.50 · 50_and_more:_12.00'.replaceAll('_', '\u00a0')] },
    { cells: expect.arrayContaining(['Deposit for order SO-2026-0001']) },
    { cells: expect.arrayContaining(['Deposit INV-2026-0007 of 2 Nov 2026']) },
    { cells: expect.arrayContaining(['Credit at 18 %: Kratzer']) },
    { cells: expect.arrayContaining(['Extra work, Q-2026-0001']) },
    { cells: expect.arrayContaining(['Discount']) },
    { cells: expect.arrayContaining(['Discount 7.5 %']) },
  ])
})

test('a discount that nobody named is called so in the language of the paper', async () => {
  const names = async (language: Language) => {
    const [quotation] = await every(language)
    return quotation?.table.rows.slice(-2).flatMap((row) => (row.kind === 'line' ? row.cells[0] : []))
  }
  expect(await names('de')).toEqual(['Rabatt', 'Rabatt 7,5 %'])
  expect(await names('fr')).toEqual(['Remise', 'Remise 7,5 %'])
})

test('days are in the words of the reader, or in the numbers that the reader writes', async () => {
  const days = async (language: Language, date_style: (typeof company)['date_style']) => {
    const texts = await paperTexts(language)
    return quotationPaper(quotationOf(exampleLines, { language, texts, company: { ...company, date_style } })).facts[1]
      ?.value
  }
  expect(await Promise.all(languages.map(({ value }) => days(value, 'words')))).toEqual([
    '20 Dec 2026',
    '20. Dez. 2026',
    '20 déc. 2026',
    '20 dic 2026',
    '20 dic 2026',
    '20 de dez. de 2026',
    '20 dec 2026',
    '20 gru 2026',
    '20 ta’ Diċ 2026',
  ])
  expect(await Promise.all(languages.map(({ value }) => days(value, 'day_first')))).toEqual([
    '20/12/2026',
    '20.12.2026',
    '20/12/2026',
    '20/12/2026',
    '20/12/2026',
    '20/12/2026',
    '20-12-2026',
    '20.12.2026',
    '20/12/2026',
  ])
})

test('the tax is named in the reader’s language where the company calls it VAT, and as the company does where not', async () => {
  const totals = async (tax_name: string) => {
    const texts = await paperTexts('de')
    return invoicePaper(invoiceOf(exampleLines, { language: 'de', texts, company: { ...company, tax_name } })).totals
  }
  expect(await totals('VAT')).toMatchObject([{ label: 'Netto' }, { label: 'MwSt.' }])
  expect(await totals('sales tax')).toMatchObject([{ label: 'Netto' }, { label: 'Sales tax' }])
})

test('a line that a person changed stays as it was written', async () => {
  const texts = await paperTexts('de')
  const said = (description: string) => {
    const row = invoicePaper(invoiceOf([item({ id: '1', description })], { language: 'de', texts })).table.rows[0]
    return row?.kind === 'line' ? row.cells[0] : null
  }
  expect(said('Deposit INV-2026-0007 of 2 Nov 2026')).toBe('Anzahlung INV-2026-0007 vom 2. Nov. 2026')
  expect(said('Deposit INV-2026-0007 of last week')).toBe('Deposit INV-2026-0007 of last week')
  expect(said('Credit at 8.875 %: Kratzer\nzwei')).toBe('Korrektur zu 8.875 %: Kratzer\nzwei')
})

test('what was kept before papers had a language is English, and a language that is not known counts as none', () => {
  const { texts: _, language: __, ...kept } = quotationOf(exampleLines)
  expect(quotationSchema.parse(kept).language).toBe('en')
  expect(quotationSchema.parse({ ...kept, language: 'pl' }).language).toBe('pl')
  expect(quotationSchema.parse({ ...kept, language: 'xx' }).language).toBe('en')
})
