import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

test('an order that a client approves by the link is sold by the owner of its quotation', async () => {
  await undone(engine, async (tx) => {
    const { accounts, sales, client, server } = await tradeIn(tx)
    await server.run(`update public.contacts set account_manager_id = null where id = '${row.clientContact}'`)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(
      `insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate) values ('${id}', 'a1', 'Tray', 1, 123456.78, 18)`,
    )
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
    for (const part of ['sellers', 'winners'])
      expect(
        await accounts.value(`select count(*)::int from public.analytics_records('${part}', current_date - 2, current_date + 2,
          '${idOf('sales')}') where amount = '123456.78'`),
      ).toBe(1)
  })
})
