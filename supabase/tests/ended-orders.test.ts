import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An approved quotation with 1 fascia of €1,000, 10 boards of €20 and €120 off, half of it paid ahead by transfer. */
async function ordered({ sales, accounts }: Trade) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'item', 'Tray fascia', 1, 1000, 18), ('${id}', 'a2', 'item', 'Site boards', 10, 20, 18),
      ('${id}', 'a3', 'discount', 'For the year', 1, 120, 18)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  await accounts.run(`select public.record_payment('${row.clientContact}', 637.20, 'bank', p_order_id => '${order}')`)
  const boards = await sales.value<string>(
    `select id from public.order_items where order_id = '${order}' and description = 'Site boards'`,
  )
  return { order, boards }
}

const brings = async ({ workshop }: Trade, order: string, line: string, qty: number) => {
  const delivery = await workshop.value<string>(
    `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 10}]')`,
  )
  const item = await workshop.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
  await workshop.run(
    `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${item}", "qty": ${qty}}]', 'Carla')`,
  )
  return delivery
}
const lines = ({ sales }: Trade, order: string) =>
  sales.rows(
    `select description, trim_scale(abs(qty))::text as qty, net::text from public.order_items where order_id = '${order}' order by position`,
  )
const head = ({ sales }: Trade, order: string) =>
  sales.one(`select gross::text, deposit_amount::text as deposit, status from public.orders where id = '${order}'`)
const end = ({ sales }: Trade, order: string, shown = 'null') =>
  sales.value<Record<string, unknown>>(`select public.end_order('${order}', 'The shop closed', ${shown})`)

test('what was brought stays ordered: lines, the discount by its share, jobs, the delivery and the total follow', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    expect(await head(trade, order)).toEqual({ gross: '1274.40', deposit: '637.20', status: 'confirmed' })
    const delivery = await brings(trade, order, boards, 6)
    const shown = await trade.sales.value<Record<string, unknown>>(`select public.order_end('${order}')`)
    expect(shown).toMatchObject({ gross_before: '1274.40', gross: '127.44', deliveries: [{ is_cancelled: false }] })
    expect(await head(trade, order)).toMatchObject({ gross: '1274.40', status: 'part_delivered' })

    expect(await end(trade, order, "'127.44'")).toEqual(shown)
    // 120.00 of 1,200.00 are a tenth: of 120.00 too.
    expect(await lines(trade, order)).toEqual([
      { description: 'Tray fascia', qty: '0', net: '0.00' },
      { description: 'Site boards', qty: '6', net: '120.00' },
      { description: 'For the year', qty: '1', net: '-12.00' },
    ])
    expect(await head(trade, order)).toMatchObject({ gross: '127.44', status: 'delivered' })
    expect(
      await trade.sales.rows(`select title, status from public.jobs where order_id = '${order}' order by job_number`),
    ).toEqual([
      { title: 'Tray fascia', status: 'cancelled' },
      { title: 'Site boards', status: 'delivered' },
    ])
    expect(
      await trade.sales
        .one(`select status, (select sum(qty)::int from public.delivery_items where delivery_id = d.id) as qty
      from public.deliveries d where id = '${delivery}'`),
    ).toEqual({ status: 'delivered', qty: 6 })
  })
})

test('the last invoice deducts the deposit, and what the order does not come to is credited at once', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    expect(await end(trade, order)).toMatchObject({ gross: '127.44', freed: '509.76' })
    expect(await trade.accounts.value(`select public.order_to_invoice('${order}')`)).toEqual({
      amount: '0.00',
      drafted: '0.00',
    })
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(
      await trade.accounts.one(`select kind, gross::text, balance::text from public.invoices where id = '${invoice}'`),
    ).toEqual({
      kind: 'final',
      gross: '0.00',
      balance: '0.00',
    })
    expect(await head(trade, order)).toMatchObject({ status: 'completed' })
    expect(await trade.accounts.value(`select public.free_deposits('${order}')`)).toEqual([])
    expect(
      await trade.accounts.rows(`select n.gross::text, n.open::text, n.reason from public.credit_notes n
        join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}'`),
    ).toEqual([
      {
        gross: '509.76',
        open: '509.76',
        reason: expect.stringMatching(/^Paid ahead for SO-.* and not needed for it$/),
      },
    ])
  })
})

/** A fascia of 1,342.79 and boards of 133.08 at 18 %, and 67.50 at 0 %: 904.51 are paid ahead. */
async function ofTwoRates({ sales, accounts }: Trade) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, vat_treatment)
    values ('${id}', 'a1', 'item', 'Boards', 1, 133.08, 18, 'standard'), ('${id}', 'a2', 'item', 'Fascia', 1, 1342.79, 18, 'standard'),
      ('${id}', 'a3', 'item', 'Fitting abroad', 1, 67.50, 0, 'exempt')`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  await accounts.run(`select public.record_payment('${row.clientContact}', 904.51, 'bank', p_order_id => '${order}')`)
  const stays = await sales.rows<{ id: string }>(
    `select id from public.order_items where order_id = '${order}' and description <> 'Fascia' order by position`,
  )
  return { order, stays: stays.map((line) => line.id) }
}

const bringsAll = async ({ workshop }: Trade, order: string, lines: readonly string[]) => {
  const planned = JSON.stringify(lines.map((id) => ({ order_item_id: id, qty: 1 })))
  const delivery = await workshop.value<string>(`select public.plan_delivery('${order}', '${planned}')`)
  const dropped = await workshop.rows<{ id: string }>(
    `select id from public.delivery_items where delivery_id = '${delivery}'`,
  )
  const done = JSON.stringify(dropped.map(({ id }) => ({ delivery_item_id: id, qty: 1 })))
  await workshop.run(`select public.deliver_drop('${delivery}', '${done}', 'Carla')`)
}

/** What the client's page, the statement, the pay page and the credit notes of an order say is free and open. */
const figures = async ({ accounts, server }: Trade, order: string) => {
  const page = await server.value<{ money: { credit: string } | null; open_invoices: unknown[]; paid: string }>(
    `select private.order_money(o) from public.orders o where o.id = '${order}'`,
  )
  const day = await server.value<string>(`select private.company_today()::text`)
  const statement = await accounts.value<{ closing: string; open: unknown[]; ageing: { unallocated: string } }>(
    `select public.client_statement('${row.clientContact}', '2000-01-01', '${day}')`,
  )
  return {
    page: page.money?.credit ?? null,
    asked: page.open_invoices,
    statement: statement.closing,
    unallocated: statement.ageing.unallocated,
    payBack: await accounts.value(
      `select coalesce(sum(o.amount::numeric), 0)::text from public.credit_notes n join public.invoices v on v.id = n.invoice_id,
        lateral public.refund_options(n.id) as o where v.order_id = '${order}'`,
    ),
    credit: await server.value(`select private.client_credit('${row.clientContact}')::text`),
  }
}
const oneFigure = {
  page: '679.98',
  asked: [],
  statement: '-679.98',
  unallocated: '679.98',
  payBack: '679.98',
  credit: '679.98',
}

test('a deposit of two rates: before and after the last invoice each page says the same free money, and asks for nothing', async () => {
  await inTrade(async (trade) => {
    const { order, stays } = await ofTwoRates(trade)
    await bringsAll(trade, order, stays)
    expect(await end(trade, order)).toMatchObject({ gross: '224.53', freed: '679.98' })
    expect(await figures(trade, order)).toEqual(oneFigure)

    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(await figures(trade, order)).toEqual(oneFigure)
    expect(
      await trade.accounts.one(
        `select kind, status, gross::text, paid::text, balance::text from public.invoices where id = '${invoice}'`,
      ),
    ).toEqual({ kind: 'final', status: 'paid', gross: '33.75', paid: '33.75', balance: '0.00' })
    // A deduction at its rate or a credit note: nothing else takes the tax of a deposit off.
    expect(
      await trade.accounts
        .rows(`select t.vat_rate::int as rate, sum(t.base)::text as base, sum(t.vat)::text as vat from (
        select t.vat_rate, t.base, t.vat from public.invoice_vat t join public.invoices v on v.id = t.invoice_id where v.order_id = '${order}'
        union all select t.vat_rate, -t.base, -t.vat from public.credit_note_vat t join public.credit_notes n on n.id = t.credit_note_id
          join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}') as t group by 1 order by 1`),
    ).toEqual([
      { rate: 0, base: '67.50', vat: '0.00' },
      { rate: 18, base: '133.08', vat: '23.95' },
    ])
    expect(await trade.accounts.value(`select public.free_deposits('${order}')`)).toEqual([])
  })
})

test('all that stays is invoiced already when the rest ends: the free deposit settles what is open of it', async () => {
  await inTrade(async (trade) => {
    const { order, stays } = await ofTwoRates(trade)
    await bringsAll(trade, order, stays)
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(await trade.server.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('33.75')
    expect(await end(trade, order)).toMatchObject({ gross: '224.53', freed: '713.73' })
    expect(await figures(trade, order)).toEqual(oneFigure)
    expect(await trade.server.value(`select status from public.invoices where id = '${invoice}'`)).toBe('paid')
  })
})

test('a credit note that a person writes over the free deposit settles the open rest first, too', async () => {
  await inTrade(async (trade) => {
    const { order, stays } = await ofTwoRates(trade)
    await bringsAll(trade, order, stays)
    const deposit = await trade.accounts.value<string>(
      `select id from public.invoices where order_id = '${order}' and kind = 'deposit'`,
    )
    // A draft over it decides what it takes: nothing happens by itself.
    const note = await trade.accounts.value<string>(`select public.make_credit_note('${deposit}', 'Goes back')`)
    await end(trade, order)
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    await trade.accounts.run(`select public.issue_credit_note('${note}')`)
    expect(await trade.accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('0.00')
    expect((await figures(trade, order)).asked).toEqual([])
  })
})

test('an open deposit invoice asks for no more than the order comes to', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    const kept = await trade.server.one(
      `select deposit_amount::text as asked, deposit_paid::text as paid from public.orders where id = '${order}'`,
    )
    expect(kept).toEqual({ asked: '637.20', paid: '637.20' })
    await trade.server.run(`update public.orders set deposit_amount = 1274.40 where id = '${order}'`)
    await trade.accounts.run(`select public.issue_deposit_invoice('${order}')`)
    await brings(trade, order, boards, 6)
    await end(trade, order)
    expect(
      await trade.accounts.rows(
        `select status, gross::text, credited::text, balance::text from public.invoices where order_id = '${order}' order by invoice_number`,
      ),
    ).toEqual([
      { status: 'paid', gross: '637.20', credited: '0.00', balance: '0.00' },
      { status: 'credited', gross: '637.20', credited: '637.20', balance: '0.00' },
    ])
    expect(
      await trade.sales.value(
        `select count(*)::int from public.payment_requests where order_id = '${order}' and status = 'open'`,
      ),
    ).toBe(0)
  })
})

test('money that is kept beyond the order, where sales tax is charged, is credit of the client again', async () => {
  await inTrade(async (trade, tx) => {
    await tx.exec(`update public.company_settings set tax_kind = 'sales_tax'`)
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    expect(await end(trade, order)).toMatchObject({ gross: '127.44', freed: '509.76' })
    expect(
      await trade.server.one(
        `select deposit_paid::text as paid, deposit_amount::text as asked from public.orders where id = '${order}'`,
      ),
    ).toEqual({ paid: '127.44', asked: '127.44' })
  })
})

test('what invoices bill beyond it is credited first; nothing brought, all brought, on the road and a changed total are refused in words', async () => {
  await inTrade(async (trade, tx) => {
    const { order, boards } = await ordered(trade)
    const tried = (shown?: string) => refusalOf(tx, () => end(trade, order, shown))
    expect(await tried()).toBe('Nothing of this order is delivered. Cancel it instead.')
    await brings(trade, order, boards, 6)
    expect(await refusalOf(tx, () => trade.workshop.run(`select public.end_order('${order}', 'No')`))).toBe(
      'You may not end orders',
    )
    expect(await tried("'127.45'")).toBe(
      'The order would come to 127.44 now, not to 127.45: something of it changed meanwhile. Please look again.',
    )
    const next = await trade.workshop.value<string>(`select public.plan_delivery('${order}')`)
    await trade.server.run(`update public.deliveries set status = 'out' where id = '${next}'`)
    expect(await tried()).toBe('A delivery of this order is on the road. Set it back to ready first.')
    await trade.server.run(`update public.deliveries set status = 'ready' where id = '${next}'`)

    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    expect(await tried()).toBe(
      'Of "Tray fascia" 1 are on a draft of an invoice and 0 delivered. Please lower the draft first.',
    )
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(await tried()).toBe(
      'Of "Tray fascia" 1 are on invoices and 0 delivered. Please credit the rest first, as what is invoiced again.',
    )
    await trade.accounts.run(`select public.credit_order('${order}', 'The shop closed', p_again => true)`)
    expect(await tried()).toBe('done')
    expect(await head(trade, order)).toMatchObject({ gross: '127.44', status: 'delivered' })
    expect(await trade.sales.value(`select status from public.deliveries where id = '${next}'`)).toBe('cancelled')
    expect(await tried()).toBe('Everything of this order is delivered')
  })
})

test('a running timer ends, planned material of the rest is free, and an order on hold ends where it was', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    const job = await trade.server.value<string>(`select id from public.jobs where order_item_id = '${boards}'`)
    const step = await trade.server.value<string>(
      `insert into public.job_steps (job_id, position, name) values ('${job}', 'a0', 'Print') returning id`,
    )
    const item = await trade.server.value<string>(
      `insert into public.inventory_items (sku, name, form, buy_unit, sell_unit) values ('END-1', 'Board', 'length', 'm', 'm') returning id`,
    )
    await trade.server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${item}', 'count', 100)`)
    await trade.workshop.run(`select public.plan_material('${job}', '${item}', 10)`)
    await trade.workshop.run(`select public.start_step('${step}')`)
    await brings(trade, order, boards, 6)
    await trade.sales.run(`select public.hold_order('${order}', 'Money')`)
    await end(trade, order)
    expect(await trade.server.rows(`select status from public.time_entries where job_id = '${job}'`)).toEqual([
      { status: 'completed' },
    ])
    expect(await head(trade, order)).toMatchObject({ status: 'delivered' })
    expect(
      await trade.server
        .one(`select status, qty::text, (select trim_scale(m.qty_planned) || ' ' || trim_scale(m.qty_used) || ' ' || trim_scale(i.reserved) || ' ' || trim_scale(i.on_hand)
        from public.job_materials m join public.inventory_items i on i.id = m.item_id where m.job_id = j.id) as material from public.jobs j where id = '${job}'`),
    ).toEqual({ status: 'delivered', qty: '6.0000', material: '6 6 0 94' })
  })
})

/** Four pieces of a job, delivery and fitting as one line without a job, and 7.5 % off. */
async function fitted({ sales }: Trade) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Letters')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, details, qty, unit_price, vat_rate, makes_job)
    values ('${id}', 'a1', 'item', 'Letters', null, 4, 100, 18, null), ('${id}', 'a2', 'item', 'Delivery and fitting', null, 1, 792, 18, false),
      ('${id}', 'a3', 'discount', 'For the year', 'As agreed\n7.5 % × €1,192.00 = €89.40', 1, 89.40, 18, null)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  const lines = await sales.rows<{ id: string; description: string }>(
    `select id, description from public.order_items where order_id = '${order}' order by position`,
  )
  return { order, letters: lines[0]?.id ?? '', fitting: lines[1]?.id ?? '' }
}

test('fitting that no note counts stays whole unless a person says less, and counts as delivered', async () => {
  await inTrade(async (trade, tx) => {
    const { order, letters, fitting } = await fitted(trade)
    await brings4(trade, order, letters, 3)
    const shown = (stays: unknown = null) =>
      trade.sales.value<{ gross: string; choices: unknown[] }>(
        `select public.order_end('${order}', ${stays === null ? 'null' : `'${JSON.stringify(stays)}'`})`,
      )
    // 300.00 and 792.00 of 1,192.00, and as much of 89.40.
    expect(await shown()).toMatchObject({
      gross: '1191.91',
      choices: [
        { id: letters, ordered: '4', delivered: '3', stays: '3', is_uncounted: false },
        { id: fitting, ordered: '1', delivered: '0', stays: '1', is_uncounted: true },
      ],
    })
    expect(await shown([{ id: fitting, qty: '0' }])).toMatchObject({ choices: [{ stays: '3' }, { stays: '0' }] })
    const tried = (qty: unknown) => refusalOf(tx, () => shown([{ id: letters, qty }]))
    const between = 'Of "Letters" 3 are delivered and 4 ordered: please enter a quantity between them'
    expect([await tried('2'), await tried('5'), await tried('many'), await tried('-1')]).toEqual([
      between,
      between,
      between,
      between,
    ])
    expect(await tried('3.5')).toMatch(/whole/)
    expect(await refusalOf(tx, () => trade.sales.run(`select public.order_end('${order}', '{"id": 1}')`))).toBe(
      'What stays is a list of lines',
    )
    await trade.sales.run(
      `select public.end_order('${order}', 'Enough', '1191.91', '[{"id": "${fitting}", "qty": "1"}]')`,
    )
    expect(await head(trade, order)).toMatchObject({ gross: '1191.91', status: 'delivered' })
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    expect(await trade.accounts.value(`select gross::text from public.invoices where id = '${invoice}'`)).toBe(
      '1191.91',
    )
  })
})

const brings4 = async ({ workshop }: Trade, order: string, line: string, qty: number) => {
  const delivery = await workshop.value<string>(
    `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 4}]')`,
  )
  const item = await workshop.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
  await workshop.run(
    `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${item}", "qty": ${qty}}]', 'Carla')`,
  )
}

test('a share of a discount does not say how the whole one came about; what a person wrote stays', async () => {
  await inTrade(async (trade) => {
    const { order, letters } = await fitted(trade)
    const details = (from: string) =>
      trade.server.rows(`select details from public.${from} i where i.kind = 'discount' order by i.id`)
    expect(await details(`order_items`)).toContainEqual({ details: 'As agreed\n7.5 % × €1,192.00 = €89.40' })
    await brings4(trade, order, letters, 3)
    const part = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    const paper = await trade.server.value<{ lines: { kind: string; details: string | null }[] }>(
      `select private.invoice_document('${part}')`,
    )
    expect(paper.lines.find(({ kind }) => kind === 'discount')?.details).toBe('As agreed')
    await trade.sales.run(`select public.end_order('${order}', 'Enough', null, null)`)
    expect(await details(`order_items`)).toContainEqual({ details: 'As agreed' })
  })
})

test('the client gets one mail, that the order has changed, and none of the note or delivery that ends with it', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    const mails = () =>
      trade.server.rows(
        `select template_key, variables from public.scheduled_emails where record_kind in ('delivery', 'order', 'credit_note')`,
      )
    await trade.server.run(`update public.email_templates set is_active = true where sent_on is not null`)
    expect(await mails()).toEqual([])
    await end(trade, order)
    expect(await mails()).toEqual([{ template_key: 'order_changed', variables: { total_before: '1274.40' } }])
  })
})

test.each([
  ['7.5 % × €1,000.00 = €75.00', '-75.00', '7.5 % × €1,000.00 = €75.00'],
  ['7.5 % × €1,000.00 = €75.00', '-7.50', null],
  ['7,5 % × 1.000,00 € = 75,00 €', '-75.00', '7,5 % × 1.000,00 € = 75,00 €'],
  ['7,5 % × 1 000,00 zł = 75,00 zł', '-56.25', null],
  ["7.5 % × CHF 1'000.00 = CHF 75.00\nfor the year", '-56.25', 'for the year'],
  ['2 % × 3 weeks = late', '-56.25', '2 % × 3 weeks = late'],
])('of “%s” beside %s stays %s', async (details, net, stays) => {
  await inTrade(async (trade) => {
    const sql = details.replaceAll("'", "''")
    expect(await trade.server.value(`select private.fitting_details('discount', '${sql}', ${net})`)).toBe(stays)
    expect(
      await trade.server.value(
        `select private.line_facts(jsonb_build_object('kind', 'discount', 'details', '${sql}', 'net', '${net}')) ->> 'details'`,
      ),
    ).toBe(stays)
    expect(await trade.server.value(`select private.fitting_details('item', '${sql}', ${net})`)).toBe(details)
  })
})

test('the client reads what stays, when the rest ended, and what became of their money', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    const read = () =>
      trade.server.value<Record<string, unknown>>(
        `select private.order_of_quotation(o.quotation_id) -> 'order' from public.orders o where o.id = '${order}'`,
      )
    expect(await read()).toMatchObject({ gross: '1274.40', paid: '637.20', money: null, ended: null })
    await end(trade, order)
    const today = await trade.server.value<string>('select private.company_today()::text')
    const beyond = { credit: '509.76', used: [], paid_back: '0.00', paid_back_on: null }
    expect(await read()).toMatchObject({
      gross: '127.44',
      paid: '637.20',
      money: beyond,
      ended: { on: today, gross_before: '1274.40' },
      stays: {
        net: '108.00',
        vat: '19.44',
        lines: [
          { description: 'Site boards', qty: '6.0000', net: '120.00' },
          { description: 'For the year', net: '-12.00' },
        ],
      },
    })
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    const note = await trade.accounts.value<string>(
      `select n.id from public.credit_notes n join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}'`,
    )
    // Nothing has gone back yet: all of it came, and a part is credit.
    expect(await read()).toMatchObject({ paid: '637.20', money: beyond })
    const payment = await trade.accounts.value<string>(`select id from public.payments where order_id = '${order}'`)
    await trade.accounts.run(`select public.refund_payment('${payment}', 500, 'Back', null, '${note}')`)
    expect(await read()).toMatchObject({
      paid: '637.20',
      money: { credit: '9.76', used: [], paid_back: '500.00', paid_back_on: today },
    })
  })
})

/** Boards 3 × 25.9634, lettering 94.74 and a fascia 1,333.89, an option of 120.00 that the client took, and 10 % of the three. */
async function inPercent({ sales }: Trade, details = '10 % × €1,506.52 = €150.65') {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Opening')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, details, qty, unit_price, vat_rate, vat_treatment, is_optional, is_selected)
    values ('${id}', 'a1', 'item', 'Boards', null, 3, 25.9634, 18, 'standard', false, false), ('${id}', 'a2', 'item', 'Lettering', null, 1, 94.74, 18, 'standard', false, false),
      ('${id}', 'a3', 'item', 'Fascia', null, 1, 1333.89, 18, 'standard', false, false), ('${id}', 'a4', 'item', 'Lighting', null, 1, 120, 18, 'standard', true, true),
      ('${id}', 'a5', 'item', 'Abroad', null, 1, 67.50, 0, 'exempt', false, false),
      ('${id}', 'a6', 'discount', 'Opening discount', '${details}', 1, 150.65, 18, 'standard', false, false)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  const items = await sales.rows<{ id: string; description: string }>(
    `select id, description from public.order_items where order_id = '${order}'`,
  )
  return { order, idOf: (name: string) => items.find(({ description }) => description === name)?.id ?? expect.fail() }
}
const discountOf = ({ server }: Trade, order: string) =>
  server.one(`select trim_scale(qty)::text as qty, trim_scale(unit_price)::text as price, net::text, details
    from public.order_items where order_id = '${order}' and kind = 'discount'`)

test('a discount in percent stays that percentage of its own lines when they are lowered and when the rest ends', async () => {
  await inTrade(async (trade) => {
    const { order, idOf } = await inPercent(trade)
    await trade.server.run(`select private.lower_lines('${order}', '{"${idOf('Boards')}": 1}')`)
    expect(await discountOf(trade, order)).toEqual({
      qty: '-1',
      price: '148.05',
      net: '-148.05',
      details: '10 % × €1,480.55 = €148.05',
    })
    await trade.workshop.run(`select public.deliver_drop(public.plan_delivery('${order}',
      '[{"order_item_id": "${idOf('Boards')}", "qty": 2}, {"order_item_id": "${idOf('Lettering')}", "qty": 1}]'), null, 'Carla')`)
    await end(trade, order)
    expect(await discountOf(trade, order)).toEqual({
      qty: '-1',
      price: '14.66',
      net: '-14.66',
      details: '10 % × €146.66 = €14.66',
    })
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(
      await trade.server.one(
        `select net::text, (select details from public.invoice_items where invoice_id = v.id and kind = 'discount') as words from public.invoices v where id = '${invoice}'`,
      ),
    ).toEqual({ net: '132.00', words: '10 % × €146.66 = €14.66' })
  })
})

test('a percentage of lines at two rates stays it at each of them, by its name, when they are lowered, invoiced in parts and end', async () => {
  await inTrade(async (trade) => {
    const { sales, workshop, accounts, server } = trade
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Opening')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, details, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Boards', null, 3, 25.99, 18), ('${id}', 'a2', 'item', 'Books', null, 4, 12.35, 5), ('${id}', 'a3', 'item', 'Fascia', null, 1, 1000, 18),
        ('${id}', 'a4', 'discount', ' ', '7.5 % × €1,077.97 = €80.84', 1, 80.84, 18), ('${id}', 'a5', 'discount', '', '7,5 % × 49,40 € = 3,70 €', 1, 3.70, 5)`)
    const discounts = async (of: 'quotation' | 'order' | 'invoice', at: string) =>
      (
        await server.rows<{ words: string }>(
          `select concat_ws(' · ', description, net::text, details) as words from public.${of}_items where ${of}_id = '${at}' and kind = 'discount' order by position`,
        )
      ).map(({ words }) => words)
    const whole = [
      'Discount 7.5 % · -80.84 · 7.5 % × €1,077.97 = €80.84',
      'Discount 7.5 % · -3.70 · 7,5 % × 49,40 € = 3,70 €',
    ]
    expect(await discounts('quotation', id)).toEqual(whole)
    await sales.run(`select public.send_quotation('${id}')`)
    const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
    expect(await discounts('order', order)).toEqual(whole)
    const items = await sales.rows<{ id: string; description: string }>(
      `select id, description from public.order_items where order_id = '${order}'`,
    )
    const idOf = (name: string) => items.find(({ description }) => description === name)?.id ?? expect.fail()
    // Two books less: 7.5 % of 24.70 is 1.8525. The lines at 18 % stay, and so does theirs.
    await server.run(`select private.lower_lines('${order}', '{"${idOf('Books')}": 2}')`)
    expect(await discounts('order', order)).toEqual([whole[0], 'Discount 7.5 % · -1.85 · 7,5 % × €24.70 = €1.85'])
    // A part invoice over one board of 25.99 has 80.84 × 25.99 / 1,077.97 = 1.949 of it, under the same name.
    await workshop.run(`select public.deliver_drop(public.plan_delivery('${order}',
      '[{"order_item_id": "${idOf('Boards')}", "qty": 1}, {"order_item_id": "${idOf('Books')}", "qty": 2}]'), null, 'Carla')`)
    const part = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await accounts.run(`select public.issue_invoice('${part}')`)
    expect(await discounts('invoice', part)).toEqual([
      'Discount 7.5 % · -1.94',
      'Discount 7.5 % · -1.85 · 7,5 % × €24.70 = €1.85',
    ])
    await end(trade, order)
    expect(await discounts('order', order)).toEqual([
      'Discount 7.5 % · -1.94',
      'Discount 7.5 % · -1.85 · 7,5 % × €24.70 = €1.85',
    ])
    expect(
      await server.one(
        `select o.net::text, (select sum(v.net)::text from public.invoices v where v.order_id = o.id) as billed from public.orders o where o.id = '${order}'`,
      ),
    ).toEqual({ net: '46.90', billed: '46.90' })
  })
})

test('a discount that nobody named has a plain name that follows its percentage; a name of its own stays', async () => {
  await inTrade(async ({ sales, server }) => {
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Opening')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Boards', 3, 100, 18), ('${id}', 'a2', 'discount', '', 1, 20, 18), ('${id}', 'a3', 'discount', 'For the year', 1, 20, 18)`)
    const names = () =>
      sales.value(
        `select string_agg(description, ' | ' order by position) from public.quotation_items where quotation_id = '${id}' and kind = 'discount'`,
      )
    const write = (price: number, details: string) =>
      sales.run(
        `update public.quotation_items set unit_price = ${price}, details = ${details} where quotation_id = '${id}' and kind = 'discount'`,
      )
    expect(await names()).toBe('Discount | For the year')
    await write(30, `'10 % × €300.00 = €30.00'`)
    expect(await names()).toBe('Discount 10 % | For the year')
    await write(15, `E'As agreed\n5 % × €300.00 = €15.00'`)
    expect(await names()).toBe('Discount 5 % | For the year')
    await write(16, 'null')
    expect(await names()).toBe('Discount | For the year')
    await sales.run(
      `update public.quotation_items set description = ' ' where quotation_id = '${id}' and position = 'a3'`,
    )
    expect(await names()).toBe('Discount | Discount')
    // Papers of before it say the same.
    expect(
      await server.value(
        `select string_agg(private.line_facts(l) ->> 'description', ' | ') from unnest(array['{"kind": "discount", "description": "", "details": "2.5 % × €100.00 = €2.50", "net": -2.50}',
          '{"kind": "discount", "description": "", "net": -2.50}', '{"kind": "text", "description": ""}']::jsonb[]) as l`,
      ),
    ).toBe('Discount 2.5 % | Discount | ')
  })
})

test('a copy of an answered quotation offers its options as they were sent', async () => {
  await inTrade(async (trade) => {
    const { sales, client } = trade
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Opening')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, is_optional, is_selected)
      values ('${id}', 'a1', 'item', 'Boards', 1, 100, 18, false, false), ('${id}', 'a2', 'item', 'Lighting', 1, 120, 18, true, false),
        ('${id}', 'a3', 'item', 'Fitting', 1, 50, 18, true, true)`)
    await sales.run(`select public.send_quotation('${id}')`)
    const [lighting] = await sales.rows<{ id: string; link: string }>(
      `select i.id, q.public_uuid as link from public.quotation_items i join public.quotations q on q.id = i.quotation_id
        where i.quotation_id = '${id}' and i.description = 'Lighting'`,
    )
    await client.run(
      `select public.approve_quotation('${lighting?.link}', 1, 'Carla', true, null, '{${lighting?.id}}'::uuid[])`,
    )
    const chosen = (of: string) =>
      sales.rows(
        `select description from public.quotation_items where quotation_id = '${of}' and is_selected order by position`,
      )
    expect(await chosen(id)).toEqual([{ description: 'Lighting' }])
    expect(await chosen(await sales.value<string>(`select public.copy_quotation('${id}')`))).toEqual([
      { description: 'Fitting' },
    ])
  })
})

test('what invoices gave of a percentage stays, and the rest of it follows its lines; a sum that no lines come to keeps its share', async () => {
  await inTrade(async (trade) => {
    const { order, idOf } = await inPercent(trade)
    await trade.workshop.run(`select public.deliver_drop(public.plan_delivery('${order}',
      '[{"order_item_id": "${idOf('Boards')}", "qty": 1}, {"order_item_id": "${idOf('Lettering')}", "qty": 1}]'), null, 'Carla')`)
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    await trade.server.run(`select private.lower_lines('${order}', '{"${idOf('Boards')}": 1}')`)
    expect(await discountOf(trade, order)).toMatchObject({ net: '-148.05', details: null })

    // 1,506.53 is the sum of no lines: it falls by the share of all lines at its rate.
    const other = await inPercent(trade, '10 % × €1,506.53 = €150.65')
    await trade.server.run(`select private.lower_lines('${other.order}', '{"${other.idOf('Boards')}": 1}')`)
    expect(await discountOf(trade, other.order)).toMatchObject({ net: '-148.24', details: null })
  })
})

test('papers leave out lines of which nothing is ordered any more', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    await end(trade, order)
    const paper = await trade.sales.value<{ lines: { description: string }[] }>(
      `select public.order_document('${order}')`,
    )
    expect(paper.lines.map(({ description }) => description)).toEqual(['Site boards', 'For the year'])
  })
})
