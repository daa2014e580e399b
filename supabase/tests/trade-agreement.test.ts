import { cutToCents } from '../../src/shared/domain/money/tax-on.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineNet, type LineKind } from '../../src/documents/lines.ts'
import { documentKinds, isDocumentKind } from '../../src/documents/statuses.ts'
import { depositOf, totalsOf } from '../../src/documents/totals.ts'
import { transitionsOf } from '../../src/documents/transitions.ts'
import { moneyFloor } from '../../src/shared/domain/money/money.ts'
import { priceIn, worthAt } from '../../src/shared/domain/money/price-in.ts'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { openWorld, row } from './world.ts'

// The database and src/documents have the same rules. These cases find where they differ.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const decimal = (most: number, places: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((units) => (units / 10 ** places).toFixed(places))

const line = fc
  .record({
    kind: fc.constantFrom<LineKind>('item', 'item', 'item', 'discount', 'heading'),
    qty: decimal(500, 4),
    unit_price: decimal(2000, 4),
    discount_pct: fc.oneof(fc.constant('0.00'), decimal(100, 2)),
    vat_rate: fc.constantFrom('18.00', '7.00', '5.00', '0.00', '13.50', '8.25', '8.875', '6.3333', '5.5'),
    is_optional: fc.boolean(),
    is_selected: fc.boolean(),
  })
  .map((one) =>
    one.kind === 'heading'
      ? {
          ...one,
          qty: null,
          unit_price: null,
          discount_pct: null,
          vat_rate: null,
          vat_treatment: null,
          is_optional: false,
        }
      : {
          ...one,
          vat_treatment: 'standard' as const,
          is_optional: one.kind === 'item' && one.is_optional,
          qty: one.kind === 'discount' ? '-0.0100' : one.qty,
        },
  )

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)

test('generated quotations: each line, the VAT table, totals and deposit are the same in SQL and TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), decimal(100, 2), async (lines, percent) => {
      const expected = totalsOf(lines, cutToCents)
      if (expected.net.startsWith('-') || expected.vat.startsWith('-')) return
      await undone(engine, async (tx) => {
        await tx.exec(`update public.quotations set deposit_kind = 'percent', deposit_value = ${percent} where id = '${row.clientDraft}';
          insert into public.quotation_items (quotation_id, position, kind, qty, unit_price, discount_pct, vat_rate, vat_treatment, is_optional, is_selected)
          values ${lines
            .map(
              (one, index) =>
                `('${row.clientDraft}', 'a' || private.letters(${index + 1}), '${one.kind}', ${text(one.qty)}, ${text(one.unit_price)},
                  ${text(one.discount_pct)}, ${text(one.vat_rate)}, ${text(one.vat_treatment)}, ${one.is_optional}, ${one.is_selected})`,
            )
            .join(', ')}`)
        const nets = await tx.query<{ net: string }>(
          `select net::text from public.quotation_items where quotation_id = '${row.clientDraft}' order by position`,
        )
        expect(nets.rows.map(({ net }) => net)).toEqual(lines.map((line) => lineNet(line, 'cut')))
        const totals = await tx.query(
          `select net::text, vat::text, gross::text, deposit_amount::text as deposit from public.quotations where id = '${row.clientDraft}'`,
        )
        const { net, vat, gross } = expected
        expect(totals.rows).toEqual([{ net, vat, gross, deposit: depositOf(gross, 'percent', percent, 'cut').deposit }])
        const table = await tx.query(
          `select vat_rate::text, vat_treatment, base::text, vat::text from private.quotation_vat('${row.clientDraft}')`,
        )
        expect(table.rows).toEqual(expected.vat_table)
      })
    }),
    { numRuns: 150, interruptAfterTimeLimit: 30_000 },
  )
})

test('generated prices: a price in another currency, and its worth, are the same in SQL and TypeScript', async () => {
  const rate = fc.oneof(
    fc.constantFrom('1', '1.00000000', '0.5', '0.92', '4', '0.00000001'),
    fc.integer({ min: 1, max: 10_000_000_000 }).map((units) => (units / 1e8).toFixed(8)),
  )
  const price = fc.oneof(decimal(100_000, 4), fc.constantFrom('0.01', '0.0050', '13.50', '0.0046'))
  const pairs = fc.sample(fc.tuple(price, rate), 1000)
  const { rows } = await engine.query<{ price: string; worth: string }>(
    `select private.price_in(g.price, g.rate)::text as price, private.worth(trunc(g.price, 2), g.rate)::text as worth from (values ${pairs
      .map(([one, by], place) => `(${place}, ${one}::numeric, ${by}::numeric)`)
      .join(', ')}) as g (place, price, rate) order by g.place`,
  )
  const amountOf = (price: string) => moneyFloor(price) ?? ''
  expect(pairs.map(([one, by]) => [one, by, priceIn(one, by), worthAt(amountOf(one), by)])).toEqual(
    pairs.map(([one, by], place) => [one, by, rows[place]?.price, rows[place]?.worth]),
  )
})

test('every change of status that one side knows, the other knows, through the same function', async () => {
  const { rows } = await engine.query<{ kind: string; from_status: string; to_status: string; through: string | null }>(
    `select kind, from_status, to_status, through from private.document_transitions`,
  )
  const inSql = rows.map(
    ({ kind, from_status, to_status, through }) => `${kind}: ${from_status} → ${to_status} (${through})`,
  )
  const inTypeScript = documentKinds.flatMap((kind) =>
    isDocumentKind(kind)
      ? transitionsOf(kind).map(({ from, to, through }) => `${kind}: ${from} → ${to} (${through})`)
      : [],
  )
  expect(inTypeScript.sort()).toEqual(inSql.sort())
})

// A trigger that empties a column which people cannot change refused "Plan again" to everybody, for ever.
test('no move that a person makes by the status alone is refused for a right or a fixed column', async () => {
  const refused: string[] = []
  await undone(engine, async (tx) => {
    await tx.exec(`insert into public.job_steps (job_id, position, name) values ('${row.job}', 'a0', 'Print');
      insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, net, vat)
      values ('${row.business}', 'A-1', '2026-11-01', 100, 18)`)
    // A table that people do not write, as that of the mockups, is moved by a function.
    const { rows: moves } = await tx.query<{ kind: string; table: string; from_status: string; to_status: string }>(
      `select t.kind, k.table_name as table, t.from_status, t.to_status from private.document_transitions t
         join private.document_kinds k using (kind)
        where t.through is null and has_table_privilege('authenticated', k.table_name, 'update')`,
    )
    expect(moves.length).toBeGreaterThan(40)
    for (const { kind, table, from_status, to_status } of moves) {
      await tx.exec(`savepoint move; set local session_replication_role = replica;
        update ${table} set status = '${from_status}';
        ${kind === 'delivery' ? `update ${table} set failed_at = now(), failed_reason = 'Nobody there';` : ''}
        set local session_replication_role = origin`)
      await become(tx, 'admin')
      const outcome = await attempt(tx, `update ${table} set status = '${to_status}'`)
      if ('refused' in outcome ? outcome.refused === '42501' : outcome.touched === 0)
        refused.push(`${kind}: ${from_status} → ${to_status}: ${JSON.stringify(outcome)}`)
      await becomeOwner(tx)
      await tx.exec('rollback to savepoint move; release savepoint move')
    }
  })
  expect(refused).toEqual([])
})
