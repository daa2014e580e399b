import { cutToCents } from '../../shared/domain/money/tax-on.ts'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { paperTexts } from '@/shared/domain/texts/papers/load'
import type { TaxExemption, TaxPlace } from '../tax-place'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exact, sum, written } from '../../shared/domain/money/decimal'
import type { DocumentLine } from '../lines'
import { anyLine, item } from '../testing'
import { totalsOf } from '../totals'
import { confirmationPaper } from './confirmation-paper'
import { deliveryNotePaper, jobTicketPaper, statementPaper } from './delivery-papers'
import { creditNotePaper, invoicePaper, orderConfirmationPaper, quotationPaper } from './papers'
import {
  company,
  confirmation,
  creditNoteOf,
  delivery,
  exampleLines,
  inDollars,
  invoiceOf,
  quotationOf,
  statement,
} from './testing'

test('an invoice over 0.00 says that there is nothing to pay, and no day by which', () => {
  const free = { gross: '0.00', balance: '0.00', status: 'paid', state: 'paid', due_date: '2026-12-20' }
  const paper = invoicePaper({ ...invoiceOf(exampleLines), ...free })
  expect(paper.state).toMatchObject({ label: 'Nothing to pay' })
  expect(paper.due).toEqual({ label: 'Nothing to pay', amount: '€0.00', facts: [] })
  expect(paper.facts.map(({ label }) => label)).not.toContain('Due')
})

test('a paper is of the day where the company is, wherever it is drawn', () => {
  const quotation = { ...quotationOf(exampleLines), sent_at: '2026-11-20T23:30:00+00:00' }
  const dayIn = (time_zone: string) => quotationPaper({ ...quotation, company: { ...company, time_zone } }).facts[0]
  expect(dayIn('Europe/Berlin')).toEqual({ label: 'Date', value: '21 Nov 2026' })
  expect(dayIn('America/Chicago')).toEqual({ label: 'Date', value: '20 Nov 2026' })
})

describe('a quotation', () => {
  const paper = quotationPaper(quotationOf(exampleLines))

  test('says who, what, how much and until when', () => {
    expect(paper).toMatchObject({
      title: 'Quotation',
      number: 'Q-2026-0142',
      state: null,
      about: 'Signs for the new wing',
      addressee: {
        label: 'To',
        lines: ['Għadira Hotels Ltd', 'Anna Vella', 'Triq il-Marfa', 'MLH 9063 Mellieħa', 'Malta', 'VAT MT87654321'],
      },
      facts: [
        { label: 'Date', value: '20 Nov 2026' },
        { label: 'Valid until', value: '20 Dec 2026' },
      ],
      totals: [
        { label: 'Net', value: '€1,231.74' },
        { label: 'VAT', value: '€221.71' },
      ],
      vat: { rows: [['18 %', '1,231.74', '221.71']] },
      due: {
        label: 'Total with VAT',
        amount: '€1,453.45',
        facts: [
          { label: 'Deposit of 50 % on approval', value: '€726.72' },
          { label: 'Balance', value: '€726.73' },
        ],
      },
      payment: null,
    })
  })

  test('writes its lines with size and without needless columns', () => {
    expect(paper.table.columns.map(({ label }) => label)).toEqual(['Description', 'Quantity', 'Unit price', 'Net EUR'])
    expect(paper.table.rows).toMatchObject([
      {
        cells: ['ACM tray panel, powder coated', '6', '142.375', '854.25'],
        details: ['6 × 3,000 × 750 mm · 13.5 m²'],
        carried: '854.25',
      },
      { cells: ['Stand-off, stainless steel', '12', '18.333', '219.99'], details: [], carried: '1,074.24' },
      { cells: ['Installation, two people', '3.5 hours', '45.00', '157.50'], carried: '1,231.74' },
    ])
  })

  test('names the cash discount of its invoice', () => {
    const cash_discount = { pct: '2.5', days: 8, amount: '25.00', pays: '975.00' }
    expect(quotationPaper(quotationOf(exampleLines, { cash_discount })).due?.facts.at(-1)).toEqual({
      label: 'If you pay within 8 days of the invoice',
      value: '€975.00 to pay (2.5 % cash discount: €25.00 less)',
    })
  })

  test('writes a rate with the decimals that it has', () => {
    const lines = ['8.8750', '18.0000'].map((vat_rate) => item({ unit_price: '100', vat_rate }))
    const { table, vat } = quotationPaper({ ...quotationOf(lines), ...totalsOf(lines, cutToCents) })
    expect(table.rows.map((row) => row.kind === 'line' && row.cells[3])).toEqual(['8.875 %', '18 %'])
    expect(vat?.rows).toEqual([
      ['8.875 %', '100.00', '8.87'],
      ['18 %', '100.00', '18.00'],
    ])
  })

  test('shows options that do not count, discounts and several rates', () => {
    const lines = [
      item({ kind: 'heading', description: 'Entrance' }),
      item({ description: 'Letters', discount_pct: '10.00' }),
      item({ description: 'LED light', is_optional: true, is_selected: false, vat_rate: '5.00' }),
      item({ description: 'Book', vat_rate: '5.00' }),
    ]
    const { table, vat } = quotationPaper(quotationOf(lines))
    expect(table.columns.map(({ label }) => label)).toEqual([
      'Description',
      'Quantity',
      'Unit price',
      'Discount',
      'VAT',
      'Net EUR',
    ])
    expect(table.rows).toMatchObject([
      { kind: 'heading', text: 'Entrance' },
      { cells: ['Letters', '1', '10.00', '10 %', '18 %', '9.00'], tick: null },
      { details: ['Option, not included in the total'], tick: 'empty', isLeftOut: true, carried: '9.00' },
      { cells: ['Book', '1', '10.00', '', '5 %', '10.00'] },
    ])
    expect(vat?.rows).toEqual([
      ['5 %', '10.00', '0.50'],
      ['18 %', '9.00', '1.62'],
    ])
  })

  test('says what is charged of a size where it is not what it measures', () => {
    const film = item({ qty: '2.0000', unit: 'm2', width_mm: '600.00', height_mm: '400.00', unit_price: '58.0000' })
    const rows = (line: DocumentLine) => quotationPaper(quotationOf([line])).table.rows[0]
    expect(rows({ ...film, charged_qty: '1.0000', net: '58.00' })).toMatchObject({
      cells: [film.description, '1 m²', '58.00', '58.00'],
      details: ['2 × 600 × 400 mm · 0.48 m², charged as 1 m²'],
    })
    expect(rows({ ...film, charged_qty: '0.4800', net: '27.84' })).toMatchObject({
      details: ['2 × 600 × 400 mm · 0.48 m²'],
    })
    // The last part of an order in three parts.
    expect(rows({ ...film, charged_qty: '0.4801', net: '27.84' })).toMatchObject({
      cells: [film.description, '0.4801 m²', '58.00', '27.84'],
      details: ['2 × 600 × 400 mm · 0.4801 m²'],
    })
  })

  test('has no quantity and no unit price of a credited amount', () => {
    const amount = item({
      description: 'Credit at 18 %: Late',
      qty: '1.0000',
      unit_price: '42.3800',
      net: '42.38',
    })
    const { columns, rows } = creditNotePaper(creditNoteOf([{ ...amount, by_amount: true }])).table
    expect(columns.map(({ label }) => label)).toEqual(['Description', 'Net EUR'])
    expect(rows[0]).toMatchObject({ cells: ['Credit at 18 %: Late', '42.38'] })
    const mixed = creditNotePaper(creditNoteOf([{ ...amount, by_amount: true }, item({})])).table
    expect(mixed.rows[0]).toMatchObject({ cells: ['Credit at 18 %: Late', '', '', '42.38'] })
  })

  test('names the reason for which no VAT is charged', () => {
    const lines = [item({ vat_rate: '0.00', vat_treatment: 'reverse_charge' })]
    const reversed = quotationPaper(quotationOf(lines))
    expect(reversed.vat?.rows).toEqual([['0 % reverse charge', '10.00', '0.00']])
    expect(reversed.remarks).toEqual([expect.stringContaining('Article 44 of Council Directive 2006/112/EC')])
    expect(paper.remarks).toEqual([])
  })

  test('without an amount of VAT has a total that says nothing of VAT', () => {
    const lines = [item({ vat_rate: '0.00', vat_treatment: 'reverse_charge' })]
    expect(quotationPaper(quotationOf(lines)).due?.label).toBe('Total')
    const { deposit: _, sent_at: __, ...order } = quotationOf(lines)
    const facts = { ordered_at: '2026-11-21', due_date: null, client_po: null, quotation_number: null }
    expect(
      orderConfirmationPaper({ ...order, ...facts, deposit_required: '0.00', deposit_paid: '0.00' }).due?.label,
    ).toBe('Total')
    const invoice = invoicePaper(invoiceOf(lines, { paid: '4.00', deposit: '4.00', balance: '6.00' }))
    expect(invoice.totals.map(({ label }) => label)).toEqual(['Net', 'VAT', 'Total', 'Deposit received'])
    const mixed = quotationPaper(quotationOf([...lines, item({ vat_rate: '18' })]))
    expect(mixed.due?.label).toBe('Total with VAT')
  })

  test.each([
    ['en', 'point', 'words', '€1,453.45', '20 Nov 2026'],
    ['en', 'comma', 'year_first', '€1,453.45', '2026-11-20'],
    ['de', 'point', 'words', '1.453,45\u00a0€', '20. Nov. 2026'],
    ['de', 'apostrophe', 'day_dots', 'EUR\u00a01’453.45', '20.11.2026'],
    ['de', 'point', 'month_first', '1.453,45\u00a0€', '20.11.2026'],
    ['fr', 'comma', 'day_first', '1.453,45\u00a0€', '20/11/2026'],
    ['fr', 'point', 'words', '1\u202f453,45\u00a0€', '20 nov. 2026'],
    ['pl', 'point', 'words', '1\u202f453,45\u00a0€', '20 lis 2026'],
    ['mt', 'point', 'words', '€1,453.45', '20 ta’ Nov 2026'],
  ] as const)(
    'in %s of a company that writes %s and %s has %s and %s',
    async (language, number_style, date_style, amount, day) => {
      const said = { language, texts: await paperTexts(language) }
      const { due, facts } = quotationPaper(
        quotationOf(exampleLines, { ...said, company: { ...company, number_style, date_style } }),
      )
      expect([due?.amount.replace("'", '’'), facts[0]?.value]).toEqual([amount, day])
    },
  )

  test('in Spanish has a point where the country of the company writes one', async () => {
    const said = { language: 'es' as const, texts: await paperTexts('es') }
    const amountOf = (country: string) =>
      quotationPaper(quotationOf(exampleLines, { ...said, company: { ...company, country } })).due?.amount
    expect([amountOf('Spain'), amountOf('United States')]).toEqual(['1.453,45\u00a0€', '€1,453.45'])
  })

  test('says that it is a draft, but not that it was sent', () => {
    expect(quotationPaper(quotationOf([], { status: 'draft' })).state?.label).toBe('Draft')
    expect(quotationPaper(quotationOf([], { status: 'sent' })).state).toBeNull()
  })
})

test('an order confirmation asks for the deposit that is not paid yet', () => {
  const { deposit: _, created_at: __, sent_at: ___, valid_until: ____, ...priced } = quotationOf(exampleLines)
  const order = {
    ...priced,
    number: 'SO-2026-0098',
    status: 'awaiting_deposit',
    ordered_at: '2026-11-21T08:00:00+00:00',
    due_date: null,
    client_po: null,
    quotation_number: 'Q-2026-0142',
    deposit_required: '726.72',
    deposit_paid: '0.00',
  }
  expect(orderConfirmationPaper(order).payment?.qr).toContain('\nEUR726.72\n')
  const paid = orderConfirmationPaper({ ...order, deposit_paid: '726.72' })
  expect([paid.payment, paid.due?.facts.map(({ label }) => label)]).toEqual([null, ['Deposit', 'Deposit paid']])
})

test('a confirmation whose promised day has moved says both days first, and leaves the accepted words as they were', () => {
  const { deposit: _, sent_at: __, ...rest } = quotationOf(exampleLines, { client_note: 'Fitted by 11/12/2026.' })
  const order = { ...rest, ordered_at: '2026-11-21', client_po: null, quotation_number: null, due_date: '2026-12-09' }
  const paper = orderConfirmationPaper({ ...order, day_before: '2026-12-11', deposit_required: '0', deposit_paid: '0' })
  expect(paper.facts[1]).toEqual({ label: 'Ready by', value: '9 Dec 2026' })
  expect(paper.note).toBe('New day: 9 Dec 2026 (before: 11 Dec 2026)\n\nFitted by 11/12/2026.')
})

test('a quotation of which the order was cancelled says so, and not that it is ordered', () => {
  const order = { order_number: 'ORD-2026-0101', deposit_amount: '0.00', deposit_paid: '0.00' }
  const headed = (status: string, is_amended: boolean) =>
    quotationPaper({ ...quotationOf(exampleLines), status: 'converted', order: { ...order, status, is_amended } }).state
      ?.label
  expect([headed('cancelled', false), headed('cancelled', true), headed('confirmed', false)]).toEqual([
    'Order cancelled',
    'Ordered',
    'Ordered',
  ])
})

describe('an invoice', () => {
  test('asks for what it asked for when it was issued, and says below it what came since', () => {
    const paper = invoicePaper(
      invoiceOf(exampleLines, { paid: '726.72', credited: '26.73', balance: '700.00', status: 'partly_paid' }),
    )
    expect(paper.totals).toEqual([
      { label: 'Net', value: '€1,231.74' },
      { label: 'VAT', value: '€221.71' },
    ])
    expect(paper.due).toMatchObject({ label: 'Amount to pay', amount: '€1,453.45' })
    expect(paper.due?.facts.slice(-3)).toEqual([
      { label: 'Paid', value: '−€726.72' },
      { label: 'Credited', value: '−€26.73' },
      { label: 'Balance', value: '€700.00' },
    ])
    expect(paper.payment).toMatchObject({ qr: expect.stringContaining('EUR700.00') })
  })

  test('that is paid says so, and loses nothing but the code of the transfer', () => {
    const said = (changes: object) => {
      const { state, due, payment, ...rest } = invoicePaper(invoiceOf(exampleLines, changes))
      return { state, due, payment, rest: JSON.stringify(rest) }
    }
    const issued = said({})
    expect(said({ paid: '1453.45', balance: '0.00', status: 'paid' })).toEqual({
      ...issued,
      state: expect.objectContaining({ label: 'Paid' }),
      due: {
        ...issued.due,
        facts: [
          ...(issued.due?.facts ?? []),
          { label: 'Paid', value: '−€1,453.45' },
          { label: 'Balance', value: '€0.00' },
        ],
      },
      payment: { ...issued.payment, qr: null },
    })
  })

  test('deducts a deposit by a line', () => {
    const deposit = item({
      kind: 'deposit',
      description: 'Deposit INV-2026-0101',
      qty: '-1.0000',
      unit_price: '615.8700',
    })
    const paper = invoicePaper(invoiceOf([...exampleLines, deposit]))
    expect(paper.table.rows.at(-1)).toMatchObject({ cells: ['Deposit INV-2026-0101', '−1', '615.87', '−615.87'] })
  })
})

test('a final invoice shows what was supplied, each deposit with its tax, and what is left', () => {
  const description = 'Deposit INV-2026-0101 of 2 Nov 2026'
  const deposit = { kind: 'deposit', description, qty: '-1.0000', unit_price: '615.8700' } as const
  const lines = [...exampleLines, item({ ...deposit, net: '-615.87', vat: '-110.85' })]
  const vat_table = [{ vat_rate: '18.0000', vat_treatment: 'standard' as const, base: '615.87', vat: '110.86' }]
  const paper = invoicePaper({ ...invoiceOf(lines, { invoice_kind: 'final' }), vat_table })
  expect(paper.vat?.rows).toEqual([
    ['Before deposits, 18 %', '1,231.74', '221.71'],
    ['Deposit INV-2026-0101 of 2 Nov 2026', '−615.87', '−110.85'],
    ['After deposits, 18 %', '615.87', '110.86'],
  ])
  expect(invoicePaper(invoiceOf(exampleLines)).vat?.rows).toEqual([['18 %', '1,231.74', '221.71']])
})

test('a paper in another currency says the rate and the tax in the currency of the books, by rate and in total', () => {
  const guides = item({ id: 'g', qty: '400.0000', unit_price: '1.2500', vat_rate: '5.00' })
  const two = invoiceOf([guides, ...exampleLines])
  expect(invoicePaper(inDollars(two)).vat?.rows).toEqual([
    ['5 %', '500.00', '25.00'],
    ['18 %', '1,231.74', '221.71'],
    ['1 USD = 0.92 EUR on 20 Nov 2026', '', ''],
    ['5 % in EUR', '', '23.00'],
    ['18 % in EUR', '', '203.97'],
    ['VAT in EUR', '', '226.97'],
  ])
  const note = creditNotePaper(inDollars(creditNoteOf(exampleLines)))
  expect(note.vat?.rows.slice(1)).toEqual([
    ['1 USD = 0.92 EUR on 20 Nov 2026', '', ''],
    ['VAT in EUR', '', '203.97'],
  ])
  expect(note.totals[0]?.value).toBe('$1,231.74')
})

test('the sales tax of a place is listed by its parts, which come to it', () => {
  const tax_place: TaxPlace = {
    name: 'Austin, TX',
    rate: '8.2500',
    parts: [
      { level: 'state', name: 'Texas', rate: '6.2500' },
      { level: 'city', name: 'Austin', rate: '1.0000' },
      { level: 'district', name: 'Transit', rate: '1.0000' },
    ],
  }
  const vat_table = [
    { vat_rate: '2.0000', vat_treatment: 'standard' as const, base: '10.00', vat: '0.20' },
    { vat_rate: '8.2500', vat_treatment: 'standard' as const, base: '100.10', vat: '8.26' },
  ]
  const rows = [
    ['2 %', '10.00', '0.20'],
    ['8.25 % · Austin, TX', '100.10', '8.26'],
    ['– Texas 6.25 %', '', '6.26'],
    ['– Austin 1 %', '', '1.00'],
    ['– Transit 1 %', '', '1.00'],
  ]
  expect(quotationPaper({ ...quotationOf(exampleLines), vat_table, tax_place }).vat?.rows).toEqual(rows)
  expect(invoicePaper({ ...invoiceOf(exampleLines), vat_table, tax_place }).vat?.rows).toEqual(rows)
})

test('a paper of goods that are collected says where, in place of the site', () => {
  const collected = quotationPaper({ ...quotationOf(exampleLines), is_collected: true })
  expect(collected.place).toEqual({ label: 'Pick-up', lines: collected.company.addressLines })
  expect(collected.company.addressLines.length).toBeGreaterThan(0)
})

test('a paper without sales tax says by which certificate', () => {
  const free = item({ vat_rate: '0', vat_treatment: 'exempt' })
  const resale = { number: '123-456', reason: 'resale' as const, state: 'Texas' }
  const taxed = { ...company, tax_name: 'sales tax' }
  const remarks = (tax_exemptions: readonly TaxExemption[]) =>
    [
      quotationPaper({ ...quotationOf([free]), company: taxed, tax_exemptions }),
      invoicePaper({ ...invoiceOf([free]), company: taxed, tax_exemptions }),
    ].map((paper) => paper.remarks)
  const sentence = ['Exempt from sales tax: resale certificate 123-456, Texas.']
  expect(remarks([resale])).toEqual([sentence, sentence])
  const church = { number: '7', reason: 'other' as const, words: 'church', state: 'Ohio' }
  const both = [...sentence, 'Exempt from sales tax: exemption certificate (church) 7, Ohio.']
  expect(remarks([resale, church])).toEqual([both, both])
  // A taxed paper of a client with a certificate says nothing of it.
  expect(invoicePaper({ ...invoiceOf(exampleLines), company: taxed, tax_exemptions: [resale] }).remarks).toEqual([])
})

test('a deposit that was kept for the order stands under the total, what was paid later below the amount to pay', () => {
  const paper = (deposit: string) =>
    invoicePaper(invoiceOf(exampleLines, { paid: '600.00', deposit, balance: '853.45' }))
  const totals = (deposit: string) => paper(deposit).totals.slice(2)
  expect(totals('500.00').map(({ label, value }) => [label, value])).toEqual([
    ['Total with VAT', '€1,453.45'],
    ['Deposit received', '−€500.00'],
  ])
  expect(paper('500.00').due).toMatchObject({ amount: '€953.45' })
  expect(paper('500.00').due?.facts).toContainEqual({ label: 'Paid', value: '−€100.00' })
  expect(totals('600.00').at(-1)).toMatchObject({ label: 'Deposit received', value: '−€600.00' })
  expect(totals('0.00')).toEqual([])
})

test('a deposit invoice says when the money came, and no day of supply', () => {
  const facts = (paid: string) =>
    invoicePaper(invoiceOf(exampleLines, { invoice_kind: 'deposit', paid })).facts.map(({ label }) => label)
  expect(facts('1453.45')).toEqual(['Date', 'Payment received', 'Due', 'Your order', 'Order'])
  expect(facts('0.00')).toEqual(['Date', 'Due', 'Your order', 'Order'])
})

test('a reason for no tax stands under a paper that bears tax only with its lines', () => {
  const free = item({ vat_rate: '0', vat_treatment: 'exempt' })
  expect(invoicePaper(invoiceOf([free])).remarks).toEqual(['Exempt from VAT.'])
  expect(invoicePaper(invoiceOf([...exampleLines, free])).remarks).toEqual(['Lines at 0 %: Exempt from VAT.'])
})

test('a credit note names its invoice', () => {
  const { invoice_kind: _, ...priced } = invoiceOf(exampleLines)
  const paper = creditNotePaper({ ...priced, invoice_number: 'INV-2026-0120', reason: 'Wrong colour' })
  expect(paper).toMatchObject({ title: 'Credit note', due: { label: 'Amount credited', amount: '€1,453.45' } })
  expect(paper.facts).toContainEqual({ label: 'Invoice', value: 'INV-2026-0120' })
})

describe('a delivery note', () => {
  test('a part of a sized line is priced by its share of what was charged', () => {
    const film = item({ unit: 'm2', width_mm: '1200.00', height_mm: '2100.00', unit_price: '58.0000' })
    const line = { ...film, charged_qty: '9.0000', ordered: '3.0000', before: '0.0000', now: '1.0000' }
    const [row] = deliveryNotePaper({ ...delivery, show_prices: true, lines: [line] }).table.rows
    expect(row).toMatchObject({ cells: [film.description, '3', '0', '1', '2', '174.00'] })
  })

  test('has quantities and no prices', () => {
    const paper = deliveryNotePaper(delivery)
    expect(paper.table.columns.map(({ label }) => label)).toEqual([
      'Description',
      'Ordered',
      'Before',
      'Now',
      'Still to come',
    ])
    expect(paper.table.rows).toMatchObject([
      { cells: ['ACM tray panel', '6', '2', '3', '1'] },
      { cells: ['Stand-off', '12', '0', '12', '0'] },
    ])
    expect(JSON.stringify(paper)).not.toContain('€')
    expect(paper.signatures[0]).toMatchObject({ label: 'Received by Anna Vella' })
  })

  test('shows what was signed, on the day of the company', () => {
    const image = 'data:image/png;base64,AAAA'
    const signed = { ...delivery, delivered_at: '2026-11-20T23:30:00Z', delivered_on: '2026-11-21', signature: image }
    expect(deliveryNotePaper(signed).signed).toEqual({ day: '21 Nov 2026', image, typed: null })
    expect(deliveryNotePaper({ ...signed, signature: null, typed_signature: 'Karl Z' }).signed).toEqual({
      day: '21 Nov 2026',
      image: null,
      typed: 'Karl Z',
    })
    expect(deliveryNotePaper({ ...delivery, received_by: null }).signed).toBeNull()
  })

  test('has the net of what is handed over where prices are asked for', () =>
    expect(deliveryNotePaper({ ...delivery, show_prices: true }).table.rows[0]).toMatchObject({
      cells: ['ACM tray panel', '6', '2', '3', '1', '30.00'],
    }))
})

test('a statement reads like an account: opening, entries, closing, age', () => {
  const paper = statementPaper(statement)
  expect(paper.table.rows).toMatchObject([
    { cells: ['1 Nov 2026', 'Opening balance', '', '100.00'] },
    { cells: ['10 Nov 2026', 'Invoice INV-2026-0120', '1,453.45', '1,553.45'] },
    { cells: ['15 Nov 2026', 'Payment RCPT-2026-0051', '−726.72', '826.73'] },
  ])
  const discounts = (['-12.15', '12.15'] as const).map((amount) => ({
    ...{
      on: '2026-11-16',
      kind: 'cash_discount' as const,
      number: 'INV-2026-0120',
      description: null,
      balance: '826.73',
    },
    amount,
  }))
  expect(statementPaper({ ...statement, entries: discounts }).table.rows.slice(1)).toMatchObject([
    { cells: ['16 Nov 2026', 'Cash discount INV-2026-0120', '−12.15', '826.73'] },
    { cells: ['16 Nov 2026', 'Cash discount INV-2026-0120 · Taken back', '12.15', '826.73'] },
  ])
  expect(paper.vat?.rows[1]).toEqual(['1–30 days', '100.00'])
  expect(paper.due?.amount).toBe('€826.73')
  expect(statementPaper({ ...statement, closing: '-441.51' }).due).toMatchObject({
    label: 'Balance in your favour',
    amount: '€441.51',
  })
})

test('a confirmation of a balance says who owes it, and reads alike for a supplier', () => {
  const ofClient = confirmationPaper(confirmation)
  expect(ofClient.facts).toEqual([{ label: 'As at', value: '31 Dec 2026' }])
  expect(ofClient.table.rows).toMatchObject([
    { cells: ['10 Nov 2026', 'Invoice INV-2026-0120', '10 Dec 2026', '1,453.45', '926.73'] },
    { cells: ['15 Nov 2026', 'Payment RCPT-2026-0051', '', '−200.00', '−100.00'] },
  ])
  expect(ofClient.due).toMatchObject({ label: 'Balance in our favour', amount: '€826.73' })
  expect(ofClient.payment).toBeNull()
  expect(ofClient.signatures.map(({ label }) => label)).toEqual(['Your balance, if it differs', 'Date', 'Signature'])

  const [invoice] = confirmation.items
  const bill = { ...invoice, number: '4711', amount: '-500.00', open: '-500.00' } as (typeof confirmation.items)[number]
  const ofSupplier = confirmationPaper({ ...confirmation, side: 'suppliers', balance: '-500.00', items: [bill] })
  expect(ofSupplier.table.rows).toMatchObject([
    { cells: ['10 Nov 2026', 'Invoice 4711', '10 Dec 2026', '500.00', '500.00'] },
  ])
  expect(ofSupplier.due).toMatchObject({ label: 'Balance in your favour', amount: '€500.00' })

  const ofNothing = confirmationPaper({ ...confirmation, balance: '0.00', items: [] })
  expect(ofNothing.table.rows).toEqual([{ kind: 'text', text: 'Nothing was open.' }])
  expect(ofNothing.due).toMatchObject({ label: 'Balance', amount: '€0.00' })
})

test('a job ticket has a box for every step, its promise and its material', () => {
  const paper = jobTicketPaper({
    texts: englishPaperTexts,
    number: 'JOB-2026-0098-A',
    status: 'in_production',
    title: 'Tray panels',
    company,
    client: delivery.client,
    order_number: 'SO-2026-0098',
    due_date: '2026-12-01',
    promised_date: '2026-12-02',
    timing: 'at_risk',
    remake_of: null,
    materials: [{ name: 'Dibond', planned: '3 sheets', kept: '2 sheets', taken: '1 sheet', bin: 'A1' }],
    proof: { version: 2, status: 'approved', by: 'Anna Vella', at: '2026-11-20T10:00:00Z', pages: 1, picture: 'p/1' },
    qty: '6.0000',
    unit: 'piece',
    width_mm: '3000.00',
    height_mm: '750.00',
    steps: [
      {
        name: 'Print',
        work_centre: 'Printer',
        planned_minutes: '123.40',
        status: 'done',
        done: 'Mark Grima, 24 Nov, 15:10, 2 good',
      },
      { name: 'Cut', work_centre: null, planned_minutes: '15.00', status: 'todo', done: null },
    ],
    instructions: null,
    url: 'https://example.com/jobs/1',
  })
  expect(paper.table.rows.map((row) => (row.kind === 'line' ? [row.tick, ...row.cells] : row.text))).toEqual([
    ['ticked', 'Print', 'Printer', '2 h 3 min', 'Mark Grima, 24 Nov, 15:10, 2 good'],
    ['empty', 'Cut', '', '15 min', ''],
    'Material',
    ['empty', 'Dibond', 'A1', '3 sheets', '1 sheet taken'],
  ])
  expect(paper.filling?.picture).toEqual({ path: 'p/1', alt: 'Approved version 2', caption: 'Version 2, approved' })
  expect(paper.code?.text).toBe('https://example.com/jobs/1')
  expect(paper.facts).toEqual(
    expect.arrayContaining([
      { label: 'Due', value: '1 Dec 2026, at risk' },
      { label: 'Promised', value: '2 Dec 2026' },
      { label: 'Size', value: '3,000 × 750 mm · 13.5 m²' },
      { label: 'Proof', value: 'Version 2, approved by Anna Vella 20 Nov 2026' },
    ]),
  )
})

test('the nets of the lines that count add up to the printed net', () =>
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
      const { table, totals } = quotationPaper(quotationOf(lines))
      const nets = table.rows.flatMap((row) => (row.kind === 'line' && !row.isLeftOut ? [row.cells.at(-1) ?? ''] : []))
      const plain = nets.map((net) => exact(net.replaceAll(',', '').replace('−', '-')))
      expect(totals[0]?.value.replace(/[€,]/g, '').replace('−', '-')).toBe(written(sum([exact('0.00'), ...plain])))
      expect(totalsOf(lines, cutToCents).net).toBe(written(sum([exact('0.00'), ...plain])))
    }),
  ))

describe('an invoice with a cash discount', () => {
  const early = {
    pct: '2',
    days: 10,
    until: '2026-12-02',
    base: '1180.00',
    amount: '23.60',
    pays: '1156.40',
    is_open: true,
  }
  const open = { gross: '1180.00', balance: '1180.00', cash_discount: early }

  test('says until when which amount pays it, before its due day', () => {
    expect(invoicePaper({ ...invoiceOf(exampleLines), ...open }).due?.facts).toEqual([
      { label: 'If you pay by 2 Dec 2026', value: '€1,156.40 to pay (2 % cash discount: €23.60 less)' },
      { label: 'Due by', value: '22 Dec 2026' },
    ])
  })

  test('says what was kept when it is paid, apart from credit notes, and keeps what it offered', () => {
    const paid = {
      paid: '1156.40',
      credited: '23.60',
      cash_discounted: '23.60',
      balance: '0.00',
      status: 'paid',
      state: 'paid',
    }
    const paper = invoicePaper({
      ...invoiceOf(exampleLines),
      ...open,
      ...paid,
      cash_discount: { ...early, amount: null, pays: null },
    })
    expect(paper.due?.facts.slice(-3)).toEqual([
      { label: 'Paid', value: '−€1,156.40' },
      { label: 'Cash discount', value: '−€23.60' },
      { label: 'Balance', value: '€0.00' },
    ])
    expect(paper.due?.facts[0]?.value).toContain('cash discount')
  })
})
