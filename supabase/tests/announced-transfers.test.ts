import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

type Announced = { id: string; amount: string; told_at: string; invoice_ids: string[] }
type Paper = { order: { announced: Announced[] } | null; announced: Announced[] }

/** An order of €1,545.80, half of it to be prepaid: €772.90. */
async function ordered({ sales }: Trade) {
  const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${quotation}', 'a1', 'Tray fascia', 1, 1310, 18)`)
  await sales.run(`select public.send_quotation('${quotation}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`)
  return {
    quotation,
    order,
    uuid: await sales.value<string>(`select public_uuid from public.quotations where id = '${quotation}'`),
  }
}

async function issued({ accounts }: Trade, price: number) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 0)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return { id, uuid: await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`) }
}

const list = (...ids: { id: string }[]) => `array[${ids.map(({ id }) => `'${id}'`).join(', ')}]::uuid[]`
const amounts = (announced: Announced[] | undefined) => announced?.map(({ amount }) => amount)
const pay = (amount: number, method: string, rest = '') =>
  `select public.record_payment('${row.clientContact}', ${amount}, '${method}'${rest})`

describe('an announced transfer of a deposit', () => {
  test('stands on the page of its quotation, in the own account and for the office, until its payment is recorded', () =>
    inTrade(async (trade) => {
      const { client, sales, accounts } = trade
      const { order, quotation, uuid } = await ordered(trade)
      const page = async () =>
        (await client.value<Paper>(`select public.get_public_quotation('${uuid}')`)).order?.announced
      const own = async () => {
        const { orders } = await trade
          .as('client')
          .value<{ orders: { announced: Announced[] }[] }>(`select public.client_portal()`)
        return orders.flatMap(({ announced }) => amounts(announced))
      }
      const office = async (kind: string, id: string) =>
        amounts(await sales.value<Announced[]>(`select public.announced_transfers('${kind}', '${id}')`))
      expect(amounts(await page())).toEqual([])
      await client.run(`select public.tell_bank_transfer('${uuid}')`)
      expect(amounts(await page())).toEqual(['772.90'])
      expect(await own()).toEqual(['772.90'])
      expect([await office('order', order), await office('quotation', quotation)]).toEqual([['772.90'], ['772.90']])
      await accounts.run(pay(772.9, 'bank', `, p_order_id => '${order}'`))
      expect([await page(), await own(), await office('order', order)]).toEqual([[], [], []])
    }))

  test('ends where the payer says that it was not sent, and can be announced again', () =>
    inTrade(async (trade) => {
      const { client, server } = trade
      const { uuid } = await ordered(trade)
      const page = async () =>
        (await client.value<Paper>(`select public.get_public_quotation('${uuid}')`)).order?.announced
      await client.run(`select public.tell_bank_transfer('${uuid}')`)
      const [told] = (await page()) ?? []
      await client.run(`select public.withdraw_transfer('${told?.id ?? ''}')`)
      await client.run(`select public.withdraw_transfer('${told?.id ?? ''}')`)
      expect(await page()).toEqual([])
      expect(
        await server.value(
          `select count(*)::int from public.notifications n join public.user_roles r using (user_id)
            where n.title like 'No transfer for %' and r.role = 'accounts'`,
        ),
      ).toBe(1)
      await client.run(`select public.tell_bank_transfer('${uuid}')`)
      expect(amounts(await page())).toEqual(['772.90'])
    }))

  test('is heard by the page of its quotation in another tab', () =>
    inTrade(async (trade) => {
      const { client, server } = trade
      const { uuid } = await ordered(trade)
      const heard = async (sql: string) => {
        await server.run('delete from realtime.messages')
        await client.run(sql)
        return server.value<number>(`select count(*)::int from realtime.messages where topic = 'doc:${uuid}'`)
      }
      expect(await heard(`select public.open_payment_request('${uuid}')`)).toBe(0)
      expect(await heard(`select public.tell_bank_transfer('${uuid}')`)).toBeGreaterThan(0)
      const id = await server.value<string>(`select id from public.payment_requests where told_at is not null`)
      expect(await heard(`select public.withdraw_transfer('${id}')`)).toBeGreaterThan(0)
    }))
})

describe('an announced transfer of invoices', () => {
  const page = async ({ client }: Trade, uuid: string) =>
    amounts((await client.value<Paper>(`select public.get_public_invoice('${uuid}')`)).announced)

  test('stays while money came by another way, and ends with a transfer for that invoice, whatever its amount', () =>
    inTrade(async (trade) => {
      const { client, accounts } = trade
      const { id, uuid } = await issued(trade, 100)
      await client.run(`select public.tell_bank_transfer('${uuid}', p_amount => 60)`)
      expect(await page(trade, uuid)).toEqual(['60.00'])
      const on = (amount: string) => `, p_allocations => '[{"invoice_id": "${id}", "amount": "${amount}"}]'`
      await accounts.run(pay(15, 'cash', on('15.00')))
      expect(await page(trade, uuid)).toEqual(['60.00'])
      await accounts.run(pay(58, 'bank', on('58.00')))
      expect(await page(trade, uuid)).toEqual([])
    }))

  test('ends with a payment of its amount that settles nothing yet', () =>
    inTrade(async (trade) => {
      const { client, accounts } = trade
      const { uuid } = await issued(trade, 100)
      await client.run(`select public.tell_bank_transfer('${uuid}')`)
      await accounts.run(pay(100, 'cheque', `, p_allocations => '[]'`))
      expect(await page(trade, uuid)).toEqual([])
    }))

  test('from a statement stands on the statement, in the own account, and on each of its invoices but no other', () =>
    inTrade(async (trade) => {
      const { client, accounts } = trade
      const [one, two, three] = [await issued(trade, 10), await issued(trade, 20), await issued(trade, 40)]
      const statement = await accounts.value<string>(
        `select public.create_statement('${row.clientContact}', current_date - 30, current_date + 1)`,
      )
      const uuid = await accounts.value<string>(`select public_uuid from public.statements where id = '${statement}'`)
      await client.run(`select public.tell_statement_transfer('${uuid}', ${list(one, three)})`)
      const paper = await client.value<Paper>(`select public.get_public_statement('${uuid}')`)
      expect(paper.announced).toMatchObject([{ amount: '50.00', invoice_ids: [one.id, three.id].toSorted() }])
      expect(await trade.as('client').value(`select public.client_portal() -> 'announced'`)).toEqual(paper.announced)
      expect([await page(trade, one.uuid), await page(trade, two.uuid)]).toEqual([['50.00'], []])
      expect(
        amounts(await accounts.value(`select public.announced_transfers('contact', '${row.clientContact}')`)),
      ).toEqual(['50.00'])
      await accounts.run(pay(50, 'bank', `, p_allocations => '[{"invoice_id": "${one.id}", "amount": "10.00"}]'`))
      expect([await page(trade, one.uuid), await page(trade, three.uuid)]).toEqual([[], []])
    }))

  test('is told no more once nothing is asked for', () =>
    inTrade(async (trade) => {
      const { client, server } = trade
      const { id, uuid } = await issued(trade, 100)
      await client.run(`select public.tell_bank_transfer('${uuid}')`)
      const request = await server.value<string>(`select id from public.payment_requests where invoice_id = '${id}'`)
      await server.run(`select public.settle_payment_request('${request}', 'viva', 'by-card', 100)`)
      expect(await page(trade, uuid)).toEqual([])
    }))
})

test('announced transfers are read by who may see the paper', async () => {
  for (const kind of ['quotation', 'order', 'invoice', 'contact'])
    expect(
      await tries(engine, 'client', `select public.announced_transfers('${kind}', '${row.clientContact}')`),
    ).toMatchObject({
      refused: '42501',
    })
})
