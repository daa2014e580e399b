import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const item = (n: number) => `e6000000-0000-4000-a000-00000000000${n}`
const calculation = 'e6000000-0000-4000-a000-000000000009'
const inputs = {
  quantity: '10',
  service_id: null,
  parts: [{ id: 'p', name: 'Board', width_mm: '800', height_mm: '600', qty: '1' }],
  steps: [
    { id: 'one', kind: 'sheet', item_id: item(1), parts: null, kerf_mm: '3', may_turn: true },
    {
      id: 'two',
      kind: 'roll',
      item_id: item(2),
      parts: null,
      gap_mm: '5',
      overlap_mm: '0',
      may_turn: true,
      waste_pct: '50',
    },
    { id: 'three', kind: 'item', item_id: item(3), qty: '4', once: false },
    { id: 'four', kind: 'item', item_id: item(3), qty: '1', once: true },
    { id: 'five', kind: 'item', item_id: item(4), qty: '5', per: 'm2', once: false },
  ],
  min_charge: null,
}

test('an approval plans and keeps what the calculation of a line needs; what is short is said', async () => {
  await undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    await tx.exec(`
      insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, buy_unit, sell_unit, sell_per_buy) values
        ('${item(1)}', 'M-1', 'Foamex 5 mm', 'sheet', 3050, 1560, 'sheet', 'sheet', 1),
        ('${item(2)}', 'M-2', 'Vinyl', 'roll', 1370, 50000, 'roll', 'm2', 68.5),
        ('${item(3)}', 'M-3', 'Standoff', 'piece', null, null, 'piece', 'piece', 1),
        ('${item(4)}', 'M-4', 'LED module', 'piece', null, null, 'piece', 'piece', 1);
      insert into public.price_calculations (id, name, inputs, nested, quantity, unit_price, net)
        values ('${calculation}', 'Boards', '${JSON.stringify(inputs)}', '{"one": "2", "two": "5000"}', 10, 20, 200)`)
    await tx.exec(`select private.move_stock(gen_random_uuid(), i.id, 'count', i.qty)
      from (values ('${item(1)}'::uuid, 25), ('${item(2)}', 100), ('${item(3)}', 30)) as i (id, qty)`)
    const ordered = async (pieces: number, [width, height] = [800, 600]) => {
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
      await server.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, calculation_id, makes_job,
          width_mm, height_mm) values ('${id}', 'a1', 'Boards', ${pieces}, 20, 18, '${calculation}', true, ${width}, ${height})`)
      await sales.run(`select public.send_quotation('${id}')`)
      const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
      await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
      return server.rows(`select i.name, trim_scale(m.qty_planned)::text as planned, trim_scale(m.qty_reserved)::text as kept
        from public.job_materials m join public.inventory_items i on i.id = m.item_id join public.jobs j on j.id = m.job_id
        where j.quotation_id = '${id}' order by i.name`)
    }
    expect(await ordered(10)).toEqual([
      { name: 'Foamex 5 mm', planned: '2', kept: '2' },
      { name: 'LED module', planned: '24', kept: '0' },
      { name: 'Standoff', planned: '41', kept: '30' },
      { name: 'Vinyl', planned: '6.85', kept: '6.85' },
    ])
    // The size that is sold counts: sheets and rolls by the area, standoffs by the piece.
    expect(await ordered(10, [1600, 1200])).toMatchObject([
      { name: 'Foamex 5 mm', planned: '8' },
      { name: 'LED module', planned: '96' },
      { name: 'Standoff', planned: '41' },
      { name: 'Vinyl', planned: '27.4' },
    ])
    expect(await ordered(15)).toEqual([
      { name: 'Foamex 5 mm', planned: '3', kept: '3' },
      { name: 'LED module', planned: '36', kept: '0' },
      { name: 'Standoff', planned: '61', kept: '0' },
      { name: 'Vinyl', planned: '10.275', kept: '10.275' },
    ])
  })
})
