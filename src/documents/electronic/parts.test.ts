import { cutToCents } from '../../shared/domain/money/tax-on.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compared, exact, minus, plus, sum, truncated, written } from '../../shared/domain/money/decimal.ts'
import { type DocumentLine, lineNet } from '../lines.ts'
import { withTexts } from '../../shared/domain/texts/papers/load.ts'
import { creditNotePaper, invoicePaper } from '../paper/papers.ts'
import { creditNoteOf, invoiceOf } from '../paper/testing.ts'
import { item } from '../testing.ts'
import { totalsOf } from '../totals.ts'
import { ciiText } from './cii.ts'
import { electronicCreditNote, electronicInvoice } from './invoice.ts'
import { brokenRules } from './rules.ts'
import { ublText } from './ubl.ts'

/** A line with the net that the database booked, and the totals that its table then has. */
const booked = (line: Partial<DocumentLine>, net: string) => item({ ...line, net })
const totalsOfBooked = (lines: readonly DocumentLine[]) =>
  totalsOf(
    lines.map((line) => item({ vat_rate: line.vat_rate, qty: '1', ...signed(line.net ?? '0') })),
    cutToCents,
  )
const signed = (net: string) => (net.startsWith('-') ? { qty: '-1', unit_price: net.slice(1) } : { unit_price: net })

const printedNets = (paper: ReturnType<typeof invoicePaper>) =>
  paper.table.rows.flatMap((row) =>
    row.kind === 'line' ? [(row.cells.at(-1) ?? '').replaceAll(',', '').replace('−', '-')] : [],
  )
const added = (nets: readonly string[]) => written(truncated(sum(nets.map((net) => exact(net))), 2))
const amountsIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[^>]*>([^<]+)<`, 'g'))].map(([, amount]) => amount ?? '')

/** The line totals of paper, UBL and CII, each with its own total. */
function said(lines: DocumentLine[], kind: 'invoice' | 'credit note') {
  const totals = totalsOfBooked(lines)
  const isInvoice = kind === 'invoice'
  const invoice = invoiceOf(lines, { ...totals, balance: totals.gross })
  const note = creditNoteOf(lines, totals)
  const electronic = isInvoice ? electronicInvoice(invoice) : electronicCreditNote(note)
  const [ubl, cii] = [ublText(electronic), ciiText(electronic)]
  return {
    broken: brokenRules(electronic).map(({ id }) => id),
    net: totals.net,
    paper: added(printedNets(isInvoice ? invoicePaper(invoice) : creditNotePaper(note))),
    // The first is the total of the document.
    ubl: added(amountsIn(ubl, 'cbc:LineExtensionAmount').slice(1)),
    cii: added(amountsIn(cii, 'ram:LineTotalAmount').slice(0, -1)),
    electronic,
    xml: ubl + cii,
  }
}

test('the last part of 3 × 33.33 less 10 % prints the 60.00 that was booked', () => {
  const last = booked({ qty: '2.0000', unit_price: '33.3300', discount_pct: '10.00' }, '60.00')
  expect(said([last], 'invoice')).toMatchObject({
    broken: [],
    net: '60.00',
    paper: '60.00',
    ubl: '60.00',
    cii: '60.00',
  })
})

test('where the rest is further from quantity × price than 0.02, an allowance or charge carries it', () => {
  const more = said([booked({ qty: '1.0000', unit_price: '10.0000', discount_pct: '50.00' }, '5.07')], 'invoice')
  expect(more).toMatchObject({ broken: [], paper: '5.07', ubl: '5.07', cii: '5.07' })
  expect(more.electronic.lines[0]).toMatchObject({
    discount: { percent: '50', base: '10.00', amount: '5.00' },
    rest: { isCharge: true, amount: '0.07' },
  })
  expect(more.xml.match(/Rounding of parts/g)).toHaveLength(2)
  const less = said([booked({ qty: '3.0000', unit_price: '1.0000' }, '2.90')], 'invoice')
  expect(less.electronic.lines[0]?.rest).toEqual({ isCharge: false, amount: '0.10' })
  expect(less.broken).toEqual([])
})

test('the part of a discount says its amount, never a share of one', () => {
  const part = booked(
    { kind: 'discount', description: 'Loyalty', qty: '-0.3573', unit_price: '10.5500', discount_pct: '0.00' },
    '-3.76',
  )
  const lines = [booked({ qty: '1.0000', unit_price: '20.0000' }, '20.00'), part]
  const row = invoicePaper(invoiceOf(lines)).table.rows[1]
  expect(row?.kind === 'line' && row.cells).toEqual(['Loyalty', '', '', '−3.76'])
  const { electronic, broken, xml } = said(lines, 'invoice')
  expect(electronic.lines[1]).toMatchObject({ qty: '-1', price: '3.76', net: '-3.76', discount: null, rest: null })
  expect(xml).not.toContain('−')
  expect(broken).toEqual([])
  expect(xml).not.toContain('0.3573')
})

/** An order line in two parts as the database books them: the last part is the rest of the net. */
const parted = fc
  .record({
    isDiscount: fc.boolean(),
    units: fc.integer({ min: 2, max: 2_000_000 }),
    share: fc.double({ min: 0.0001, max: 0.9999, noNaN: true }),
    price: fc.integer({ min: 1, max: 9_999_999 }),
    discount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999 })),
    rate: fc.constantFrom('18.00', '5.00'),
  })
  .map(({ isDiscount, units, share, price, discount, rate }) => {
    const decimal = (value: number, places: number) => written({ units: BigInt(value), scale: places })
    const sign = isDiscount ? -1 : 1
    const first = Math.max(1, Math.min(units - 1, Math.floor(units * share)))
    const line: Partial<DocumentLine> = {
      kind: isDiscount ? 'discount' : 'item',
      unit_price: decimal(price, 4),
      discount_pct: decimal(discount, 2),
      vat_rate: rate,
    }
    const of = (qty: number) => ({ ...line, qty: decimal(sign * qty, 4) })
    const [whole, part] = [lineNet(item(of(units)), 'cut'), lineNet(item(of(first)), 'cut')]
    return {
      first: booked(of(first), part),
      last: booked(of(units - first), written(minus(exact(whole), exact(part)))),
      whole,
    }
  })

test('printed lines = net = UBL = CII for any part invoice and its credit note, and the parts make the whole', () =>
  fc.assert(
    fc.property(fc.array(parted, { minLength: 1, maxLength: 12 }), (lines) => {
      for (const which of ['first', 'last'] as const) {
        const part = lines.map((line) => line[which])
        const isDue = compared(sum(part.map(({ net }) => exact(net ?? '0'))), exact('0')) >= 0
        for (const kind of ['invoice', 'credit note'] as const) {
          const { broken, net, paper, ubl, cii, xml } = said(part, kind)
          expect({ paper, ubl, cii }).toEqual({ paper: net, ubl: net, cii: net })
          expect(xml).not.toContain('−')
          if (isDue) expect(broken).toEqual([])
        }
      }
      for (const { first, last, whole } of lines)
        expect(written(plus(exact(first.net ?? '0'), exact(last.net ?? '0')))).toBe(whole)
    }),
    { numRuns: 300 },
  ))

/** Shares of the total that were paid, credited, written off and given as a cash discount: together at most all of it. */
const settled = fc.record({
  cents: fc.integer({ min: 0, max: 9_999_999 }),
  shares: fc.tuple(
    ...Array.from({ length: 4 }, () =>
      fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    ),
  ),
})

test('in every state the paper, UBL and CII ask for what was to pay on the day of issue, whatever came since', () =>
  fc.assert(
    fc.property(settled, ({ cents, shares }) => {
      const amount = (value: number) => written({ units: BigInt(value), scale: 2 })
      const net = amount(cents)
      const lines = [booked({ qty: '1.0000', unit_price: `${net}00`, vat_rate: '0.00', vat_treatment: 'exempt' }, net)]
      const { open, parts } = shares.reduce<{ open: number; parts: number[] }>(
        ({ open, parts }, share) => {
          const part = Math.floor(open * share)
          return { open: open - part, parts: [...parts, part] }
        },
        { open: cents, parts: [] },
      )
      const [paid = 0, byNotes = 0, writtenOff = 0, discount = 0] = parts
      const document = invoiceOf(lines, {
        ...totalsOfBooked(lines),
        vat_table: [{ vat_rate: '0.00', vat_treatment: 'exempt', base: net, vat: '0.00' }],
        paid: amount(paid),
        deposit: amount(paid),
        credited: amount(byNotes + writtenOff + discount),
        written_off: amount(writtenOff),
        cash_discounted: amount(discount),
        balance: amount(open),
        status: open === 0 ? 'paid' : 'partly_paid',
      })
      const electronic = electronicInvoice(document)
      const [ubl, cii] = [ublText(electronic), ciiText(electronic)]
      expect(invoicePaper(document).due?.amount.replace(/[^0-9.]/g, '')).toBe(amount(cents - paid))
      expect({
        ubl: amountsIn(ubl, 'cbc:PayableAmount'),
        cii: amountsIn(cii, 'ram:DuePayableAmount'),
        settled: [...amountsIn(ubl, 'cbc:PrepaidAmount'), ...amountsIn(cii, 'ram:TotalPrepaidAmount')],
        broken: brokenRules(electronic),
      }).toEqual({
        ubl: [amount(cents - paid)],
        cii: [amount(cents - paid)],
        settled: paid === 0 ? [] : [amount(paid), amount(paid)],
        broken: [],
      })
    }),
    { numRuns: 300 },
  ))

test('the file has the words of its paper: what is deducted, and why no VAT is charged', async () => {
  const lines = [
    item({ id: '1', description: 'Sign', unit_price: '500.0000', vat_rate: '0.00', vat_treatment: 'export' }),
    item({
      id: '2',
      kind: 'deposit',
      description: 'Deposit INV-2026-0101 of 2 Nov 2026',
      qty: '-1.0000',
      ...{ unit_price: '100.0000', vat_rate: '0.00', vat_treatment: 'export' },
    }),
  ]
  const german = electronicInvoice(await withTexts({ ...invoiceOf(lines), language: 'de' }))
  expect(german.lines[1]?.name).toBe('Anzahlung INV-2026-0101 vom 2. Nov. 2026')
  expect(german.taxes.map(({ reason, reasonCode }) => [reason, reasonCode])).toEqual([
    [
      'Steuerfreie Ausfuhrlieferung in ein Gebiet außerhalb der Europäischen Union: es wird keine MwSt. berechnet.',
      'VATEX-EU-G',
    ],
  ])
  const english = electronicInvoice(invoiceOf(lines))
  expect([english.lines[1]?.name, english.taxes[0]?.reason]).toEqual([
    'Deposit INV-2026-0101 of 2 Nov 2026',
    'Export outside the EU',
  ])
})
