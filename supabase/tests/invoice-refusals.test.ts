import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Refusal = (work: () => Promise<unknown>) => Promise<string>
const inTrade = (work: (trade: Trade, refusal: Refusal) => Promise<void>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), (trying) => refusalOf(tx, trying)))

async function drafted({ accounts }: Trade) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 2, 50, 18)`)
  return id
}
const issue = (id: string) => `select public.issue_invoice('${id}')`

test('an empty invoice is not issued and draws no number', async () => {
  await inTrade(async (trade, refusal) => {
    const { accounts } = trade
    const empty = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Nothing')`)
    expect(await refusal(() => accounts.run(issue(empty)))).toBe('Please add a line before you issue the invoice')
    const one = await accounts.value<string>(issue(await drafted(trade)))
    const two = await accounts.value<string>(issue(await drafted(trade)))
    expect(Number(two.slice(-4)) - Number(one.slice(-4))).toBe(1)
  })
})

test('the day of an invoice is the day on which it is issued, whatever a draft says: never before the last one', async () => {
  await inTrade(async (trade, refusal) => {
    const { accounts } = trade
    const id = await drafted(trade)
    await refusal(() => accounts.run(`update public.invoices set issue_date = '2020-01-01' where id = '${id}'`))
    await accounts.run(issue(id))
    expect(
      await accounts.value(
        `select issue_date = (now() at time zone 'Europe/Malta')::date from public.invoices where id = '${id}'`,
      ),
    ).toBe(true)
  })
})

test('an issued invoice is not changed: neither its lines, nor by a new rate of the VAT table', async () => {
  await inTrade(async (trade, refusal) => {
    const { accounts, server } = trade
    const id = await drafted(trade)
    await accounts.run(issue(id))
    const before = await accounts.value(`select public.preview_invoice('${id}') -> 'gross'`)
    await refusal(() => accounts.run(`update public.invoice_items set vat_rate = 5 where invoice_id = '${id}'`))
    await refusal(() => accounts.run(`update public.invoice_items set unit_price = 1 where invoice_id = '${id}'`))
    await server.run(`update public.vat_rates set rate = 21 where rate = 18`)
    expect(await accounts.value(`select public.preview_invoice('${id}') -> 'gross'`)).toBe(before)
    expect(await accounts.value(`select gross::text from public.invoices where id = '${id}'`)).toBe('118.00')
  })
})

test('no more is credited than was invoiced, and no more is paid than is open', async () => {
  await inTrade(async (trade, refusal) => {
    const { accounts } = trade
    const id = await drafted(trade)
    await accounts.run(issue(id))
    const line = await accounts.value<string>(`select id from public.invoice_items where invoice_id = '${id}'`)
    const credit = (qty: number) =>
      accounts.value<string>(
        `select public.make_credit_note('${id}', 'Torn', '[{"invoice_item_id": "${line}", "qty": "${qty}"}]')`,
      )
    expect(await refusal(() => credit(3))).toMatch(/^Of "Lettering" only 2/)
    const whole = await accounts.value<string>(`select public.record_payment('${row.business}', 118, 'bank')`)
    expect(
      await refusal(() =>
        accounts.run(`select public.allocate_payment('${whole}', '[{"invoice_id": "${id}", "amount": "1.00"}]')`),
      ),
    ).toMatch(/^Of INV-\S+ only €0.00 are open/)
    expect(await accounts.value(`select count(*)::int from public.credit_notes where invoice_id = '${id}'`)).toBe(0)
  })
})
