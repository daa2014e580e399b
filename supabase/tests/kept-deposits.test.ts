import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoicePaper } from '../../src/documents/paper/papers.ts'
import { invoiceSchema } from '../../src/documents/paper/read-accounts.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { brokenOrders, disagreements } from './books.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** Sales tax arises with the sale: a deposit of such a company is money kept for its order, without a paper and without tax. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inAustin = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await tx.exec(`update public.company_settings set name = 'Lone Star Signs', address = '500 E 5th Street', city = 'Austin', postcode = '78701',
      state = 'TX', country = 'United States', tax_kind = 'sales_tax', tax_name = 'sales tax', vat_number = null`)
    return work(await tradeIn(tx), tx)
  })

/** An approved order: 4 × 250.00 at 8.25 % and 200.00 without tax, 1,282.50 in all. */
async function ordered({ sales }: Trade, lines = `(4, 250, 8.25), (1, 200, 0)`) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    select '${id}', 'a' || row_number() over (), 'Panel', l.* from (values ${lines}) as l`)
  await sales.run(`update public.quotations set deposit_kind = 'percent', deposit_value = 40 where id = '${id}'`)
  await sales.run(`select public.send_quotation('${id}')`)
  return sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
}
const ahead = ({ accounts }: Trade, order: string, amount: string | number) =>
  accounts.value<string>(
    `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`,
  )
const drafted = ({ accounts }: Trade, order: string, whole = true) =>
  accounts.value<string>(`select public.make_invoice('{${order}}', p_whole => ${whole})`)
async function invoiced(trade: Trade, order: string, whole = true) {
  const id = await drafted(trade, order, whole)
  await trade.accounts.run(`select public.issue_invoice('${id}')`)
  return id
}
const invoice = ({ server }: Trade, id: string) =>
  server.one(
    `select net::text, vat::text, gross::text, paid::text, balance::text, status from public.invoices where id = '${id}'`,
  )
const payment = ({ server }: Trade, id: string) =>
  server.one(
    `select allocated::text, refunded::text, kept::text, open::text, status from public.payments where id = '${id}'`,
  )
const paperOf = async ({ accounts }: Trade, id: string) =>
  invoicePaper({
    ...invoiceSchema.parse(await accounts.value(`select public.preview_invoice('${id}')`)),
    texts: englishPaperTexts,
  })
const orderOf = ({ server }: Trade, id: string) =>
  server.one(`select deposit_paid::text as paid, status from public.orders where id = '${id}'`)

/** The sum of an account of the journal, of the rule for `part`. */
const account = ({ server }: Trade, part: string) =>
  server.value<string>(
    `select coalesce(sum(amount), 0)::numeric(14, 2)::text from private.journal_lines('2000-01-01', '2100-01-01') where part = '${part}'`,
  )
/** What does not agree: lists with balances, the journal, orders, closing, open items. */
const faults = async ({ server }: Trade) => [
  ...(await server.rows(disagreements(`array['${row.clientContact}'::uuid]`))),
  ...(await server.rows(journalFaults)),
  // Tests say what is delivered, without a delivery.
  ...(await server.rows(`select b.* from (${brokenOrders}) as b (what) where what <> 'over-delivered'`)),
  ...(await server.rows(`select * from private.ledger_differences('2100-01-01')`)),
  ...(await server.rows(`select o.items, b.balance from (select coalesce(sum(open), 0) as items from private.open_items_of_clients('2100-01-01')
    where contact_id = '${row.clientContact}') as o left join private.client_balances('${row.clientContact}') as b on true
    where o.items <> coalesce(b.balance, 0)`)),
]
const cancel = ({ sales }: Trade, order: string) => sales.run(`select public.cancel_order('${order}', 'Changed mind')`)
const credit = ({ server }: Trade) =>
  server.value<string>(`select private.client_credit('${row.clientContact}')::numeric(14, 2)::text`)

describe('a deposit of a company with sales tax', () => {
  test('is kept for its order: no invoice, no tax, and no credit for something else', () =>
    inAustin(async (trade, tx) => {
      const order = await ordered(trade)
      const other = await invoiced(trade, await ordered(trade))
      const paid = await ahead(trade, order, 500)
      expect(await trade.server.value(`select count(*)::int from public.invoices where order_id = '${order}'`)).toBe(0)
      expect(await payment(trade, paid)).toMatchObject({ allocated: '0.00', kept: '500.00', open: '0.00' })
      expect(await orderOf(trade, order)).toMatchObject({ paid: '500.00' })
      expect([await credit(trade), await account(trade, 'deposits'), await account(trade, 'vat_sales')]).toEqual([
        '0.00',
        '-500.00',
        '-82.50',
      ])
      expect(
        await refusalOf(tx, () =>
          trade.accounts.run(
            `select public.allocate_payment('${paid}', '[{"invoice_id": "${other}", "amount": "10.00"}]')`,
          ),
        ),
      ).toMatch(/only .0\.00 are left/)
      expect(await faults(trade)).toEqual([])
    }))

  test('is paid by credit of the client, of which the payment is kept for the order', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const paid = await trade.accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 600, 'bank', p_allocations => '[]')`,
      )
      const link = await trade.server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
      expect(await trade.client.value(`select public.pay_deposit_from_credit('${link}')`)).toEqual({
        used: '513.00',
        left: '0.00',
        credit: '87.00',
      })
      expect(await payment(trade, paid)).toMatchObject({ allocated: '0.00', kept: '513.00', open: '87.00' })
      expect(await orderOf(trade, order)).toEqual({ paid: '513.00', status: 'confirmed' })
      expect(await faults(trade)).toEqual([])
    }))

  test('is set against the amount due of the invoice, which keeps its whole net and tax', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const paid = await ahead(trade, order, 500)
      const id = await drafted(trade, order)
      expect(await trade.accounts.value(`select public.draft_deposits('${id}')`)).toMatchObject([
        { id: paid, is_skipped: false, rates: [], kept: '500.00' },
      ])
      await trade.accounts.run(`select public.issue_invoice('${id}')`)
      expect(await invoice(trade, id)).toEqual({
        net: '1200.00',
        vat: '82.50',
        gross: '1282.50',
        paid: '500.00',
        balance: '782.50',
        status: 'partly_paid',
      })
      const { totals, due } = await paperOf(trade, id)
      expect(totals.slice(-2)).toMatchObject([{ label: 'Total with sales tax' }, { label: 'Deposit received' }])
      expect(totals.at(-1)?.value).toMatch(/500\.00/)
      expect(due?.amount).toMatch(/782\.50/)
      expect([await account(trade, 'deposits'), await account(trade, 'vat_sales')]).toEqual(['0.00', '-82.50'])
      expect(await trade.server.value(`select count(*)::int from public.credit_notes`)).toBe(0)
      expect(await faults(trade)).toEqual([])
    }))

  test('that is all of it, in two payments, leaves 0.00', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade, `(3, 33.33, 8.25), (1, 0.35, 0), (7, 1.005, 8.25)`)
      const gross = await trade.server.value<string>(`select gross::text from public.orders where id = '${order}'`)
      await ahead(trade, order, '10.95')
      const rest = await ahead(trade, order, `${gross} - 10.95`)
      expect(await payment(trade, rest)).toMatchObject({ open: '0.00' })
      expect(await invoice(trade, await invoiced(trade, order))).toMatchObject({
        gross,
        balance: '0.00',
        status: 'paid',
      })
      expect(await faults(trade)).toEqual([])
    }))

  test('waits where the office leaves it out, and is credit after the last invoice', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const paid = await ahead(trade, order, 500)
      await trade.server.run(`update public.order_items set qty_delivered = 1 where order_id = '${order}' and qty > 1`)
      const first = await drafted(trade, order, false)
      await trade.accounts.run(`select public.skip_deposits('${first}', '{${paid}}')`)
      await trade.accounts.run(`select public.issue_invoice('${first}')`)
      expect(await invoice(trade, first)).toMatchObject({ gross: '270.63', paid: '0.00' })
      expect(await payment(trade, paid)).toMatchObject({ kept: '500.00' })
      const last = await drafted(trade, order)
      await trade.accounts.run(`select public.skip_deposits('${last}', '{${paid}}')`)
      await trade.accounts.run(`select public.issue_invoice('${last}')`)
      expect(await payment(trade, paid)).toMatchObject({ kept: '0.00', open: '500.00' })
      expect(await faults(trade)).toEqual([])
    }))

  test('is credit of the client when the order is cancelled, and goes back', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const paid = await ahead(trade, order, 500)
      expect(await trade.sales.value(`select public.deposit_to_free('${order}')`)).toBe('500.00')
      await cancel(trade, order)
      expect([await credit(trade), await account(trade, 'deposits')]).toEqual(['500.00', '0.00'])
      await trade.accounts.run(`select public.refund_payment('${paid}', 500, 'Cancelled')`)
      expect(await payment(trade, paid)).toMatchObject({ refunded: '500.00', open: '0.00', status: 'refunded' })
      expect(await faults(trade)).toEqual([])
    }))

  test('is refunded in part while it is kept, and the invoice asks for the rest', () =>
    inAustin(async (trade, tx) => {
      const order = await ordered(trade)
      const paid = await ahead(trade, order, 500)
      expect(await trade.accounts.value(`select public.refundable('${paid}')`)).toBe('500.00')
      await trade.accounts.run(`select public.refund_payment('${paid}', 120, 'Less work')`)
      expect(await payment(trade, paid)).toMatchObject({ refunded: '120.00', kept: '380.00' })
      expect(await orderOf(trade, order)).toMatchObject({ paid: '380.00', status: 'awaiting_deposit' })
      expect(
        await refusalOf(tx, () => trade.accounts.run(`select public.refund_payment('${paid}', 380.01, 'More')`)),
      ).toMatch(/Only .380\.00/)
      expect(await invoice(trade, await invoiced(trade, order))).toMatchObject({ paid: '380.00', balance: '902.50' })
      expect(await faults(trade)).toEqual([])
    }))

  test('that was recorded by mistake, or moved to another client, is none: the order waits for it again', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const wrong = await ahead(trade, order, 513)
      expect(await orderOf(trade, order)).toMatchObject({ paid: '513.00', status: 'confirmed' })
      await trade.accounts.run(`select public.take_back_payment('${wrong}', 'Typed twice')`)
      expect(await orderOf(trade, order)).toMatchObject({ paid: '0.00', status: 'awaiting_deposit' })
      const moved = await ahead(trade, order, 513)
      await trade.accounts.run(`select public.move_payment('${moved}', '${row.business}', '[]', 'Of the other')`)
      expect(await orderOf(trade, order)).toMatchObject({ paid: '0.00', status: 'awaiting_deposit' })
      expect(await payment(trade, moved)).toMatchObject({ kept: '0.00', open: '513.00' })
      expect(await faults(trade)).toEqual([])
    }))

  test('goes back with the invoice that it was set against, in part and whole', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      const paid = await ahead(trade, order, 1282.5)
      const id = await invoiced(trade, order)
      const line = await trade.server.value<string>(
        `select id from public.invoice_items where invoice_id = '${id}' and vat_rate = 8.25`,
      )
      const note = await trade.accounts.value<string>(
        `select public.make_credit_note('${id}', 'One', '[{"invoice_item_id": "${line}", "qty": 1}]')`,
      )
      await trade.accounts.run(`select public.issue_credit_note('${note}')`)
      expect(
        await trade.server.one(`select net::text, vat::text from public.credit_notes where id = '${note}'`),
      ).toEqual({ net: '250.00', vat: '20.63' })
      await trade.accounts.run(`select public.refund_payment('${paid}', 270.63, 'One', p_credit_note_id => '${note}')`)
      const done = await trade.accounts.value(`select public.credit_order('${order}', 'All')`)
      expect(done).toMatchObject({ vat: '61.87' })
      await trade.accounts.run(`select public.refund_payment('${paid}', 1282.5 - 270.63, 'All')`)
      expect(await payment(trade, paid)).toMatchObject({ status: 'refunded', kept: '0.00', open: '0.00' })
      expect([await account(trade, 'deposits'), await account(trade, 'vat_sales')]).toEqual(['0.00', '0.00'])
      expect(await faults(trade)).toEqual([])
    }))

  test('that an order of parts leaves is credit when everything of it is credited', () =>
    inAustin(async (trade) => {
      const order = await ordered(trade)
      await ahead(trade, order, 500)
      await trade.server.run(`update public.order_items set qty_delivered = 1 where order_id = '${order}' and qty > 1`)
      expect(await invoice(trade, await invoiced(trade, order, false))).toMatchObject({
        gross: '270.63',
        balance: '0.00',
      })
      expect(await trade.accounts.value(`select public.credit_order('${order}', 'All')`)).toMatchObject({
        freed: '500.00',
      })
      expect([await credit(trade), await account(trade, 'deposits')]).toEqual(['500.00', '0.00'])
      expect(await faults(trade)).toEqual([])
    }))
})

const lineOf = fc.record({
  qty: fc.integer({ min: 1, max: 6 }),
  price: fc.integer({ min: 10, max: 400_000 }).map((units) => (units / 1_000).toFixed(3)),
  rate: fc.constantFrom('0', '8.875', '8.25', '6.3333'),
})
test('of any order: the tax of all papers is that of its invoices, what is due is the rest, and no deposit is left', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(lineOf, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (lines, shares, inParts) =>
        inAustin(async (trade) => {
          const { server } = trade
          const order = await ordered(
            trade,
            lines.map(({ qty, price, rate }) => `(${qty}, ${price}, ${rate})`).join(', '),
          )
          const facts = await server.one<{ gross: string; vat: string }>(
            `select gross::text, vat::text from public.orders where id = '${order}'`,
          )
          const gross = Number(facts?.gross)
          if (gross < 1) return
          for (const share of shares) await ahead(trade, order, Math.max((gross * share) / 100, 0.01).toFixed(2))
          const paid = await server.value<string>(`select deposit_paid::text from public.orders where id = '${order}'`)
          expect(await account(trade, 'vat_sales')).toBe('0.00')
          expect(await account(trade, 'deposits')).toBe((-Number(paid)).toFixed(2))
          if (inParts) {
            await server.run(
              `update public.order_items set qty_delivered = greatest(floor(qty / 2), 1) where order_id = '${order}'`,
            )
            await invoiced(trade, order, false)
          }
          if ((await server.value(`select invoiced_pct < 100 from public.orders where id = '${order}'`)) === true)
            await invoiced(trade, order)
          expect(
            await server.one(`select sum(vat)::text as vat, sum(gross)::text as gross, sum(paid)::text as paid, sum(balance)::text as due
              from public.invoices where order_id = '${order}' and status not in ('draft', 'void')`),
          ).toEqual({ ...facts, paid, due: (gross - Number(paid)).toFixed(2) })
          expect(await account(trade, 'deposits')).toBe('0.00')
          expect(await server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
        }),
    ),
    { numRuns: 6 },
  ))
