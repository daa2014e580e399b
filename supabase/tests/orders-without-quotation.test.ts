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

test('a draft that a client approved by telephone is an order in one act, and the client gets no mail', async () => {
  await undone(engine, async (tx) => {
    const { sales, server, workshop } = await tradeIn(tx)
    await server.run(`update public.email_templates set is_active = true where key = 'quotation_approved'`)
    await server.run(`update public.contacts set email = 'anna@example.com' where id = '${row.clientContact}'`)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Two banners')`)
    const approve = `select public.record_quotation_answer('${id}', 'approved', 'Anna', 'By telephone, 29 Nov 2026')`
    expect(await refusalOf(tx, () => sales.run(approve))).toBe('Please add a line before you send the quotation')
    expect(await sales.value(`select status from public.quotations where id = '${id}'`)).toBe('draft')
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'Banner', 2, 60, 18)`)
    expect(await refusalOf(tx, () => workshop.run(approve))).toBe('You may not record the answer to a quotation')

    const order = await sales.value<string>(approve)
    expect(await sales.value(approve)).toBe(order)
    expect(
      await sales.one(`select o.net::text, q.status, q.decided_name, v.version, (
          select e.meta ->> 'words' from public.document_events e where e.record_id = q.id and e.type = 'answer_recorded') as words
        from public.orders o join public.quotations q on q.id = o.quotation_id join public.quotation_versions v on v.quotation_id = q.id
       where o.id = '${order}'`),
    ).toEqual({
      net: '120.00',
      status: 'converted',
      decided_name: 'Anna',
      version: 1,
      words: 'By telephone, 29 Nov 2026',
    })
    expect(
      await server.value(
        `select count(*)::int from public.scheduled_emails where record_id in ('${id}', '${order}') and status <> 'cancelled'`,
      ),
    ).toBe(0)
  })
})
