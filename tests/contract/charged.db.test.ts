import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargedQty, type DocumentLine, lineNet } from '../../src/documents/lines.ts'
import { item } from '../../src/documents/testing.ts'
import { totalsOf } from '../../src/documents/totals.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { sentQuotation } from '../../supabase/local/testing/sent-quotation.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'

let engine: Engine
let id: string
beforeAll(async () => {
  engine = await openTestDatabase()
  id = (await sentQuotation(engine)).id
  await engine.query(`update public.quotations set status = 'draft' where id = $1`, [id])
})
afterAll(() => engine.close())

const decimal = (places: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((units) => {
    const digits = String(units).padStart(places + 1, '0')
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`
  })
const sized: fc.Arbitrary<DocumentLine> = fc
  .record({
    qty: decimal(4, 999_999),
    unit: fc.constantFrom('piece', 'm2', 'm²', 'sqm', 'm', 'metre', 'hour', 'set', 'M2'),
    width_mm: fc.oneof(fc.constant(null), fc.constant('0.00'), decimal(2, 9_999_999)),
    height_mm: fc.oneof(fc.constant(null), fc.constant('0.00'), decimal(2, 9_999_999)),
    unit_price: decimal(4, 999_999),
    discount_pct: fc.oneof(fc.constant('0.00'), decimal(2, 10_000)),
  })
  .map((line) => item(line))

async function stored(lines: readonly DocumentLine[]) {
  await engine.query('delete from public.quotation_items where quotation_id = $1', [id])
  await engine.query(
    `insert into public.quotation_items (quotation_id, position, description, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate)
     select $1, 'a' || lpad(n::text, 5, '0'), 'line', l.qty, l.unit, l.width_mm, l.height_mm, l.unit_price, l.discount_pct, 18
       from jsonb_array_elements($2::jsonb) with ordinality as given (line, n),
            jsonb_to_record(line) as l (qty numeric, unit text, width_mm numeric, height_mm numeric, unit_price numeric, discount_pct numeric)`,
    [id, JSON.stringify(lines)],
  )
  const { rows } = await engine.query<{ charged: string; net: string }>(
    `select charged_qty::text as charged, net::text as net from public.quotation_items where quotation_id = $1 order by position`,
    [id],
  )
  return rows
}
const film = item({ qty: '3.0000', unit: 'm2', width_mm: '1200.00', height_mm: '2100.00', unit_price: '58.0000' })

test('three films of 1200 × 2100 mm at 58.00 per m² are 7.56 m² and 438.48', async () => {
  expect(await stored([film])).toEqual([{ charged: '7.5600', net: '438.48' }])
  expect([chargedQty(film), lineNet(film)]).toEqual(['7.5600', '438.48'])
})

test('charged quantity, net and totals of any size and unit are the same in database and TypeScript', () =>
  fc.assert(
    fc.asyncProperty(fc.array(sized, { minLength: 10, maxLength: 60 }), async (given) => {
      const lines = given.filter((line) => Number(lineNet(line)) < 1_000_000)
      const rows = await stored(lines)
      expect(rows.map(({ net }) => net)).toEqual(lines.map(lineNet))
      expect(rows.map(({ charged }) => charged)).toEqual(lines.map((line) => chargedQty(line)))
      const { rows: heads } = await engine.query<{ net: string; vat: string }>(
        'select net::text, vat::text from public.quotations where id = $1',
        [id],
      )
      expect(totalsOf(lines)).toMatchObject(heads[0] ?? {})
    }),
    { numRuns: 30 },
  ))

test('the parts of a line are charged by their share, the last part by the rest, and credits alike', async () => {
  await stored([film])
  const { rows } = await engine.query<{ order_id: string; item: string }>(
    `with made as (
       insert into public.orders (order_number, quotation_id, quotation_version, contact_id, currency, net, vat)
       select 'SO-2026-9901', q.id, q.version, q.contact_id, 'EUR', q.net, q.vat from public.quotations q where q.id = $1 returning id)
     insert into public.order_items (order_id, quotation_item_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, vat_rate)
     select made.id, i.id, i.position, i.kind, i.description, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price, i.vat_rate
       from made, public.quotation_items i where i.quotation_id = $1 returning order_id, id as item`,
    [id],
  )
  const order = rows[0]
  const part = async (qty: number) => {
    const { rows: made } = await engine.query<{ id: string }>(
      `with made as (insert into public.invoices (kind, contact_id, order_id, currency)
         select 'standard', o.contact_id, o.id, 'EUR' from public.orders o where o.id = $1 returning id)
       insert into public.invoice_items (invoice_id, order_item_id, position, description, qty, width_mm, height_mm)
       select id, $2, 'a0', 'film', $3, 1200, 2100 from made returning invoice_id as id`,
      [order?.order_id, order?.item, qty],
    )
    await engine.query('select private.issue_invoice($1)', [made[0]?.id])
    const { rows: lines } = await engine.query(
      `select qty::text, charged_qty::text, net::text from public.invoice_items where invoice_id = $1 and kind = 'item'`,
      [made[0]?.id],
    )
    return { id: made[0]?.id, line: lines[0] }
  }
  const first = await part(1)
  expect(first.line).toEqual({ qty: '1.0000', charged_qty: '2.5200', net: '146.16' })
  const last = await part(2)
  expect(last.line).toEqual({ qty: '2.0000', charged_qty: '5.0400', net: '292.32' })
  const { rows: note } = await engine.query<{ id: string }>(
    `select private.make_credit_note($1, 'Torn', jsonb_build_array(jsonb_build_object('invoice_item_id', i.id, 'qty', '1'))) as id
       from public.invoice_items i where i.invoice_id = $1 and i.kind = 'item'`,
    [last.id],
  )
  const { rows: credited } = await engine.query(
    'select qty::text, charged_qty::text, net::text from public.credit_note_items where credit_note_id = $1',
    [note[0]?.id],
  )
  expect(credited).toEqual([{ qty: '1.0000', charged_qty: '2.5200', net: '146.16' }])
})
