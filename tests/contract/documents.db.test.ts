import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds, isDocumentKind, statusesOf } from '../../src/documents/statuses.ts'
import { type DocumentLine, lineNet } from '../../src/documents/lines.ts'
import { anyLine } from '../../src/documents/testing.ts'
import { depositOf, totalsOf } from '../../src/documents/totals.ts'
import { roundings, roundingsOf, taxKinds } from '../../src/shared/domain/money/tax-on.ts'
import { transitionsOf } from '../../src/documents/transitions.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { sentQuotation } from '../../supabase/local/testing/sent-quotation.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('database and TypeScript know the same changes of status, through the same functions', async () => {
  const { rows } = await engine.query<{ step: string }>(
    `select concat_ws(' ', kind, from_status, to_status, coalesce(through, 'by hand')) as step
       from private.document_transitions`,
  )
  const ours = documentKinds
    .filter(isDocumentKind)
    .flatMap((kind) =>
      transitionsOf(kind).map((step) => `${kind} ${step.from} ${step.to} ${step.through ?? 'by hand'}`),
    )
  expect(ours.sort()).toEqual(rows.map(({ step }) => step).sort())
})

test('the statuses of a quotation, an order and an invoice are those that their tables accept', async () => {
  for (const [kind, table] of [
    ['quotation', 'quotations'],
    ['order', 'orders'],
    ['job', 'jobs'],
    ['delivery', 'deliveries'],
    ['invoice', 'invoices'],
    ['credit_note', 'credit_notes'],
  ] as const) {
    const { rows } = await engine.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint
        where conrelid = ('public.' || $1)::regclass and contype = 'c' and conname = $1 || '_status_is_known'`,
      [table],
    )
    const accepted = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'::text/g)].map(([, status]) => status)
    expect({ kind, statuses: statusesOf(kind).sort() }).toEqual({ kind, statuses: accepted.sort() })
  }
})

test('the net of any line is the same in both', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 20, maxLength: 100 }),
      fc.constantFrom(...roundings),
      async (lines, rounding) => {
        await engine.query('update public.company_settings set rounding = $1', [rounding])
        const priced = lines.filter((line) => line.qty !== null && line.kind !== 'heading' && line.kind !== 'text')
        const { rows } = await engine.query<{ net: string }>(
          `select private.line_net(l.qty, l.price, l.discount)::numeric(30, 2)::text as net
           from unnest($1::numeric[], $2::numeric[], $3::numeric[]) with ordinality as l (qty, price, discount, n) order by n`,
          [
            priced.map(({ qty }) => qty),
            priced.map((line) => line.unit_price),
            priced.map((line) => line.discount_pct),
          ],
        )
        expect(priced.map((line) => lineNet(line, rounding))).toEqual(rows.map(({ net }) => net))
      },
    ),
    { numRuns: 20 },
  ))

/** A line that the table accepts: no negative items, options are items, VAT only where it is charged. */
const stored = (line: DocumentLine): DocumentLine => {
  const isText = line.kind === 'heading' || line.kind === 'text'
  const kind = line.kind === 'deposit' ? 'item' : line.kind
  const small = (line.qty ?? '0').replace('-', '').slice(-6)
  const whole: DocumentLine = {
    ...line,
    kind,
    qty: kind === 'discount' ? '-0.0001' : small,
    is_optional: kind === 'item' && line.is_optional === true,
    option_group: null,
    vat_rate: line.vat_treatment === 'standard' ? line.vat_rate : '0.00',
  }
  return isText
    ? { ...whole, qty: null, unit_price: null, discount_pct: null, vat_rate: null, vat_treatment: null }
    : whole
}

test('net, VAT table, gross and deposit of any quotation are the same in both', async () => {
  const { id } = await sentQuotation(engine)
  await engine.query(`update public.quotations set status = 'draft' where id = $1`, [id])
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine.map(stored), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...taxKinds),
      fc.constantFrom(...roundings),
      async (lines, kind, rounding) => {
        await engine.query('update public.company_settings set tax_kind = $1, rounding = $2', [kind, rounding])
        const totals = totalsOf(lines, roundingsOf(kind, rounding))
        fc.pre(!totals.net.startsWith('-') && !totals.vat.startsWith('-'))
        await engine.query('delete from public.quotation_items where quotation_id = $1', [id])
        await engine.query(
          `insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, is_selected)
         select $1, 'a' || lpad(n::text, 5, '0'), l.kind, 'line', l.qty, l.unit_price, l.discount_pct, l.vat_rate,
                l.vat_treatment, l.is_optional, l.is_selected
           from jsonb_array_elements($2::jsonb) with ordinality as given (line, n),
                jsonb_to_record(line) as l (kind text, qty numeric, unit_price numeric, discount_pct numeric, vat_rate numeric,
                  vat_treatment text, is_optional boolean, is_selected boolean)`,
          [id, JSON.stringify(lines)],
        )
        const { rows } = await engine.query<{ document: unknown }>(
          'select private.quotation_document($1) as document',
          [id],
        )
        const { deposit } = depositOf(totals.gross, 'percent', '50', rounding)
        expect(rows[0]?.document).toMatchObject({
          ...totals,
          deposit: { kind: 'percent', value: '50.00', amount: deposit },
        })
      },
    ),
    { numRuns: 25 },
  )
  await engine.query(`update public.company_settings set tax_kind = 'vat', rounding = 'cut'`)
})
