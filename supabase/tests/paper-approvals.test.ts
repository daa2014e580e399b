import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld, row } from './world.ts'
import { type Trade, tradeIn } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx)))

const drawn =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A quotation of 100.00 that was sent, with a deposit of a half. */
async function sent(trade: Trade): Promise<{ id: string; uuid: string }> {
  const sales = trade.sales
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, makes_job)
    values ('${id}', 'a', 'item', 'Fascia', 1, 100, 18, false)`)
  await sales.run(`update public.quotations set deposit_kind = 'percent', deposit_value = 50 where id = '${id}'`)
  await sales.run(`select public.send_quotation('${id}')`)
  return { id, uuid: await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`) }
}

const approval = z
  .object({ name: z.string(), by_hand: z.boolean(), image: z.string().nullable(), on: z.string() })
  .nullable()
const approvedPaper = z.object({
  approval,
  status: z.string(),
  order: z.object({ deposit_amount: z.string() }).nullable(),
})

/** The approval on the client's page, on the office's paper and on the order's confirmation: the same on all three. */
async function approvals(trade: Trade, { id, uuid }: { id: string; uuid: string }) {
  const sales = trade.sales
  const papers = [
    await trade.client.value(`select public.get_public_quotation('${uuid}')`),
    await sales.value(`select public.preview_quotation('${id}')`),
  ].map((paper) => approvedPaper.parse(paper))
  const order = await sales.value<string | null>(`select max(id::text) from public.orders where quotation_id = '${id}'`)
  const confirmation = order === null ? null : await sales.value(`select public.order_document('${order}')`)
  const all = papers.map((paper) => paper.approval)
  if (confirmation !== null) all.push(z.object({ approval }).parse(confirmation).approval)
  for (const one of all) expect(one).toEqual(all[0])
  return { approval: all[0], order: papers[1]?.order }
}

test('a paper carries who approved it, when and the signature, drawn or typed', async () => {
  await inTrade(async (trade) => {
    const today = await trade.server.value<string>(`select private.company_today()::text`)
    for (const image of [drawn, null]) {
      const quotation = await sent(trade)
      expect((await approvals(trade, quotation)).approval).toBeNull()
      await trade.client.run(
        `select public.approve_quotation('${quotation.uuid}', 1, 'Rita Grech', true, ${image === null ? 'null' : `'${image}'`})`,
      )
      const { approval, order } = await approvals(trade, quotation)
      expect(approval).toEqual({ name: 'Rita Grech', by_hand: false, image, on: today })
      expect(order?.deposit_amount).toBe('59.00')
    }
  })
})

test('an approval that staff recorded says so, until it is undone', async () => {
  await inTrade(async (trade) => {
    const quotation = await sent(trade)
    await trade.sales.run(`select public.record_quotation_answer('${quotation.id}', 'approved', 'Rita Grech')`)
    expect((await approvals(trade, quotation)).approval).toMatchObject({
      name: 'Rita Grech',
      by_hand: true,
      image: null,
    })
    await trade.sales.run(`select public.undo_approval('${quotation.id}', 'Too soon')`)
    expect((await approvals(trade, quotation)).approval).toBeNull()
  })
})

test('an issued invoice names the bank account of its day, open or paid; a statement that of today', async () => {
  await inTrade(async (trade) => {
    const accounts = trade.accounts
    const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a', 'item', 'Lettering', 1, 100, 18)`)
    await accounts.run(`select public.issue_invoice('${id}')`)
    const statement = await accounts.value<string>(
      `select public.create_statement('${row.clientContact}', '2026-01-01', current_date, gen_random_uuid())`,
    )
    const uuid = await accounts.value<string>(`select public_uuid from public.statements where id = '${statement}'`)
    const ibans = async () => [
      await accounts.value(`select public.preview_invoice('${id}') #>> '{company,iban}'`),
      await trade.client.value(`select public.get_public_statement('${uuid}') #>> '{company,iban}'`),
    ]
    const [before] = await ibans()
    await trade.server.run(
      `update public.company_settings set iban = 'MT84MALT011000012345MTLCAST001S', bic = 'MALTMTMT'`,
    )
    expect(await ibans()).toEqual([before, 'MT84MALT011000012345MTLCAST001S'])
    await accounts.run(
      `select public.record_payment('${row.clientContact}', 118, 'bank', current_date,
        p_allocations => '[{"invoice_id": "${id}", "amount": "118.00"}]')`,
    )
    expect((await ibans())[0]).toBe(before)
  })
})
