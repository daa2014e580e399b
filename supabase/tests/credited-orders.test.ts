import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { tries, undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** Everything that was invoiced of an order is credited in one act: by VAT rate, nothing is left. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An approved order: 3 × 33.33 at 18 %, 2 × 17.05 at 5 %, €153.77 with VAT. */
async function ordered({ sales }: Trade): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Fascia', 3, 33.33, 18), ('${id}', 'a2', 'Guide', 2, 17.05, 5)`)
  await sales.run(`select public.send_quotation('${id}')`)
  return sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
}

type Credited = {
  net: string
  vat: string
  gross: string
  freed: string
  papers: { kind: string; gross: string }[]
  rates: unknown[]
}

const pay = ({ accounts }: Trade, amount: number, more: string) =>
  accounts.value<string>(`select public.record_payment('${row.clientContact}', ${amount}, 'bank', ${more})`)

/** An invoice of one more piece of each line. */
async function part({ accounts, server }: Trade, order: string): Promise<string> {
  await server.run(`update public.order_items set qty_delivered = qty_delivered + 1 where order_id = '${order}'`)
  const id = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}

async function last({ accounts }: Trade, orders: string[]): Promise<string> {
  const id = await accounts.value<string>(`select public.make_invoice('{${orders.join(',')}}', null, true)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}

/** The sum of the client's papers by rate: invoices minus credit notes. */
const leftByRate = ({ server }: Trade) =>
  server.rows(`select vat_rate::text as rate, sum(base)::text as base, sum(vat)::text as vat from (
      select t.vat_rate, t.base, t.vat from public.invoice_vat t join public.invoices v on v.id = t.invoice_id
       where v.contact_id = '${row.clientContact}' and v.status not in ('draft', 'void')
      union all
      select t.vat_rate, -t.base, -t.vat from public.credit_note_vat t join public.credit_notes n on n.id = t.credit_note_id
       where n.contact_id = '${row.clientContact}' and n.status not in ('draft', 'void')) as papers
    group by vat_rate order by vat_rate`)

const none = [
  { rate: '5.0000', base: '0.00', vat: '0.00' },
  { rate: '18.0000', base: '0.00', vat: '0.00' },
]

test('a deposit, a part that was paid and the last invoice are credited together; what was paid can be refunded', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    const order = await ordered(trade)
    await pay(trade, 40, `p_order_id => '${order}'`)
    const first = await part(trade, order)
    const due = Number(await server.value(`select balance::text from public.invoices where id = '${first}'`))
    const payment = await pay(trade, due, `p_allocations => '[{"invoice_id": "${first}", "amount": "${due}"}]'`)
    await last(trade, [order])

    const papers = () => server.value(`select count(*)::int from public.credit_notes`)
    const before = await papers()
    const shown = await accounts.value<Credited>(`select public.order_credit('${order}')`)
    expect({ ...shown, papers: shown.papers.map(({ kind }) => kind) }).toMatchObject({
      net: '134.09',
      gross: '153.78',
      freed: (40 + due).toFixed(2),
      papers: ['final', 'progress', 'deposit'],
    })
    expect(await papers()).toBe(before)

    const done = await accounts.value<Credited>(
      `select public.credit_order('${order}', 'Shop closed', '${shown.gross}')`,
    )
    expect(done).toMatchObject({ gross: shown.gross, rates: shown.rates, freed: shown.freed })
    expect(await leftByRate(trade)).toEqual(none)
    expect(
      await server.value(
        `select coalesce(sum(balance), 0)::text from public.invoices where contact_id = '${row.clientContact}'`,
      ),
    ).toBe('0.00')
    expect(await server.value(`select private.client_credit('${row.clientContact}')::text`)).toBe((40 + due).toFixed(2))
    await accounts.run(`select public.refund_payment('${payment}', ${due}, 'Shop closed')`)

    // Again: nothing is left, and nothing is written.
    const again = await accounts.value<Credited>(
      `select public.credit_order('${order}', 'Shop closed', '${shown.gross}')`,
    )
    expect(again).toMatchObject({ gross: '0.00', papers: [] })
    expect(await papers()).toBe(Number(before) + 3)
  })
})

test('of an invoice over two orders only the lines of the credited one go, with its deposit', async () => {
  await inTrade(async (trade) => {
    const orders = [await ordered(trade), await ordered(trade)] as const
    await pay(trade, 40, `p_order_id => '${orders[0]}'`)
    await last(trade, [...orders])
    const done = await trade.accounts.value<Credited>(`select public.credit_order('${orders[0]}', 'Shop closed')`)
    expect(done).toMatchObject({ gross: '153.78', freed: '40.00' })
    const left = () => leftByRate(trade)
    expect(await left()).toMatchObject([{ base: '34.10' }, { base: '99.99' }])
    await trade.accounts.run(`select public.credit_order('${orders[1]}', 'Shop closed')`)
    expect(await left()).toEqual(none)
  })
})

test('another amount than was shown, a draft over one of its invoices and a part that was written off are refused', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, as, server } = trade
    const order = await ordered(trade)
    const first = await part(trade, order)
    const credit = (shown = 'null') =>
      refusalOf(tx, () => accounts.run(`select public.credit_order('${order}', 'Shop closed', ${shown})`))
    expect(await credit(`'1.00'`)).toMatch(/^57\.2\d would be credited now, not 1\.00/)
    expect(await refusalOf(tx, () => accounts.run(`select public.credit_order('${order}', ' ')`))).toMatch(
      /^Please say why/,
    )
    const draft = await accounts.value<string>(`select public.make_credit_note('${first}', 'Torn')`)
    expect(await credit()).toMatch(/^A credit note over INV-\d{4}-\d{4} is a draft\. Issue it or void it first\.$/)
    await accounts.run(`select public.void_credit_note('${draft}')`)
    await as('admin').run(`select public.write_off_invoice('${first}', 'Small', 0.50)`)
    expect(await credit()).toMatch(/were written off: take that back first/)
    expect(await server.value(`select count(*)::int from public.credit_notes where status <> 'void'`)).toBe(0)
  })
})

test.each(['sales', 'team_member', 'client', 'pending', 'visitor'] as const)(
  '%s neither sees nor does it',
  async (person) => {
    for (const call of [`public.order_credit(gen_random_uuid())`, `public.credit_order(gen_random_uuid(), 'Mine')`])
      expect(await tries(engine, person, `select ${call}`)).toMatchObject({ refused: expect.any(String) })
  },
)
