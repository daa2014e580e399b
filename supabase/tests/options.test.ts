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

test('a client leaves an extra out, and chooses one of a group', async () => {
  await undone(engine, async (tx) => {
    const { sales, client } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(`insert into public.quotation_items
      (quotation_id, position, description, qty, unit_price, discount_pct, vat_rate, is_optional, option_group) values
      ('${id}', 'a1', 'Tray', 1, 100, 0, 18, false, null),
      ('${id}', 'a2', 'Roll-up stand', 2, 98, 10, 18, true, 'Extra'),
      ('${id}', 'a3', 'Foamex', 1, 10, 0, 18, true, 'Board'),
      ('${id}', 'a4', 'Dibond', 1, 20, 0, 18, true, 'Board')`)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const approve = () => client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
    expect(await refusalOf(tx, approve)).toBe('Please choose one of the options of "Board"')

    const board = await sales.value<string>(
      `select id from public.quotation_items where quotation_id = '${id}' and position = 'a4'`,
    )
    await client.run(`select public.choose_options('${uuid}', 1, '{${board}}')`)
    await approve()
    expect(
      await sales.rows(`select i.description from public.order_items i join public.orders o on o.id = i.order_id
        where o.quotation_id = '${id}' order by i.position`),
    ).toEqual([{ description: 'Tray' }, { description: 'Dibond' }])
    // The story says what the client ticked and what they left out, after the discount.
    expect(
      await sales.value(
        `select meta ->> 'words' from public.document_events where record_id = '${id}' and type = 'approved'`,
      ),
    ).toBe('With “Dibond” (€20.00 net). Without “Roll-up stand” (€176.40 net), “Foamex” (€10.00 net)')
  })
})
