import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCounted } from '../../src/documents/units.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

// Pieces are whole (decision 0884), on every paper and in every hand.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

const draft = async ({ sales }: Trade, lines: string) => {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit, width_mm, height_mm, unit_price, vat_rate)
    values ${lines.replaceAll('$q', `'${id}'`)}`)
  return id
}

test('which quantities are counted is the same in SQL and TypeScript', async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      'piece',
      ' Pieces',
      'PCS',
      'pc',
      'sheet',
      'roll',
      'box',
      'set',
      'pair',
      '',
      ' ',
      'hour',
      'm2',
      'm²',
      'm',
      'M_edge',
      'ft2',
      'yd',
    ),
    fc.constantFrom('kg', 'litre', 'ml', 'day', 'minute', 'lump'),
  )
  const side = fc.constantFrom(null, '0', '1200', '850.5')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.option(unit), side, side), { minLength: 1, maxLength: 30 }),
      async (lines) => {
        const { rows } = await engine.query<{ is: boolean }>(
          `select private.is_counted(private.unit_of_pieces(unit, width, height)) as "is"
           from jsonb_to_recordset($1) as l (place integer, unit text, width numeric, height numeric) order by place`,
          [JSON.stringify(lines.map(([one, width, height], place) => ({ place, unit: one, width, height })))],
        )
        expect(rows.map(({ is }) => is)).toEqual(
          lines.map(([one, width_mm, height_mm]) => isCounted({ unit: one, width_mm, height_mm })),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('a line of a quotation has whole pieces; hours and m² without a size may be parts', async () => {
  await inTrade(async (trade, tx) => {
    const { sales } = trade
    const id = await draft(
      trade,
      `($q, 'a1', 'Fascia', 2, 'piece', null, null, 10, 18), ($q, 'a2', 'Design', 1.5, 'hour', null, null, 45, 18),
      ($q, 'a3', 'Vinyl', 2.5, 'm2', null, null, 30, 18), ($q, 'a4', 'Panel', 3, 'm2', 1200, 850.5, 30, 18)`,
    )
    const write = (position: string, values: string) => () =>
      sales.run(`update public.quotation_items set ${values} where quotation_id = '${id}' and position = '${position}'`)
    const answers = []
    for (const [position, values] of [
      ['a1', 'qty = 1.5'],
      ['a1', "unit = 'box', qty = 0.5"],
      ['a2', 'unit = null'],
      ['a3', 'width_mm = 900, height_mm = 600'],
      ['a4', 'qty = 2.25'],
      ['a2', 'qty = 2.25'],
      ['a4', 'qty = 4'],
    ] as const)
      answers.push(await refusalOf(tx, write(position, values)))
    expect(answers).toEqual([
      'Fascia is counted in whole pieces',
      'Fascia is counted in whole boxes',
      'Design is counted in whole pieces',
      'Vinyl is counted in whole pieces',
      'Panel is counted in whole pieces',
      'done',
      'done',
    ])
    expect(
      await refusalOf(tx, () =>
        sales.run(
          `insert into public.quotation_items (quotation_id, position, qty, unit_price) values ('${id}', 'a5', 0.5, 1)`,
        ),
      ),
    ).toBe('A line is counted in whole pieces')
  })
})

/** The quotation is approved: its order, the line and the job of it. */
async function approved({ sales, client, server }: Trade, id: string) {
  const uuid = await server.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
  const order = await sales.value<string>(`select id from public.orders where quotation_id = '${id}'`)
  const line = await server.value<string>(
    `select id from public.order_items where order_id = '${order}' and kind = 'item'`,
  )
  return { order, line, job: await server.value<string>(`select id from public.jobs where order_item_id = '${line}'`) }
}
const deliveries = ({ workshop, server }: Trade, order: string, line: string) => ({
  plan: async (qty: number) => {
    const id = await workshop.value<string>(
      `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": ${qty}}]')`,
    )
    return { id, item: await server.value<string>(`select id from public.delivery_items where delivery_id = '${id}'`) }
  },
  hand: ({ id, item }: { id: string; item: string }, qty: number) =>
    workshop.run(`select public.deliver_drop('${id}', '[{"delivery_item_id": "${item}", "qty": ${qty}}]', 'Maria')`),
})

test('order, job, delivery, hand-over, invoice, credit and purchase order take whole pieces', async () => {
  await inTrade(async (trade, tx) => {
    const { sales, accounts, server } = trade
    const id = await draft(trade, `($q, 'a1', 'Fascia', 4, 'piece', null, null, 10, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    const { order, line, job } = await approved(trade, id)
    const { plan, hand } = deliveries(trade, order, line)
    const said: string[] = []
    const tried = async (work: () => Promise<unknown>) => said.push(await refusalOf(tx, work))

    await tried(() => plan(1.5))
    const delivery = await plan(3)
    await tried(() => hand(delivery, 0.5))
    await hand(delivery, 2)
    await tried(() =>
      server.run(`insert into public.job_steps (job_id, position, name, qty_good) values ('${job}', 'a9', 'Cut', 0.5)`),
    )
    await tried(() => server.run(`update public.jobs set qty = 1.25 where id = '${job}'`))
    const extra = await sales.value<string>(`select public.amend_order('${order}')`)
    await tried(() => sales.run(`select public.take_off_order_line('${extra}', '${line}', 0.5)`))
    const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await tried(() => accounts.run(`update public.invoice_items set qty = 1.5 where invoice_id = '${invoice}'`))
    await tried(() =>
      accounts.run(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate)
        values ('${invoice}', 'b1', 'Fascia', 0.5, 1, 18)`),
    )
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const billed = await server.value<string>(`select id from public.invoice_items where invoice_id = '${invoice}'`)
    await tried(() =>
      accounts.run(
        `select public.make_credit_note('${invoice}', 'Scratched', '[{"invoice_item_id": "${billed}", "qty": 0.5}]')`,
      ),
    )
    expect(said).toEqual(said.map(() => 'Fascia is counted in whole pieces'))
    expect(said).toHaveLength(8)

    const thing =
      await server.value<string>(`insert into public.inventory_items (sku, name, form, buy_unit, sell_unit, sell_per_buy)
      values ('W-1', 'Screws', 'piece', 'box', 'piece', 100) returning id`)
    const purchase = await server.value<string>(
      `insert into public.purchase_orders (purchase_number, supplier_id) values ('PO-W', '${row.business}') returning id`,
    )
    expect(
      await refusalOf(tx, () =>
        server.run(
          `insert into public.purchase_order_lines (purchase_order_id, item_id, qty) values ('${purchase}', '${thing}', 1.5)`,
        ),
      ),
    ).toBe('Screws is counted in whole boxes')
  })
})

test('a line from before pieces had to be whole goes its way to the credit note, and is not sent again', async () => {
  await inTrade(async (trade, tx) => {
    const { sales, accounts, server } = trade
    const id = await draft(trade, `($q, 'a1', 'Fascia', 2, 'piece', null, null, 10, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    await server.run(`update public.quotation_items set qty = 1.5 where quotation_id = '${id}'`)
    const other = await draft(trade, `($q, 'a1', 'Fascia', 4, 'piece', null, null, 10, 18)`)
    await sales.run(`select public.send_quotation('${other}')`)
    const { order, line } = await approved(trade, id)
    const { plan, hand } = deliveries(trade, order, line)
    const delivery = await plan(1.5)
    await hand(delivery, 1)
    await hand(delivery, 0.5)
    const begun = await approved(trade, other)
    await server.run(`insert into public.deliveries (id, delivery_number, order_id, contact_id, project_title) values
      ('${row.business}', 'DN-W', '${begun.order}', '${row.clientContact}', 'Fascia')`)
    await trade.server.run('select 1')
    await tx.exec(`alter table public.delivery_items disable trigger whole_pieces;
      insert into public.delivery_items (delivery_id, order_item_id, position, qty) values ('${row.business}', '${begun.line}', 'a0', 2.5);
      alter table public.delivery_items enable trigger whole_pieces`)
    await deliveries(trade, begun.order, begun.line).plan(1.5)
    const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Scratched')`)
    expect(await server.value(`select qty::text from public.credit_note_items where credit_note_id = '${note}'`)).toBe(
      '1.5000',
    )

    const copy = await sales.value<string>(`select public.copy_quotation('${id}')`)
    expect(await refusalOf(tx, () => sales.run(`select public.send_quotation('${copy}')`))).toBe(
      'Fascia is counted in whole pieces',
    )
  })
})
