import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())
const inTrade = (work: (trade: Trade) => Promise<void>) => undone(engine, async (tx) => work(await tradeIn(tx)))

/** An order of €1,545.80, half of it to be prepaid: €772.90. */
async function ordered({ sales }: Trade) {
  const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${quotation}', 'a1', 'Tray fascia', 1, 1310, 18)`)
  await sales.run(`select public.send_quotation('${quotation}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`)
  const facts = await sales.one<{ uuid: string; number: string; orderNumber: string }>(
    `select q.public_uuid as uuid, q.quotation_number as number, o.order_number as "orderNumber"
       from public.quotations q join public.orders o on o.quotation_id = q.id where q.id = '${quotation}'`,
  )
  return { order, ...(facts ?? expect.fail('The quotation is gone')) }
}

async function bankSays({ accounts }: Trade, remittance: string, amount = '772.90') {
  const entry = {
    booked_on: '2026-01-05',
    direction: 'in',
    amount,
    currency: 'EUR',
    party_name: 'X',
    remittance,
  }
  await accounts.run(
    `select public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}', '${JSON.stringify([entry])}')`,
  )
  const id = await accounts.value<string>(`select id from public.bank_entries where amount = ${amount}`)
  const matches = await accounts.value<{ order_id?: string; is_sure: boolean; reasons: string[]; seen: string }[]>(
    `select matches from public.bank_suggestions(array['${id}']::uuid[])`,
  )
  return { id, matches }
}

test.each([
  [
    'the number of its quotation',
    ({ number }: { number: string }) => number,
    true,
    /^The text names the quotation of SO-/,
  ],
  [
    'the number of its order',
    ({ orderNumber }: { orderNumber: string }) => orderNumber,
    true,
    /^The text names SO-.* whose deposit is open/,
  ],
  ['nothing but its exact amount', () => 'Thanks', false, /^The deposit of SO-.* is open\.$/],
])('a deposit on the account is found by %s, and its invoice is issued', async (_, text, isSure, reason) => {
  await inTrade(async (trade) => {
    const made = await ordered(trade)
    const { order } = made
    const { id, matches } = await bankSays(trade, text(made))
    expect(matches[0]).toMatchObject({ order_id: order, is_sure: isSure })
    expect(matches[0]?.reasons[0]).toMatch(reason)
    const shown = JSON.stringify({ [id]: matches[0]?.seen })
    expect(await trade.accounts.value(`select public.confirm_shown_entries('${shown}')`)).toMatchObject({
      confirmed: 1,
      left: 0,
    })
    expect(
      await trade.accounts.one(`select kind, status, gross::text from public.invoices where order_id = '${order}'`),
    ).toEqual({ kind: 'deposit', status: 'paid', gross: '772.90' })
    expect(await trade.sales.value(`select deposit_paid::text from public.orders where id = '${order}'`)).toBe('772.90')
  })
})

test('a part of a deposit is for the order that its text names, by either number', async () => {
  await inTrade(async (trade) => {
    const { order, number, orderNumber } = await ordered(trade)
    const named = await bankSays(trade, `Part of ${orderNumber}`, '400.01')
    const quoted = await bankSays(trade, `Part of ${number}`, '400.02')
    const unnamed = await bankSays(trade, 'Part', '400.03')
    expect([named, quoted, unnamed].map(({ matches }) => matches[0]?.order_id)).toEqual([order, order, undefined])
  })
})

test('an announced transfer is told to accounts with the payment that it asks for, and stands in the story of the order', async () => {
  await inTrade(async (trade) => {
    const { order, uuid } = await ordered(trade)
    await trade.client.run(`select public.tell_bank_transfer('${uuid}')`)
    const request = await trade.server.value<string>(
      `select id from public.payment_requests where order_id = '${order}'`,
    )
    expect(
      await trade.server.one(`select metadata from public.notifications where title ~ '^Transfer announced' limit 1`),
    ).toEqual({ metadata: { record_kind: 'payment', record_id: request } })
    expect(
      await trade.sales.value(
        `select meta ->> 'amount' from public.document_events where record_id = '${order}' and type = 'transfer_told'`,
      ),
    ).toBe('772.90')
  })
})

test('the mark of the rate of new lines moves to the rate that is marked last', async () => {
  const marked = await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const admin = trade.as('admin')
    await admin.run(`insert into public.vat_rates (code, label, rate, is_default) values ('zz-1', 'One', 1, true)`)
    await admin.run(`insert into public.vat_rates (code, label, rate, is_default) values ('zz-2', 'Two', 2, true)`)
    const last = await admin.rows(`select code from public.vat_rates where is_default`)
    await admin.run(`update public.vat_rates set is_default = true where code = 'zz-1'`)
    return [last, await admin.rows(`select code from public.vat_rates where is_default`)]
  })
  expect(marked).toEqual([[{ code: 'zz-2' }], [{ code: 'zz-1' }]])
  expect(await tries(engine, 'visitor', `select public.confirm_shown_entries('{}')`)).toMatchObject({
    refused: '42501',
  })
})
