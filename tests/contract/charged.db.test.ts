import { cutToCents } from '../../src/shared/domain/money/tax-on.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeRuleOf, storedRule } from '../../src/documents/charge-rule.ts'
import { chargedQty, type DocumentLine, lineNet } from '../../src/documents/lines.ts'
import { item } from '../../src/documents/testing.ts'
import { totalsOf } from '../../src/documents/totals.ts'
import { ciiText } from '../../src/documents/electronic/cii.ts'
import { electronicCreditNote, electronicInvoice } from '../../src/documents/electronic/invoice.ts'
import { ublText } from '../../src/documents/electronic/ubl.ts'
import { invoicePaper } from '../../src/documents/paper/papers.ts'
import { creditNoteSchema, invoiceSchema } from '../../src/documents/paper/read-accounts.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'
import { readMillimetres } from '../../src/shared/domain/text/length.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { sentQuotation } from '../../supabase/local/testing/sent-quotation.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'

let engine: Engine
let id: string
beforeAll(async () => {
  engine = await openTestDatabase()
  await engine.exec(
    `update public.company_settings set name = 'Plain Signs', address = '1 Main Street', country = 'Malta', vat_number = 'MT12345634'`,
  )
  id = (await sentQuotation(engine)).id
  await engine.query(`update public.quotations set status = 'draft' where id = $1`, [id])
})
afterAll(() => engine.close())

const decimal = (places: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((units) => {
    const digits = String(units).padStart(places + 1, '0')
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`
  })
/** A size that was typed in 64ths of an inch, as it is stored. */
const inches = fc.integer({ min: 1, max: 64 * 400 }).map((count) => {
  const read = readMillimetres(`${count}/64"`)
  return 'value' in read ? read.value : '0.00'
})
/** A rule as the catalogue makes it: rounding, minimum and waste of a unit, for each piece or for the line. */
const rule = fc
  .tuple(
    fc.constantFrom('m2', 'm', 'm_height', 'm_edge', 'ft2', 'ft', 'ft_height', 'ft_edge', 'yd'),
    fc.constantFrom('piece', 'line'),
    fc.constantFrom('0', '0.01', '0.1', '0.5', '0.3', '1', '0.0007'),
    fc.constantFrom('0', '0.5', '1', '0.25', '3.3333'),
    fc.constantFrom('0', '10', '12.5', '0.01'),
  )
  .map((parts) => parts.join(' '))
const sized: fc.Arbitrary<DocumentLine> = fc
  .record({
    qty: decimal(4, 999_999),
    unit: fc.constantFrom(
      ...['piece', 'm2', 'm²', 'sqm', 'm', 'metre', 'm_height', 'm_edge', 'hour', 'set', 'M2'],
      ...['ft2', 'ft', 'ft_height', 'ft_edge', 'yd', 'FT2'],
    ),
    charge_rule: fc.oneof(fc.constant(null), rule),
    own_charged_qty: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, decimal(4, 9_999_999)),
    width_mm: fc.oneof(fc.constant(null), fc.constant('0.00'), decimal(2, 9_999_999), inches),
    height_mm: fc.oneof(fc.constant(null), fc.constant('0.00'), decimal(2, 9_999_999), inches),
    unit_price: decimal(4, 999_999),
    discount_pct: fc.oneof(fc.constant('0.00'), decimal(2, 10_000)),
  })
  .map((line) => item(line))

async function stored(lines: readonly DocumentLine[]) {
  await engine.query('delete from public.quotation_items where quotation_id = $1', [id])
  await engine.query(
    `insert into public.quotation_items (quotation_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, discount_pct,
       vat_rate, charge_rule, own_charged_qty)
     select $1, 'a' || lpad(n::text, 5, '0'), l.kind, 'line', l.qty, l.unit, l.width_mm, l.height_mm, l.unit_price, l.discount_pct, 18,
       l.charge_rule, l.own_charged_qty
       from jsonb_array_elements($2::jsonb) with ordinality as given (line, n),
            jsonb_to_record(line) as l (kind text, charge_rule text, own_charged_qty numeric, qty numeric, unit text, width_mm numeric, height_mm numeric, unit_price numeric, discount_pct numeric)`,
    [id, JSON.stringify(lines)],
  )
  const { rows } = await engine.query<{ charged: string; net: string }>(
    `select charged_qty::text as charged, net::text as net from public.quotation_items where quotation_id = $1 order by position`,
    [id],
  )
  return rows
}
const inch = (width: string, height: string) => {
  const stored = (side: string) => {
    const read = readMillimetres(`${side}"`)
    return 'value' in read ? read.value : '0.00'
  }
  return { width_mm: stored(width), height_mm: stored(height) }
}
const film = item({ qty: '3.0000', unit: 'm2', width_mm: '1200.00', height_mm: '2100.00', unit_price: '58.0000' })

test('three films of 1200 × 2100 mm at 58.00 per m² are 7.56 m² and 438.48', async () => {
  expect(await stored([film])).toEqual([{ charged: '7.5600', net: '438.48' }])
  expect([chargedQty(film), lineNet(film, 'cut')]).toEqual(['7.5600', '438.48'])
})

test.each([
  ['two films of 600 × 400 mm are 0.48 m²', {}, '0.4800'],
  ['up to the next 0.1 m² a piece they are 0.6', { charge_rule: 'm2 piece 0.1 0 0' }, '0.6000'],
  ['up to the next 0.1 m² a line they are 0.5', { charge_rule: 'm2 line 0.1 0 0' }, '0.5000'],
  ['with at least 0.5 m² a piece they are 1', { charge_rule: 'm2 piece 0.01 0.5 0' }, '1.0000'],
  ['with at least 0.5 m² a line they are 0.5', { charge_rule: 'm2 line 0 0.5 0' }, '0.5000'],
  ['with 10 % waste they are 0.528', { charge_rule: 'm2 piece 0 0 10' }, '0.5280'],
  ['with waste, then rounded, they are 0.6', { charge_rule: 'm2 piece 0.1 0 10' }, '0.6000'],
  ['a rule of metres is not for m²', { charge_rule: 'm piece 0.1 5 0' }, '0.4800'],
  ['along the width they are 1.2 m', { unit: 'm' }, '1.2000'],
  ['along the height they are 0.8 m', { unit: 'm_height' }, '0.8000'],
  ['around they are 4 m', { unit: 'm_edge' }, '4.0000'],
  ['around, up to whole metres a piece, they are 4 m', { unit: 'm_edge', charge_rule: 'm_edge piece 1 0 0' }, '4.0000'],
  ['by hand they are 0.75 m²', { own_charged_qty: '0.7500', charge_rule: 'm2 piece 0.1 0 0' }, '0.7500'],
  ['three of 4 × 12 inches are one square foot', { ...inch('4', '12'), qty: '3.0000', unit: 'ft2' }, '1.0000'],
  ['96 × 48 inches are 32 square feet', { ...inch('96', '48'), qty: '1.0000', unit: 'ft2' }, '32.0000'],
  // 1.125 inches are 28.575 mm, of which 28.58 are stored: the fraction counts, so that one square foot is not charged as two.
  [
    '1 1/8 × 128 inches are one square foot, also up to the next one',
    { ...inch('1 1/8', '128'), qty: '1.0000', unit: 'ft2', charge_rule: 'ft2 piece 1 0 0' },
    '1.0000',
  ],
  ['along 30 inches they are 2.5 ft each', { ...inch('30', '10'), unit: 'ft' }, '5.0000'],
  ['along a height of 10 inches they are 1.6667 ft', { ...inch('30', '10'), unit: 'ft_height' }, '1.6667'],
  ['around 30 × 10 inches they are 13.3333 ft', { ...inch('30', '10'), unit: 'ft_edge' }, '13.3333'],
  ['along 54 inches they are 1.5 yards each', { ...inch('54', '10'), unit: 'yd' }, '3.0000'],
  [
    'with at least 10 sq ft a piece they are 20',
    { ...inch('30', '10'), unit: 'ft2', charge_rule: 'ft2 piece 0.5 10 0' },
    '20.0000',
  ],
  ['two hours are two hours', { unit: 'hour', own_charged_qty: '9.0000' }, '2.0000'],
])('%s', async (_, of, charged) => {
  const line = item({
    qty: '2.0000',
    unit: 'm2',
    width_mm: '600.00',
    height_mm: '400.00',
    unit_price: '58.0000',
    ...of,
  })
  expect([(await stored([line]))[0]?.charged, chargedQty(line)]).toEqual([charged, charged])
})

test('a quantity that was said by hand holds until pieces, size or unit change', async () => {
  await stored([{ ...film, own_charged_qty: '8.0000' }])
  const changed = async (to: string) => {
    await engine.query(`update public.quotation_items set ${to} where quotation_id = $1`, [id])
    const { rows } = await engine.query(
      'select charged_qty::text as charged, own_charged_qty::text as own from public.quotation_items where quotation_id = $1',
      [id],
    )
    return rows[0]
  }
  expect(await changed(`description = 'Film, frosted'`)).toEqual({ charged: '8.0000', own: '8.0000' })
  expect(await changed('qty = 30')).toEqual({ charged: '75.6000', own: null })
  expect(await changed('own_charged_qty = 70')).toEqual({ charged: '70.0000', own: '70.0000' })
  expect(await changed('width_mm = 1000')).toEqual({ charged: '63.0000', own: null })
})

test('the rule of a catalogue entry is written in the same words by the database and TypeScript', async () => {
  const entry = fc.record({
    unit: fc.constantFrom('piece', 'hour', 'm2', 'm²', 'sqm', 'm', 'm_height', 'm_edge', 'ft2', 'ft_edge', 'yd'),
    charge_per: fc.constantFrom(null, 'piece', 'line'),
    charge_step: fc.constantFrom(null, '0.0000', '0.0100', '0.5000', '1.0000', '10.0000'),
    charge_min: fc.constantFrom(null, '0.0000', '0.2500', '3.3333', '20.0000'),
    charge_waste_pct: fc.constantFrom('0.00', '10.00', '12.50', '0.01'),
  })
  const entries = fc.sample(entry, { numRuns: 300, seed: 28 })
  const { rows } = await engine.query<{ rule: string | null }>(
    `select private.charge_rule(e.unit, e.charge_per, e.charge_step, e.charge_min, e.charge_waste_pct) as rule
       from jsonb_array_elements($1::jsonb) with ordinality as each (value, place),
            jsonb_to_record(value) as e (unit text, charge_per text, charge_step numeric, charge_min numeric, charge_waste_pct numeric)
      order by place`,
    [JSON.stringify(entries)],
  )
  const written = entries.map((each) => {
    const rule = chargeRuleOf(each.unit, each)
    return rule && storedRule(rule)
  })
  expect(rows.map(({ rule }) => rule)).toEqual(written)
  expect(new Set(written).size).toBeGreaterThan(50)
})

test('charged quantity, net and totals of any size and unit are the same in database and TypeScript', () =>
  fc.assert(
    fc.asyncProperty(fc.array(sized, { minLength: 10, maxLength: 60 }), async (given) => {
      const lines = given.filter((line) => Number(lineNet(line, 'cut')) < 1_000_000)
      const rows = await stored(lines)
      expect(rows.map(({ net }) => net)).toEqual(lines.map((line) => lineNet(line, 'cut')))
      expect(rows.map(({ charged }) => charged)).toEqual(lines.map((line) => chargedQty(line)))
      const { rows: heads } = await engine.query<{ net: string; vat: string }>(
        'select net::text, vat::text from public.quotations where id = $1',
        [id],
      )
      expect(totalsOf(lines, cutToCents)).toMatchObject(heads[0] ?? {})
    }),
    { numRuns: 30 },
  ))

/** An order of the stored lines as approving makes it; the ids of its lines in their order. */
async function ordered() {
  const { rows } = await engine.query<{ order_id: string; item: string }>(
    `with made as (
       insert into public.orders (order_number, quotation_id, quotation_version, contact_id, currency, net, vat)
       select 'SO-2026-' || (9000 + (select count(*) from public.orders)), q.id, q.version, q.contact_id, 'EUR', q.net, q.vat
         from public.quotations q where q.id = $1 returning id)
     insert into public.order_items (order_id, quotation_item_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, vat_rate)
     select made.id, i.id, i.position, i.kind, i.description, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price, i.vat_rate
       from made, public.quotation_items i where i.quotation_id = $1 order by i.position returning order_id, id as item`,
    [id],
  )
  return rows
}

type Part = { qty: string; charged_qty: string; net: string }

/** An issued invoice of so many pieces of each line, with its lines. */
async function invoiced(lines: readonly { order_id: string; item: string }[], qty: number) {
  const { rows: made } = await engine.query<{ id: string; public_uuid: string }>(
    `with made as (insert into public.invoices (kind, contact_id, order_id, currency)
       select 'standard', o.contact_id, o.id, 'EUR' from public.orders o where o.id = $1 returning id, public_uuid),
     parts as (insert into public.invoice_items (invoice_id, order_item_id, position, description, qty, width_mm, height_mm)
       select made.id, i.id, i.position, 'film', $2, i.width_mm, i.height_mm from made, public.order_items i where i.order_id = $1
       returning invoice_id)
     select made.id, made.public_uuid from made where exists (select from parts)`,
    [lines[0]?.order_id, qty],
  )
  const invoice = made[0] ?? expect.fail('no invoice')
  await engine.query('select private.issue_invoice($1)', [invoice.id])
  const { rows: parts } = await engine.query<Part & { id: string }>(
    `select id, qty::text, charged_qty::text, net::text from public.invoice_items where invoice_id = $1 and kind = 'item' order by position`,
    [invoice.id],
  )
  return { ...invoice, parts }
}

const quantitiesIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element} unitCode="([A-Z0-9]+)"[^>]*>([^<]+)<`, 'g'))].map(
    ([, unit, qty]) => `${qty} ${unit}`,
  )

/** The quantities with unit codes of an issued paper in UBL and CII; both must agree. */
async function exchanged(kind: 'invoice' | 'credit_note', uuid: string) {
  const { rows } = await engine.query<{ paper: unknown }>(`select private.get_public_${kind}($1) as paper`, [uuid])
  const electronic =
    kind === 'invoice'
      ? electronicInvoice({ ...invoiceSchema.parse(rows[0]?.paper), texts: englishPaperTexts })
      : electronicCreditNote({ ...creditNoteSchema.parse(rows[0]?.paper), texts: englishPaperTexts })
  const ubl = quantitiesIn(ublText(electronic), kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity')
  expect(quantitiesIn(ciiText(electronic), 'ram:BilledQuantity')).toEqual(ubl)
  return ubl
}

test('the parts of a line are charged by their share, the last part by the rest, and credits alike, in XML too', async () => {
  const of = (unit: string, more: Partial<DocumentLine> = {}) => ({ ...film, unit, ...more })
  await stored([
    film,
    of('m2', { charge_rule: 'm2 piece 0.5 0 0' }),
    of('m2', { own_charged_qty: '7.0000' }),
    of('m'),
    of('m_height'),
    of('m_edge'),
    of('ft2', inch('48', '96')),
    of('ft', inch('48', '96')),
    of('yd', inch('54', '96')),
    of('hour'),
    of('piece'),
  ])
  const lines = await ordered()
  const first = await invoiced(lines, 1)
  expect(first.parts.map(({ charged_qty }) => charged_qty)).toEqual([
    '2.5200',
    '3.0000',
    '2.3333',
    '1.2000',
    '2.1000',
    '6.6000',
    '32.0000',
    '4.0000',
    '1.5000',
    '1.0000',
    '1.0000',
  ])
  expect(first.parts[0]).toMatchObject({ qty: '1.0000', net: '146.16' })
  expect(await exchanged('invoice', first.public_uuid)).toEqual([
    '2.52 MTK',
    '3 MTK',
    '2.3333 MTK',
    '1.2 MTR',
    '2.1 MTR',
    '6.6 MTR',
    '32 FTK',
    '4 FOT',
    '1.5 YRD',
    '1 HUR',
    '1 H87',
  ])
  const last = await invoiced(lines, 2)
  expect(await exchanged('invoice', last.public_uuid)).toEqual([
    '5.04 MTK',
    '6 MTK',
    '4.6667 MTK',
    '2.4 MTR',
    '4.2 MTR',
    '13.2 MTR',
    '64 FTK',
    '8 FOT',
    '3 YRD',
    '2 HUR',
    '2 H87',
  ])
  expect(last.parts[0]).toMatchObject({ net: '292.32' })
  const { rows: made } = await engine.query<{ id: string }>(
    `select private.make_credit_note($1, 'Torn', jsonb_agg(jsonb_build_object('invoice_item_id', i.id, 'qty', '1'))) as id
       from public.invoice_items i where i.invoice_id = $1 and i.kind = 'item'`,
    [last.id],
  )
  await engine.query('select private.issue_credit_note($1)', [made[0]?.id])
  const { rows: note } = await engine.query<{ public_uuid: string }>(
    'select public_uuid from public.credit_notes where id = $1',
    [made[0]?.id],
  )
  expect(await exchanged('credit_note', note[0]?.public_uuid ?? '')).toEqual([
    '2.52 MTK',
    '3 MTK',
    '2.3333 MTK',
    '1.2 MTR',
    '2.1 MTR',
    '6.6 MTR',
    '32 FTK',
    '4 FOT',
    '1.5 YRD',
    '1 HUR',
    '1 H87',
  ])
})

test('an issued paper keeps the unit of its sizes, and that of its client goes before', async () => {
  id = (await sentQuotation(engine)).id
  await engine.query(`update public.quotations set status = 'draft' where id = $1`, [id])
  await stored([item({ ...film, ...inch('96', '48'), unit: 'ft2', qty: '2.0000' })])
  const lines = await ordered()
  const sizes = async (uuid: string) => {
    const { rows } = await engine.query<{ paper: unknown }>('select private.get_public_invoice($1) as paper', [uuid])
    const row = invoicePaper({ ...invoiceSchema.parse(rows[0]?.paper), texts: englishPaperTexts }).table?.rows.find(
      ({ kind }) => kind === 'line',
    )
    return row && 'details' in row ? row.details[0] : undefined
  }
  await engine.query(`update public.company_settings set length_unit = 'in'`)
  const first = await invoiced(lines, 1)
  await engine.query(
    `update public.contacts set length_unit = 'cm' where id = (select contact_id from public.quotations where id = $1)`,
    [id],
  )
  const second = await invoiced(lines, 1)
  await engine.query(`update public.company_settings set length_unit = 'mm'`)
  await engine.query('update public.contacts set length_unit = null')
  expect(await sizes(first.public_uuid)).toBe(`1 × 96" × 48" · 32 sq ft`)
  expect(await sizes(second.public_uuid)).toBe('1 × 243.84 × 121.92 cm · 32 sq ft')
})
