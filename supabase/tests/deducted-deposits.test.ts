import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vatWithDeposits } from '../../src/documents/paper/priced.ts'
import { invoiceSchema } from '../../src/documents/paper/read-accounts.ts'
import { company } from '../../src/documents/paper/testing.ts'
import { writingOf } from '../../src/documents/paper/writing.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** What an issued invoice deducts of a deposit is not credited on the deposit. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const writing = writingOf(company, 'EUR', englishPaperTexts)

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An approved order of one piece for each rate, with its deposit paid ahead. */
async function ahead({ sales, accounts }: Trade, amount: number) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Panel A', 2, 300, 18), ('${id}', 'a2', 'Guide', 4, 47.61, 7)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  await accounts.run(
    `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`,
  )
  const deposit = await accounts.value<string>(
    `select id from public.invoices where order_id = '${order}' and kind = 'deposit'`,
  )
  return { order, deposit }
}

/** A part invoice: all of the lines at 18 %, one piece of those at 7 %. */
async function part({ accounts, server }: Trade, order: string, issued = true) {
  await server.run(`update public.order_items set qty_delivered = case vat_rate when 18 then 2 else 1 end
    where order_id = '${order}' and kind = 'item'`)
  const id = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
  if (issued) await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}

const numberOf = ({ accounts }: Trade, id: string) =>
  accounts.value<string>(`select invoice_number from public.invoices where id = '${id}'`)

/** By VAT rate: the deposit less what is deducted and what is credited. */
const freeOf = ({ server }: Trade, deposit: string) =>
  server.rows(`select t.vat_rate::text as rate,
      (t.base + coalesce((select sum(i.net) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
         where i.deducts_invoice_id = t.invoice_id and i.vat_rate = t.vat_rate and v.status not in ('draft', 'void')), 0)
       - coalesce((select sum(c.base) from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
         where n.invoice_id = t.invoice_id and n.status not in ('draft', 'void') and c.vat_rate = t.vat_rate), 0))::text as base,
      (t.vat + coalesce((select sum(i.vat) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
         where i.deducts_invoice_id = t.invoice_id and i.vat_rate = t.vat_rate and v.status not in ('draft', 'void')), 0)
       - coalesce((select sum(c.vat) from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
         where n.invoice_id = t.invoice_id and n.status not in ('draft', 'void') and c.vat_rate = t.vat_rate), 0))::text as vat
    from public.invoice_vat t where t.invoice_id = '${deposit}' order by t.vat_rate`)

const none = [
  { rate: '7.0000', base: '0.00', vat: '0.00' },
  { rate: '18.0000', base: '0.00', vat: '0.00' },
]

describe('a deposit that an issued invoice deducts', () => {
  test('stands on its paper with the tax on it, for each rate', () =>
    inTrade(async (trade) => {
      const { order, deposit } = await ahead(trade, 399.38)
      const id = await part(trade, order)
      const number = await trade.server.value(`select invoice_number from public.invoices where id = '${deposit}'`)
      const paper = invoiceSchema.parse(await trade.accounts.value(`select public.preview_invoice('${id}')`))
      const deducted = paper.lines.filter(({ kind }) => kind === 'deposit')
      expect(deducted.map(({ vat_rate, vat }) => [Number(vat_rate), Number(vat) < 0])).toEqual([
        [7, true],
        [18, true],
      ])
      expect(deducted.map(({ deducts }) => deducts)).toEqual([number, number])
      expect(paper.lines.find(({ kind }) => kind === 'item')).not.toHaveProperty('vat')
      expect(vatWithDeposits(paper.lines, paper.vat_table, writing)?.rows).toHaveLength(6)
    }))

  test('is credited up to what is free at each rate, and not again', () =>
    inTrade(async (trade, tx) => {
      const { accounts } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const invoice = await part(trade, order)
      const before = await freeOf(trade, deposit)
      expect(before).toMatchObject([{ rate: '7.0000' }, { rate: '18.0000', base: '0.00', vat: '0.00' }])
      const free = before[0] as { base: string; vat: string }
      expect(Number(free.base)).toBeGreaterThan(0)
      const shown = await accounts.value(`select public.credit_totals('${deposit}')`)
      expect(shown).toMatchObject({ net: free.base, vat: free.vat })
      expect(await accounts.value(`select public.credit_left('${deposit}')`)).toMatchObject([
        { vat_rate: '7.0000', net: free.base },
      ])
      const note = await accounts.value<string>(`select public.make_credit_note('${deposit}', 'All')`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await freeOf(trade, deposit)).toEqual(none)
      expect(await refusalOf(tx, () => accounts.run(`select public.make_credit_note('${deposit}', 'All again')`))).toBe(
        `Nothing of this deposit is left to credit: ${await numberOf(trade, invoice)} deducts the rest. Please credit that first`,
      )
    }))

  test('is refused by line and by amount beyond that, and the refusal names the invoice', () =>
    inTrade(async (trade, tx) => {
      const { accounts } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const invoice = await part(trade, order)
      const words = `At 18 % VAT only €0.00 net are left to credit of ${await numberOf(trade, deposit)}: ${await numberOf(trade, invoice)} deducts the rest. Please credit that first`
      const line = await accounts.value<string>(
        `select id from public.invoice_items where invoice_id = '${deposit}' and vat_rate = 18`,
      )
      expect(
        await refusalOf(tx, () =>
          accounts.run(
            `select public.make_credit_note('${deposit}', 'Line', '[{"invoice_item_id": "${line}", "qty": 1}]')`,
          ),
        ),
      ).toBe(words)
      for (const isGross of [false, true])
        expect(
          await refusalOf(tx, () =>
            accounts.run(
              `select public.credit_by_amount('${deposit}', 'Amount', '[{"vat_rate": 18, "vat_treatment": "standard", "amount": 10}]', ${isGross})`,
            ),
          ),
        ).toBe(isGross ? words.replace(' net are', ' with VAT are') : words)
    }))

  test('is judged again when a draft is issued that was made before the deduction', () =>
    inTrade(async (trade, tx) => {
      const { accounts, server } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const note = await accounts.value<string>(`select public.make_credit_note('${deposit}', 'All')`)
      // A draft holds its part: the invoice deducts nothing of it.
      const invoice = await part(trade, order)
      const deducted = `select coalesce(-sum(net), 0)::text from public.invoice_items where invoice_id = '${invoice}' and kind = 'deposit'`
      expect(await server.value(deducted)).toBe('0')
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await freeOf(trade, deposit)).toEqual(none)

      // A note that was written before this rule held, over what an invoice deducts now.
      const other = await ahead(trade, 399.38)
      const late = await accounts.value<string>(`select public.make_credit_note('${other.deposit}', 'All')`)
      await server.run(`update public.credit_notes set status = 'void' where id = '${late}'`)
      await part(trade, other.order)
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.credit_notes set status = 'draft' where id = '${late}'`)
      await server.run(`set local session_replication_role = origin`)
      expect(await refusalOf(tx, () => accounts.run(`select public.issue_credit_note('${late}')`))).toMatch(
        /^At 7 % VAT only €\d+\.\d\d net are left to credit of INV-\S+: INV-\S+ deducts the rest/,
      )
    }))

  test('is deducted once by two drafts of its order: the second names the first, and deducts what that leaves', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const first = await part(trade, order, false)
      const second = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
      const deducted = await trade.server.rows<{ net: string }>(
        `select sum(net)::text as net from public.invoice_items where deducts_invoice_id = '${deposit}' group by vat_rate
          having -sum(net) > (select t.base from public.invoice_vat t where t.invoice_id = '${deposit}' and t.vat_rate = invoice_items.vat_rate)`,
      )
      expect(deducted).toEqual([])
      const [said] = await accounts.value<{ id: string; drafts: string[] }[]>(
        `select public.draft_deposits('${second}')`,
      )
      expect(said).toMatchObject({ id: deposit, drafts: [first] })
      // A credit note over the deposit takes its part at once, and gives it back when it is void.
      const held = (id: string) =>
        accounts.value(
          `select coalesce(sum(-net), 0)::text from public.invoice_items where invoice_id = '${id}' and kind = 'deposit'`,
        )
      const before = await held(first)
      const note = await accounts.value<string>(
        `select public.credit_by_amount('${deposit}', 'Less', '[{"vat_rate": 18, "vat_treatment": "standard", "amount": 100}]')`,
      )
      expect(Number(before) - Number(await held(first))).toBeCloseTo(100, 2)
      await accounts.run(`select public.void_credit_note('${note}')`)
      expect(await held(first)).toBe(before)
      // Without the first draft the second deducts at once what that held at its rate.
      const rest = await held(second)
      await accounts.run(`select public.void_invoice('${first}')`)
      expect(Number(await held(second))).toBeGreaterThan(Number(rest))
      const third = await part(trade, order, false)
      await accounts.run(`select public.issue_invoice('${third}')`)
      await accounts.run(`select public.issue_invoice('${second}')`)
      expect(await freeOf(trade, deposit)).toEqual(none)
    }))

  test('is free where only a draft deducts it, and the draft deducts what is left when it is issued', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const invoice = await part(trade, order, false)
      const note = await accounts.value<string>(`select public.make_credit_note('${deposit}', 'All')`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      await accounts.run(`select public.issue_invoice('${invoice}')`)
      expect(await freeOf(trade, deposit)).toEqual(none)
    }))

  test('is credited after its invoice, and the whole chain in one act', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      for (const chain of [false, true]) {
        const { order, deposit } = await ahead(trade, 399.38)
        const invoice = await part(trade, order)
        if (chain) await accounts.run(`select public.credit_order('${order}', 'Closed')`)
        else
          for (const paper of [invoice, deposit]) {
            const note = await accounts.value<string>(`select public.make_credit_note('${paper}', 'Closed')`)
            await accounts.run(`select public.issue_credit_note('${note}')`)
          }
        expect(
          await accounts.value(
            `select (v.gross = (select sum(n.gross) from public.credit_notes n where n.invoice_id = v.id)) from public.invoices v where v.id = '${deposit}'`,
          ),
        ).toBe(true)
      }
    }))
})

/** An approved order of one rate with a deposit, all of it on one issued final invoice that deducts the deposit. */
async function completed(trade: Trade) {
  const { sales, accounts } = trade
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Panel A', 2, 300, 18), ('${id}', 'a2', 'Guide', 4, 47.61, 7)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  await accounts.run(`select public.record_payment('${row.clientContact}', 99.99, 'bank', p_order_id => '${order}')`)
  const deposit = await accounts.value<string>(
    `select id from public.invoices where order_id = '${order}' and kind = 'deposit'`,
  )
  const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
  await accounts.run(`select public.issue_invoice('${invoice}')`)
  return { order, deposit, invoice }
}

const freeIn = ({ sales }: Trade, order: string) => sales.value(`select public.free_deposits('${order}')`)
const unpaidBack = ({ accounts }: Trade, order: string) =>
  accounts.value<string>(`select open::text from public.payments where order_id = '${order}'`)
const waiting = ({ accounts }: Trade) =>
  accounts.rows(
    `select number::integer, amount, orders from public.closing_checks('2099-12-31') where part = 'deposits_without_invoice'`,
  )

/** What the order says is still to invoice: the amount, and how much of it drafts ask for. */
const leftOf = ({ sales }: Trade, order: string) =>
  sales.value<{ amount: string; drafted: string }>(`select public.order_to_invoice('${order}')`)

test('an order says at every moment what is still to invoice: with its deposit, a draft, parts and credit notes', () =>
  inTrade(async (trade) => {
    const { accounts, server } = trade
    const { order, deposit } = await ahead(trade, 399.38)
    const [gross, left] = [911.77, async () => (await leftOf(trade, order)).amount]
    expect(await leftOf(trade, order)).toEqual({ amount: (gross - 399.38).toFixed(2), drafted: '0.00' })
    const draft = await part(trade, order, false)
    const asked = Number(await server.value(`select gross::text from public.invoices where id = '${draft}'`))
    expect(await leftOf(trade, order)).toEqual({ amount: (gross - 399.38).toFixed(2), drafted: asked.toFixed(2) })
    await accounts.run(`select public.issue_invoice('${draft}')`)
    const rest = (gross - 399.38 - asked).toFixed(2)
    expect(await leftOf(trade, order)).toEqual({ amount: rest, drafted: '0.00' })
    // What is credited of its lines is not delivered again; what is credited of the deposit is to be invoiced.
    const line = `select id from public.invoice_items where invoice_id = '${draft}' and vat_rate = 7 and kind = 'item'`
    const one = await accounts.value<string>(
      `select public.make_credit_note('${draft}', 'One', jsonb_build_array(jsonb_build_object('invoice_item_id', (${line}), 'qty', 1)))`,
    )
    const free = Number((await accounts.value<{ gross: string }>(`select public.credit_totals('${deposit}')`)).gross)
    await accounts.run(`select public.issue_credit_note('${one}')`)
    const afterLine = Number(await left())
    const back = await accounts.value<string>(`select public.make_credit_note('${deposit}', 'Paid back')`)
    await accounts.run(`select public.issue_credit_note('${back}')`)
    const given = Number(await server.value(`select gross::text from public.credit_notes where id = '${back}'`))
    expect([afterLine, given >= free]).toEqual([Number(rest), true])
    expect(await left()).toBe((Number(rest) + given).toFixed(2))
    const last = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    expect(await leftOf(trade, order)).toMatchObject({ drafted: await left() })
    await accounts.run(`select public.issue_invoice('${last}')`)
    expect(await leftOf(trade, order)).toEqual({ amount: '0.00', drafted: '0.00' })
  }))

describe('everything of the last invoice of an order', () => {
  test('takes back what the invoice deducts on its deposit as well, as one act', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit, invoice } = await completed(trade)
      const billed = await accounts.value<string>(`select gross::text from public.invoices where id = '${invoice}'`)
      const shown = await accounts.value<{ gross: string; papers: { kind: string; gross: string }[] }>(
        `select public.credit_totals('${invoice}', p_deposits => true)`,
      )
      expect(Number(shown.gross)).toBeCloseTo(Number(billed) + 99.99, 2)
      expect(shown.papers.map(({ kind, gross }) => ({ kind, gross }))).toEqual(
        expect.arrayContaining([
          { kind: 'final', gross: billed },
          { kind: 'deposit', gross: '99.99' },
        ]),
      )
      const note = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'Closed', p_deposits => true)`,
      )
      expect(await freeIn(trade, order)).toEqual([])
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(
        await accounts.rows(`select status, gross::text from public.credit_notes where invoice_id = '${deposit}'`),
      ).toEqual([{ status: 'allocated', gross: '99.99' }])
      expect(await unpaidBack(trade, order)).toBe('99.99')
      expect(await trade.server.value(`select private.deposit_left('${order}')::text`)).toBe('0')
      expect(await freeIn(trade, order)).toEqual([])
      // The payment is open: it waits to be paid back, once.
      expect(await waiting(trade)).toEqual([{ number: 1, amount: '99.99', orders: [] }])
    }))

  test('leaves the deposit where the office keeps it: the order and the closing of the books say so until it is paid back', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit, invoice } = await completed(trade)
      expect(await freeIn(trade, order)).toEqual([])
      const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Closed')`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await freeIn(trade, order)).toEqual([
        { id: deposit, number: await numberOf(trade, deposit), gross: '99.99' },
      ])
      expect(await waiting(trade)).toMatchObject([
        { number: 1, amount: '99.99', orders: [{ id: order, gross: '99.99' }] },
      ])
      const back = await accounts.value<string>(`select public.make_credit_note('${deposit}', 'Paid back')`)
      expect(await freeIn(trade, order)).toEqual([])
      await accounts.run(`select public.issue_credit_note('${back}')`)
      expect(
        await accounts.value(
          `select (v.gross = n.gross) from public.invoices v join public.credit_notes n on n.invoice_id = v.id where v.id = '${deposit}'`,
        ),
      ).toBe(true)
      expect(await waiting(trade)).toEqual([])
    }))

  test('leaves the deposit for the next invoice where something is left to invoice', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit } = await ahead(trade, 399.38)
      const invoice = await part(trade, order)
      expect(await freeIn(trade, order)).toEqual([])
      const note = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'Torn', p_deposits => true)`,
      )
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(
        await accounts.value(`select count(*)::integer from public.credit_notes where invoice_id = '${deposit}'`),
      ).toBe(0)
      expect(await freeIn(trade, order)).toEqual([])
      expect(await waiting(trade)).toEqual([])
    }))

  test('takes back what is left where the invoice was credited by amount and a part of the deposit since', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, deposit, invoice } = await completed(trade)
      const amountsOf = (paper: string, most: string) => `select public.credit_by_amount('${paper}', 'Late', (
        select jsonb_agg(jsonb_build_object('vat_rate', r ->> 'vat_rate', 'vat_treatment', r ->> 'vat_treatment',
          'amount', least((r ->> 'net')::numeric, ${most}))) from jsonb_array_elements(public.credit_left('${paper}')) as r))`
      const issued = async (make: string) => {
        const note = await accounts.value<string>(make)
        await accounts.run(`select public.issue_credit_note('${note}')`)
      }
      await issued(amountsOf(invoice, '1000000'))
      // An invoice that is credited in full holds nothing.
      expect(await freeIn(trade, order)).toMatchObject([{ gross: '99.99' }])
      await issued(amountsOf(deposit, '5'))
      await issued(`select public.make_credit_note('${invoice}', 'Closed', p_deposits => true)`)
      expect(
        await accounts.rows(`select t.base = sum(c.base) and t.vat = sum(c.vat) as is_whole from public.invoice_vat t
          join public.credit_notes n on n.invoice_id = t.invoice_id and n.status <> 'void'
          join public.credit_note_vat c on c.credit_note_id = n.id and c.vat_rate = t.vat_rate
         where t.invoice_id = '${deposit}' group by t.vat_rate, t.base, t.vat`),
      ).toEqual([{ is_whole: true }, { is_whole: true }])
      expect(await freeIn(trade, order)).toEqual([])
    }))

  test('takes back no part that a credit of lines took back before, and holds the part while it is a draft', () =>
    inTrade(async (trade, tx) => {
      const { accounts } = trade
      const { order, deposit, invoice } = await completed(trade)
      const line = await accounts.value<string>(
        `select id from public.invoice_items where invoice_id = '${invoice}' and kind = 'item' and vat_rate = 18`,
      )
      // Both pieces at 18 % take the deposit at 18 % with them.
      const first = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'Torn', '[{"invoice_item_id": "${line}", "qty": 2}]')`,
      )
      await accounts.run(`select public.issue_credit_note('${first}')`)
      const draft = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'Closed', p_deposits => true)`,
      )
      expect(await refusalOf(tx, () => accounts.run(`select public.make_credit_note('${deposit}', 'Twice')`))).toMatch(
        /^(Nothing of this deposit is left to credit|Everything of this invoice is credited already)/,
      )
      await accounts.run(`select public.issue_credit_note('${draft}')`)
      expect(
        await accounts.value(
          `select sum(gross)::text from public.credit_notes where invoice_id = '${deposit}' and status <> 'void'`,
        ),
      ).toBe('99.99')
      expect(await unpaidBack(trade, order)).toBe('99.99')
      expect(await freeIn(trade, order)).toEqual([])
    }))
})
