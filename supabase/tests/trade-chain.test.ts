import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld, row } from './world.ts'
import { tradeIn, type Trade } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** Three lines of the demo sum of the house: 854.25 + 219.99 + 157.50 (optional) = 1,231.74. */
async function sent(trade: Trade): Promise<{ id: string; uuid: string; option: string }> {
  const id = await trade
    .as('sales')
    .value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await trade.as('sales').run(`insert into public.quotation_items
    (quotation_id, position, kind, description, qty, unit, unit_price, vat_rate, is_optional, makes_job) values
    ('${id}', 'a0', 'heading', 'Outside', null, null, null, null, false, null),
    ('${id}', 'a1', 'item', 'Tray fascia', 6, 'piece', 142.375, 18, false, null),
    ('${id}', 'a2', 'item', 'Banner', 12, 'piece', 18.333, 18, false, null),
    ('${id}', 'a3', 'item', 'Installation', 3.5, 'hour', 45, 18, true, false)`)
  await trade.as('sales').run(`select public.send_quotation('${id}')`)
  const uuid = await trade.as('sales').value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  const option = await trade
    .as('sales')
    .value<string>(`select id from public.quotation_items where quotation_id = '${id}' and is_optional`)
  return { id, uuid, option }
}

const amounts = (table: string, where: string) =>
  `select status, net::text, vat::text, gross::text from public.${table} where ${where}`

describe('the whole trade', () => {
  test('quotation, approval, deposit, two drops, invoice, credit note, payment, statement: each amount and status', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, workshop, client, server } = trade
      const { id, uuid, option } = await sent(trade)
      expect(
        await sales.one(`select quotation_number ~ '^Q-20[0-9]{2}-0001$' as numbered, status, net::text, vat::text, gross::text,
          deposit_amount::text as deposit, version from public.quotations where id = '${id}'`),
      ).toEqual({
        numbered: true,
        status: 'sent',
        net: '1074.24',
        vat: '193.36',
        gross: '1267.60',
        deposit: '633.80',
        version: 1,
      })

      expect(
        await sales.value(`select array_agg(description order by position) from public.quotation_items
          where id = any (public.job_lines_of('${id}'))`),
      ).toEqual(['Tray fascia', 'Banner'])
      const seen = await client.value<Record<string, unknown>>(
        `select public.get_public_quotation('${uuid}', 'visit 1')`,
      )
      expect(seen).toMatchObject({ status: 'sent', version: 1, gross: '1267.60', order: null })
      await client.run(`select public.get_public_quotation('${uuid}', 'visit 1')`)
      expect(
        await server.value(
          `select count(*)::int from public.document_events where record_id = '${id}' and type = 'viewed'`,
        ),
      ).toBe(1)

      const chosen = await client.value<Record<string, unknown>>(
        `select public.choose_options('${uuid}', 1, '{${option}}')`,
      )
      expect(chosen).toMatchObject({
        net: '1231.74',
        vat: '221.71',
        gross: '1453.45',
        deposit: { kind: 'percent', value: '50.00', amount: '726.72' },
      })

      const approved = await client.value<{ status: string; order: { order_number: string } }>(
        `select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`,
      )
      expect(approved).toMatchObject({
        status: 'converted',
        decided_name: 'Carla Client',
        order: { status: 'awaiting_deposit', deposit_amount: '726.72', deposit_paid: '0.00', gross: '1453.45' },
      })
      const order = await sales.value<string>(`select id from public.orders where quotation_id = '${id}'`)
      expect(await sales.one(amounts('orders', `id = '${order}'`))).toEqual({
        status: 'awaiting_deposit',
        net: '1231.74',
        vat: '221.71',
        gross: '1453.45',
      })
      expect(
        await sales.rows(
          `select right(job_number, 2) as letter, title, status from public.jobs where order_id = '${order}' order by job_number`,
        ),
      ).toEqual([
        { letter: '-A', title: 'Tray fascia', status: 'new' },
        { letter: '-B', title: 'Banner', status: 'new' },
      ])

      const request = await client.value<{ id: string; amount: string; status: string }>(
        `select public.open_payment_request('${uuid}')`,
      )
      expect(request).toMatchObject({ amount: '726.72', status: 'open', purpose: 'deposit' })
      const settle = `select public.settle_payment_request('${request.id}', 'viva', 'transaction 1', 726.72)`
      expect(await server.value(settle)).toMatchObject({ new: true, credit: '0.00' })
      expect(await server.value(settle)).toMatchObject({ new: false })
      expect(
        await accounts.one(`select invoice_number ~ '-0001$' as first, kind, status, net::text, vat::text, gross::text, balance::text
          from public.invoices where order_id = '${order}'`),
      ).toEqual({
        first: true,
        kind: 'deposit',
        status: 'paid',
        net: '615.87',
        vat: '110.85',
        gross: '726.72',
        balance: '0.00',
      })
      expect(await sales.value(`select status from public.orders where id = '${order}'`)).toBe('confirmed')

      for (const status of ['in_production', 'qc'])
        await workshop.run(`update public.jobs set status = '${status}' where order_id = '${order}'`)
      await workshop.run(
        `select public.check_job(gen_random_uuid(), j.id, 'pass', p_steps => jsonb_build_array(jsonb_build_object('outcome', 'made', 'good', j.qty))) from public.jobs j where j.order_id = '${order}'`,
      )
      expect(await sales.value(`select status from public.orders where id = '${order}'`)).toBe('ready')

      const delivery = await workshop.value<string>(`select public.plan_delivery('${order}')`)
      const items = await workshop.rows<{ id: string; qty: string }>(
        `select id, qty::text from public.delivery_items where delivery_id = '${delivery}' order by position`,
      )
      expect(items.map(({ qty }) => qty)).toEqual(['6.0000', '12.0000', '3.5000'])
      const drop = await workshop.value<Record<string, string>>(
        `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${items[0]?.id}", "qty": 6},
          {"delivery_item_id": "${items[1]?.id}", "qty": "5"}]', 'Peter Porter')`,
      )
      expect(drop).toMatchObject({
        status: 'partially_delivered',
        partial_number: expect.stringMatching(/^DN-.*-0001\/1$/),
      })
      expect(
        await sales.one(`select status, delivered_pct::text as delivered from public.orders where id = '${order}'`),
      ).toEqual({
        status: 'part_delivered',
        delivered: '76.79',
      })
      expect(
        await accounts.one(
          `select lines::int, net::text, deposit_left::text from public.to_invoice() where order_id = '${order}'`,
        ),
      ).toEqual({ lines: 2, net: '945.91', deposit_left: '726.72' })
      const handedOver = await workshop.rows<{ meta: object }>(`select e.meta from public.document_events e
        join public.jobs j on j.id = e.record_id where e.kind = 'job' and e.type = 'handed_over' and j.order_id = '${order}'
        order by j.job_number`)
      expect(handedOver.map(({ meta }) => meta)).toEqual([
        { number: drop['partial_number'], qty: '6 pieces', received_by: 'Peter Porter' },
        { number: drop['partial_number'], qty: '5 pieces', received_by: 'Peter Porter' },
      ])
      await workshop.run(`select public.deliver_drop('${delivery}', null, 'Peter Porter')`)
      expect(
        await sales.one(`select status, delivered_pct::text as delivered from public.orders where id = '${order}'`),
      ).toEqual({
        status: 'delivered',
        delivered: '100.00',
      })
      expect(
        await sales.rows(
          `select status, partial_number ~ '/[12]$' as numbered from public.partial_deliveries where delivery_id = '${delivery}'`,
        ),
      ).toEqual([
        { status: 'delivered', numbered: true },
        { status: 'delivered', numbered: true },
      ])

      const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
      expect(await accounts.one(amounts('invoices', `id = '${invoice}'`))).toEqual({
        status: 'draft',
        net: '615.87',
        vat: '110.86',
        gross: '726.73',
      })
      expect(
        await accounts.rows(
          `select kind, qty::text, net::text, vat::text from public.invoice_items where invoice_id = '${invoice}' order by position`,
        ),
      ).toEqual([
        { kind: 'item', qty: '6.0000', net: '854.25', vat: null },
        { kind: 'item', qty: '12.0000', net: '219.99', vat: null },
        { kind: 'item', qty: '3.5000', net: '157.50', vat: null },
        { kind: 'deposit', qty: '-1.0000', net: '-615.87', vat: '-110.85' },
      ])
      const number = await accounts.value<string>(`select public.issue_invoice('${invoice}')`)
      expect(number).toMatch(/^INV-20\d\d-0002$/)
      expect(await accounts.value(`select public.issue_invoice('${invoice}')`)).toBe(number)
      expect(
        await accounts.one(
          `select kind, status, balance::text, due_date - issue_date as days from public.invoices where id = '${invoice}'`,
        ),
      ).toEqual({ kind: 'final', status: 'issued', balance: '726.73', days: 30 })
      expect(await sales.value(`select status from public.orders where id = '${order}'`)).toBe('completed')

      const banner = await accounts.value<string>(
        `select id from public.invoice_items where invoice_id = '${invoice}' and description = 'Banner'`,
      )
      const credit = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'Two banners torn', '[{"invoice_item_id": "${banner}", "qty": 2}]')`,
      )
      expect(await accounts.value(`select public.issue_credit_note('${credit}')`)).toMatch(/^CN-20\d\d-0001$/)
      expect(await accounts.one(amounts('credit_notes', `id = '${credit}'`))).toEqual({
        status: 'allocated',
        net: '36.66',
        vat: '6.60',
        gross: '43.26',
      })
      expect(
        await accounts.one(`select status, credited::text, balance::text from public.invoices where id = '${invoice}'`),
      ).toEqual({ status: 'partly_paid', credited: '43.26', balance: '683.47' })

      const payment = await accounts.value<string>(`select public.record_payment('${row.clientContact}', 700, 'bank')`)
      expect(
        await accounts.one(
          `select payment_number ~ '^RCPT-' as numbered, status, allocated::text, open::text from public.payments where id = '${payment}'`,
        ),
      ).toEqual({ numbered: true, status: 'succeeded', allocated: '683.47', open: '16.53' })
      expect(
        await accounts.one(`select status, paid::text, balance::text from public.invoices where id = '${invoice}'`),
      ).toEqual({ status: 'paid', paid: '683.47', balance: '0.00' })

      const statement = await accounts.value<Record<string, unknown> & { lines: Record<string, unknown>[] }>(
        `select public.client_statement('${row.clientContact}', '2020-01-01', '2099-12-31')`,
      )
      expect(statement.lines.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance])).toEqual([
        ['invoice', '726.72', '0.00', '726.72'],
        ['invoice', '726.73', '0.00', '1453.45'],
        ['credit_note', '0.00', '43.26', '1410.19'],
        ['payment', '0.00', '726.72', '683.47'],
        ['payment', '0.00', '700.00', '-16.53'],
      ])
      expect(statement).toMatchObject({
        opening: '0.00',
        closing: '-16.53',
        open: [],
        ageing: { not_due: '0.00', days_30: '0.00', older: '0.00', unallocated: '16.53' },
      })
      expect(
        await accounts.rows(`select balance::text, overdue::text, credit::text from public.client_balances()`),
      ).toEqual([{ balance: '-16.53', overdue: '0.00', credit: '16.53' }])
      const kept = await accounts.value<string>(
        `select public.create_statement('${row.clientContact}', '2020-01-01', '2099-12-31')`,
      )
      const link = await accounts.value<string>(`select public_uuid from public.statements where id = '${kept}'`)
      expect(await client.value(`select public.get_public_statement('${link}')`)).toMatchObject({
        number: expect.stringMatching(/^ST-20\d\d-0001$/),
        closing: '-16.53',
      })
    })
  })
})
