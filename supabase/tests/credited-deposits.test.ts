import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

type Line = [kind: 'item' | 'discount', qty: number, price: number, rate: number]

/** An order with these lines and these paid deposits, all delivered, with its final invoice issued. */
async function invoiced({ sales, accounts }: Trade, lines: Line[], ...deposits: number[]) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate) values
    ${lines.map(([kind, qty, price, rate], at) => `('${id}', 'a${at}', '${kind}', 'Line ${at}', ${qty}, ${price}, ${rate})`).join(', ')}`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  for (const amount of deposits)
    await accounts.run(
      `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`,
    )
  const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
  await accounts.run(`select public.issue_invoice('${invoice}')`)
  const items = await accounts.rows<{ id: string }>(
    `select id from public.invoice_items where invoice_id = '${invoice}' and kind in ('item', 'discount') order by position`,
  )
  return { order, invoice, items: items.map((item) => item.id) }
}

const wanted = (...lines: [id: string | undefined, qty: number][]) =>
  `'${JSON.stringify(lines.map(([id, qty]) => ({ invoice_item_id: id, qty })))}'`

async function credit({ accounts }: Trade, invoice: string, lines = 'null') {
  const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Torn', ${lines})`)
  await accounts.run(`select public.issue_credit_note('${note}')`)
  return note
}

/** The credited amounts of an invoice or of one note: rate, base and VAT, zero sums included. */
const tableOf = ({ accounts }: Trade, note: string) =>
  accounts.rows(`select vat_rate::text as rate, base::text, vat::text from public.credit_note_vat
    where credit_note_id = '${note}' order by vat_rate`)
/** The lines of a note: kind, quantity, unit price and net. */
const linesOf = async ({ accounts }: Trade, note: string) =>
  (
    await accounts.rows<{ kind: string; qty: string; price: string; net: string }>(
      `select kind, qty::text, unit_price::text as price, net::text from public.credit_note_items where credit_note_id = '${note}' order by position`,
    )
  ).map(({ kind, qty, price, net }) => [kind, qty, price, net])
const notesOf = ({ accounts }: Trade, order: string) =>
  accounts.rows(`select v.kind, n.status, n.net::text, n.vat::text, n.gross::text, n.open::text from public.credit_notes n
    join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}' and n.status <> 'void'
    order by n.credit_number nulls last, v.kind desc`)

/** The rest of an order's papers by rate: its invoices minus its credit notes. */
const leftOf = ({ accounts }: Trade, order: string) =>
  accounts.rows(`select vat_rate::text as rate, sum(base)::text as base, sum(vat)::text as vat from (
      select t.vat_rate, t.base, t.vat from public.invoice_vat t join public.invoices v on v.id = t.invoice_id
       where v.order_id = '${order}' and v.status <> 'void'
      union all
      select t.vat_rate, -t.base, -t.vat from public.credit_note_vat t join public.credit_notes n on n.id = t.credit_note_id
        join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}' and n.status not in ('draft', 'void')) as papers
    group by vat_rate order by 1`)

describe('a credit note of an invoice that deducts a deposit', () => {
  test('gives back the whole VAT of its line: what the deposit covered is credited on the deposit in the same act', async () => {
    await inTrade(async (trade) => {
      const { order, invoice, items } = await invoiced(
        trade,
        [
          ['item', 1, 50, 18],
          ['item', 10, 50, 5],
        ],
        292,
      )
      const note = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await notesOf(trade, order)).toEqual([
        { kind: 'final', status: 'allocated', net: '25.00', vat: '4.50', gross: '29.50', open: '0.00' },
        { kind: 'deposit', status: 'allocated', net: '25.00', vat: '4.50', gross: '29.50', open: '0.00' },
      ])
      expect(
        await trade.accounts.rows(
          `select kind, qty::text, unit_price::text, net::text from public.credit_note_items where credit_note_id = '${note}' order by position`,
        ),
      ).toEqual([
        { kind: 'item', qty: '1.0000', unit_price: '50.0000', net: '50.00' },
        { kind: 'deposit', qty: '-1.0000', unit_price: '25.0000', net: '-25.00' },
      ])
      // Its order has so much less of its deposit, and asks for less.
      expect(
        await trade.server.one(
          `select deposit_paid::text as paid, deposit_back::text as back, deposit_amount::text as asked from public.orders where id = '${order}'`,
        ),
      ).toEqual({ paid: '262.50', back: '29.50', asked: '262.50' })
      // The deposit's payment is unused again, and can be refunded.
      expect(await trade.accounts.value(`select open::text from public.payments where order_id = '${order}'`)).toBe(
        '29.50',
      )

      const rest = await credit(trade, invoice)
      expect(await tableOf(trade, rest)).toEqual([{ rate: '5.0000', base: '250.00', vat: '12.50' }])
      expect(await leftOf(trade, order)).toEqual([
        { rate: '18.0000', base: '0.00', vat: '0.00' },
        { rate: '5.0000', base: '250.00', vat: '12.50' },
      ])
      expect(await trade.server.value(`select private.deposit_left('${order}')::text`)).toBe('262.50')
    })
  })

  test('of an order that was paid ahead in full comes to nothing, and gives the deposit back', async () => {
    await inTrade(async (trade) => {
      const { order, invoice, items } = await invoiced(trade, [['item', 4, 25, 18]], 118)
      await credit(trade, invoice, wanted([items[0], 1]))
      expect(await notesOf(trade, order)).toEqual([
        { kind: 'final', status: 'allocated', net: '0.00', vat: '0.00', gross: '0.00', open: '0.00' },
        { kind: 'deposit', status: 'allocated', net: '25.00', vat: '4.50', gross: '29.50', open: '0.00' },
      ])
      await credit(trade, invoice, wanted([items[0], 3]))
      expect(await leftOf(trade, order)).toEqual([{ rate: '18.0000', base: '0.00', vat: '0.00' }])
    })
  })

  test('goes with the note over the deposit: issued, voided and removed together', async () => {
    await inTrade(async (trade, tx) => {
      const { accounts } = trade
      const { order, invoice, items } = await invoiced(trade, [['item', 2, 100, 18]], 118)
      const draft = () =>
        accounts.value<string>(`select public.make_credit_note('${invoice}', 'Torn', ${wanted([items[0], 2])})`)
      const other = () =>
        accounts.value<string>(
          `select n.id from public.credit_notes n where n.with_note_id is not null and n.status = 'draft'`,
        )
      await draft()
      await accounts.run(`select public.void_credit_note('${await other()}')`)
      expect(await notesOf(trade, order)).toEqual([])
      const second = await draft()
      expect(
        await refusalOf(tx, async () => accounts.run(`delete from public.credit_notes where id = '${await other()}'`)),
      ).toMatch(/^This credit note belongs to another one/)
      await accounts.run(`delete from public.credit_notes where id = '${second}'`)
      expect(await notesOf(trade, order)).toEqual([])
      await draft()
      expect(await accounts.value(`select public.issue_credit_note('${await other()}')`)).toMatch(/^CN-.*2$/)
      expect((await notesOf(trade, order)).map((note) => note['status'])).toEqual(['allocated', 'allocated'])
    })
  })
})

describe('a part of a line', () => {
  test('is credited by the stored net of the line, and the last part is the rest', async () => {
    await inTrade(async (trade) => {
      const { invoice, items } = await invoiced(trade, [['item', 3, 33.335, 18]])
      const nets: unknown[] = []
      for (let at = 0; at < 3; at += 1)
        nets.push(...(await tableOf(trade, await credit(trade, invoice, wanted([items[0], 1])))))
      expect(nets).toEqual([
        { rate: '18.0000', base: '33.33', vat: '6.00' },
        { rate: '18.0000', base: '33.33', vat: '6.00' },
        { rate: '18.0000', base: '33.34', vat: '6.00' },
      ])
    })
  })

  test('takes its share of the discount of its rate with it, and a discount is never credited alone', async () => {
    await inTrade(async (trade, tx) => {
      const { order, invoice, items } = await invoiced(trade, [
        ['item', 2, 50, 18],
        ['discount', -1, 20, 18],
      ])
      expect(await refusalOf(tx, () => credit(trade, invoice, wanted([items[1], 1])))).toMatch(
        /^A discount is credited with the lines that it was taken from/,
      )
      const first = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await tableOf(trade, first)).toEqual([{ rate: '18.0000', base: '40.00', vat: '7.20' }])
      expect(await linesOf(trade, first)).toEqual([
        ['item', '1.0000', '50.0000', '50.00'],
        ['discount', '-0.5000', '20.0000', '-10.00'],
      ])
      const second = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await tableOf(trade, second)).toEqual([{ rate: '18.0000', base: '40.00', vat: '7.20' }])
      expect(await leftOf(trade, order)).toEqual([{ rate: '18.0000', base: '0.00', vat: '0.00' }])
      expect(await refusalOf(tx, () => credit(trade, invoice))).toBe('Everything of this invoice is credited already')
    })
  })

  test('takes the same share where the invoice deducts a deposit; what goes beyond is the deposit’s, and the dialog says both', async () => {
    await inTrade(async (trade) => {
      // 300.00 less 30.00 is 270.00 net, 318.60 with VAT; 118.00 were paid ahead, so the invoice says 170.00 net.
      const { order, invoice, items } = await invoiced(
        trade,
        [
          ['item', 3, 100, 18],
          ['discount', -1, 30, 18],
        ],
        118,
      )
      const shown = await trade.accounts.value(
        `select public.credit_totals('${invoice}', ${wanted([items[0], 2])}::jsonb)`,
      )
      expect(shown).toMatchObject({ net: '180.00', vat: '32.40', gross: '212.40', discount: '20.00', deposit: '10.00' })
      expect((shown as { papers: { is_along: boolean }[] }).papers.map(({ is_along }) => is_along).sort()).toEqual([
        false,
        true,
      ])
      // Everything: the deduction goes with it, and the deposit can be deducted again.
      expect(await trade.accounts.value(`select public.credit_totals('${invoice}')`)).toMatchObject({
        net: '170.00',
        discount: '30.00',
        deposit: '100.00',
      })
      const first = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await tableOf(trade, first)).toEqual([{ rate: '18.0000', base: '90.00', vat: '16.20' }])
      const second = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await linesOf(trade, second)).toEqual([
        ['item', '1.0000', '100.0000', '100.00'],
        ['discount', '-0.3333', '30.0000', '-10.00'],
        ['deposit', '-1.0000', '10.0000', '-10.00'],
      ])
      const third = await credit(trade, invoice, wanted([items[0], 1]))
      expect(await tableOf(trade, third)).toEqual([{ rate: '18.0000', base: '0.00', vat: '0.00' }])
      expect((await notesOf(trade, order)).map(({ kind, net }) => [kind, net])).toEqual([
        ['final', '90.00'],
        ['final', '80.00'],
        ['deposit', '10.00'],
        ['final', '0.00'],
        ['deposit', '90.00'],
      ])
      expect(await leftOf(trade, order)).toEqual([{ rate: '18.0000', base: '0.00', vat: '0.00' }])
    })
  })

  test('shares discounts line by line, the last part taking the cent, and after an amount the same share', async () => {
    await inTrade(async (trade) => {
      const { invoice, items } = await invoiced(trade, [
        ['item', 3, 10, 18],
        ['discount', -1, 5, 18],
        ['discount', -1, 5, 18],
      ])
      const offs: unknown[] = []
      for (let at = 0; at < 3; at += 1)
        offs.push((await linesOf(trade, await credit(trade, invoice, wanted([items[0], 1])))).map((line) => line[3]))
      expect(offs).toEqual([
        ['10.00', '-1.66', '-1.67'],
        ['10.00', '-1.66', '-1.67'],
        ['10.00', '-1.68', '-1.66'],
      ])

      const other = await invoiced(trade, [
        ['item', 4, 10, 18],
        ['discount', -1, 10, 18],
      ])
      const amount = `'[{"vat_rate": 18, "vat_treatment": "standard", "amount": 20}]'`
      const goodwill = await trade.accounts.value<string>(
        `select public.credit_by_amount('${other.invoice}', 'Late', ${amount})`,
      )
      expect(await linesOf(trade, goodwill)).toEqual([['item', '1.0000', '20.0000', '20.00']])
      const rest = await credit(trade, other.invoice, wanted([other.items[0], 1]))
      expect(await tableOf(trade, rest)).toEqual([{ rate: '18.0000', base: '7.50', vat: '1.35' }])
    })
  })

  test('of an invoice over two orders takes the discount of its own order, and its share of one on the whole invoice', async () => {
    await inTrade(async (trade) => {
      const orders: string[] = []
      for (const off of [40, 0]) {
        const id = await trade.sales.value<string>(
          `select public.create_quotation('${row.clientContact}', 'Shop front')`,
        )
        await trade.sales
          .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate) values
          ('${id}', 'a0', 'item', 'Letters', 1, 100, 18)${off ? `, ('${id}', 'a1', 'discount', 'Loyalty', -1, ${off}, 18)` : ''}`)
        await trade.sales.run(`select public.send_quotation('${id}')`)
        orders.push(await trade.sales.value(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`))
      }
      const invoice = await trade.accounts.value<string>(
        `select public.make_invoice('{${orders.join(',')}}', null, true)`,
      )
      await trade.accounts
        .run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${invoice}', 'x1', 'discount', 'Goodwill', -1, 16, 18)`)
      await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
      const line = (order: string | undefined) =>
        trade.accounts.value<string>(
          `select id from public.invoice_items where invoice_id = '${invoice}' and order_id = '${order}' and kind = 'item'`,
        )
      // 160.00 are left after the discount of the order: 16.00 is a tenth of it.
      const nets = async (order: string | undefined) =>
        (await linesOf(trade, await credit(trade, invoice, wanted([await line(order), 1])))).map((one) => one[3])
      expect(await nets(orders[1])).toEqual(['100.00', '-10.00'])
      expect(await nets(orders[0])).toEqual(['100.00', '-40.00', '-6.00'])
    })
  })
})

describe('what is credited and invoiced again', () => {
  const stateOf = ({ accounts }: Trade, order: string) =>
    accounts.one(`select o.status, o.invoiced_pct::text as invoiced, t.net::text as due, t.deposit_left::text as deposit
      from public.orders o left join public.to_invoice() as t on t.order_id = o.id where o.id = '${order}'`)
  const again = async ({ accounts }: Trade, invoice: string, lines: string, isAgain: boolean) => {
    const note = await accounts.value<string>(
      `select public.make_credit_note('${invoice}', 'Wrong VAT number', ${lines}, p_again => ${isAgain})`,
    )
    await accounts.run(`select public.issue_credit_note('${note}')`)
    return note
  }
  const followed = async ({ accounts }: Trade, order: string) => {
    const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    return accounts.one<{ invoice_number: string; kind: string }>(
      `select invoice_number, kind, net::text, vat::text from public.invoices where id = '${invoice}'`,
    )
  }
  const delivered = ({ server }: Trade, order: string) =>
    server.run(`update public.order_items set qty_delivered = abs(qty) where order_id = '${order}' and kind = 'item'`)

  test('is to invoice on its order with its discount and deposit, to the cent, and is settled by the next invoice', () =>
    inTrade(async (trade, tx) => {
      const { order, invoice } = await invoiced(
        trade,
        [
          ['item', 3, 33.33, 18],
          ['item', 2, 17.05, 5],
          ['discount', 1, 10, 18],
        ],
        60,
      )
      await delivered(trade, order)
      await trade.server.run(`select private.refresh_order('${order}')`)
      const before = await leftOf(trade, order)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'completed', invoiced: '100.00', due: null })
      const note = await again(trade, invoice, 'null', true)
      expect(await stateOf(trade, order)).toEqual({
        status: 'delivered',
        invoiced: '0.00',
        due: '124.09',
        deposit: '60.00',
      })
      expect(await trade.sales.value(`select public.order_to_invoice('${order}')`)).toEqual({
        amount: '81.98',
        drafted: '0.00',
      })
      const next = await followed(trade, order)
      expect(next).toMatchObject({ kind: 'final' })
      expect(await leftOf(trade, order)).toEqual(before)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'completed', due: null })
      expect(await refusalOf(tx, () => trade.accounts.run(`select public.bill_again('${note}', false)`))).toBe(
        `Of "Line 0" too much is invoiced again by ${next?.invoice_number}: please credit or void that first`,
      )
    }))

  test('in part is to invoice in part; not charged it is not, until somebody chooses otherwise on the issued note', () =>
    inTrade(async (trade) => {
      const { order, invoice, items } = await invoiced(trade, [['item', 3, 33.33, 18]])
      await delivered(trade, order)
      await trade.server.run(`select private.refresh_order('${order}')`)
      const gift = await again(trade, invoice, wanted([items[0], 1]), false)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'completed', due: null })
      await trade.accounts.run(`select public.bill_again('${gift}', true)`)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'delivered', invoiced: '66.66', due: '33.33' })
      await trade.accounts.run(`select public.bill_again('${gift}', false)`)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'completed', due: null })
      await again(trade, invoice, wanted([items[0], 1]), true)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'delivered', due: '33.33' })
      expect(await followed(trade, order)).toMatchObject({ net: '33.33' })
    }))

  test('by amount is invoiced again only where the amount is all of a line', () =>
    inTrade(async (trade, tx) => {
      const { order, invoice } = await invoiced(trade, [
        ['item', 3, 33.33, 18],
        ['item', 1, 20, 18],
      ])
      await delivered(trade, order)
      const of = (amount: number) => () =>
        trade.accounts.value<string>(`select public.credit_by_amount('${invoice}', 'Typing error',
          '[{"vat_rate": 18, "vat_treatment": "standard", "amount": ${amount}}]', p_again => true)`)
      expect(await refusalOf(tx, of(40))).toMatch(/^Only an amount of "Line 0" is credited/)
      await trade.accounts.run(`select public.issue_credit_note('${await of(99.99)()}')`)
      expect(await stateOf(trade, order)).toMatchObject({ status: 'delivered', due: '99.99' })
    }))
})
