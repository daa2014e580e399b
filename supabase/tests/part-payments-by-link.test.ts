import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

test('an invoice is paid in parts by its link: one request an amount, from 1.00 to what is open, and the rest stays open', async () => {
  await undone(engine, async (tx) => {
    const { accounts, client, server } = await tradeIn(tx)
    const id = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
    await accounts.run(`select public.issue_invoice('${id}')`)
    const uuid = await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
    const ask = (amount: string) =>
      client.value<{ id: string; amount: string; purpose: string }>(
        `select public.open_payment_request('${uuid}', false, ${amount})`,
      )
    for (const [amount, words] of [
      ['0.99', 'The least that can be paid is €1.00'],
      ['-5', 'The least that can be paid is €1.00'],
      ['40.005', 'The least that can be paid is €1.00'],
      ['118.01', 'Of this invoice only €118.00 are open'],
    ] as const)
      expect(await refusalOf(tx, () => ask(amount))).toBe(words)
    const part = await ask('40.10')
    expect(part).toMatchObject({ amount: '40.10', purpose: 'invoice' })
    expect((await ask('40.10')).id).toBe(part.id)
    const whole = await client.value<{ id: string; amount: string }>(`select public.open_payment_request('${uuid}')`)
    expect(whole.amount).toBe('118.00')
    const settle = (request: string, ref: string, amount: string) =>
      server.value(`select public.settle_payment_request('${request}', 'viva', '${ref}', ${amount})`)
    expect(await settle(part.id, 'one', '40.10')).toMatchObject({ new: true, credit: '0.00' })
    expect(await settle(part.id, 'one', '40.10')).toMatchObject({ new: false })
    const state = () => accounts.one(`select status, balance::text from public.invoices where id = '${id}'`)
    expect(await state()).toEqual({ status: 'partly_paid', balance: '77.90' })
    // A payer with an outdated page pays too much: the open amount is settled, the rest is credit.
    expect(await settle(whole.id, 'two', '118.00')).toMatchObject({ credit: '40.10' })
    expect(await state()).toEqual({ status: 'paid', balance: '0.00' })
    expect(await refusalOf(tx, () => ask('5'))).toBe('There is nothing left to pay')
  })
})

test('T32: a visitor makes 30 requests an hour over one invoice, and is seen 200 times a day', async () => {
  await undone(engine, async (tx) => {
    const { accounts, client, server } = await tradeIn(tx)
    const id = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
    await accounts.run(`select public.issue_invoice('${id}')`)
    const uuid = await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
    const ask = (amount: string) =>
      client.value<{ id: string }>(`select public.open_payment_request('${uuid}', false, ${amount})`)
    await client.run(
      `select public.open_payment_request('${uuid}', false, 1 + n / 100.0) from generate_series(1, 30) as n`,
    )
    expect(await refusalOf(tx, () => ask('2'))).toMatch(/^Too many different amounts/)
    expect(await ask('1.30')).toMatchObject({ amount: '1.30' })
    await client.run(`select public.get_public_invoice('${uuid}', 'visit ' || n) from generate_series(1, 300) as n`)
    expect(
      await server.value(
        `select count(*)::int from public.document_events where record_id = '${id}' and type = 'viewed'`,
      ),
    ).toBe(200)
  })
})
