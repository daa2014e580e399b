import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

// A record is found among others of its kind: with only one record a missing condition would not show.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))
const id = (number: number) => `c7000000-0000-4000-a000-${String(number).padStart(12, '0')}`

/** An issued invoice with 18 % VAT, due in so many days. */
async function issued({ accounts, server }: Trade, contact: string, price: number, due = 14) {
  const invoice = await accounts.value<string>(`select public.create_invoice('${contact}', 'Lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${invoice}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
  await server.run(`update public.invoices set due_date = private.company_today() + ${due} where id = '${invoice}'`)
  await accounts.run(`select public.issue_invoice('${invoice}')`)
  return invoice
}

test('a delivery that is out or done is put on no other van', async () => {
  await inTrade(async ({ as, server }, tx) => {
    await server.run(`insert into public.vans (id, name) values ('${id(1)}', 'Small van')`)
    const said: Record<string, string> = {}
    for (const status of ['planned', 'out', 'partially_delivered', 'delivered', 'cancelled']) {
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.deliveries set status = '${status}', delivered_at = ${status === 'delivered' ? 'now()' : 'null'},
        scheduled_at = now() + interval '1 day', van_id = null where id = '${row.clientDelivery}'`)
      await server.run(`set local session_replication_role = origin`)
      const mark = await server.value<string>(
        `select private.plan_mark(d) from public.deliveries d where id = '${row.clientDelivery}'`,
      )
      said[status] = await refusalOf(tx, () =>
        as('admin').run(
          `select public.reschedule_on_van('${row.clientDelivery}', '${mark}', now() + interval '2 days', '${id(1)}')`,
        ),
      )
    }
    expect(said).toEqual({
      planned: 'done',
      out: 'This delivery is out',
      partially_delivered: 'This delivery is partially delivered',
      delivered: 'This delivery is delivered',
      cancelled: 'This delivery is cancelled',
    })
  })
})

test('each van is named by its own name in the audit trail', async () => {
  await inTrade(async ({ server }) => {
    await server.run(`insert into public.vans (id, name) values ('${id(1)}', 'Small van'), ('${id(2)}', 'Large van')`)
    const name = (van: number) => server.value(`select private.label_of_column('van_id', '${id(van)}')`)
    expect([await name(1), await name(2)]).toEqual(['Small van', 'Large van'])
  })
})

test('credit of a client settles the invoices that were chosen, the oldest first, and nothing else', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    const theirs = await issued(trade, row.otherClientContact, 10)
    const [first, second, left] = [
      await issued(trade, row.clientContact, 100, 5),
      await issued(trade, row.clientContact, 100),
      await issued(trade, row.clientContact, 100),
    ]
    await accounts.run(`select public.record_payment('${row.clientContact}', 150, 'bank', null, null, null, '[]')`)
    await server.run(
      `select private.spend_credit('${row.clientContact}', array['${second}', '${first}']::uuid[], '${id(0)}')`,
    )
    const balance = (invoice: string) =>
      accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)
    expect(await Promise.all([theirs, first, second, left].map(balance))).toEqual(['11.80', '0.00', '86.00', '118.00'])
  })
})

test('an invoice that is paid is none of the open ones of its client', async () => {
  await inTrade(async (trade) => {
    const paid = await issued(trade, row.clientContact, 100)
    await issued(trade, row.clientContact, 50)
    await trade.accounts.run(`select public.record_payment('${row.clientContact}', 118, 'bank', null, null, null,
      '[{"invoice_id": "${paid}", "amount": "118.00"}]')`)
    expect(
      await trade.accounts.rows(
        `select balance::text, open_invoices::int from public.client_balances('${row.clientContact}')`,
      ),
    ).toEqual([{ balance: '59.00', open_invoices: 1 }])
  })
})

describe('a refund that is taken back', () => {
  test('is taken back today, however long ago the money went', async () => {
    await inTrade(async ({ accounts, server }) => {
      const payment = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 100, 'bank', '2026-01-05', null, null, '[]')`,
      )
      await server.run(`insert into public.payment_refunds (payment_id, amount, refunded_on, reason)
        values ('${payment}', 40, private.company_today() - 9, 'Too much')`)
      await server.run(`update public.payments set refunded = 40, status = 'part_refunded' where id = '${payment}'`)
      await server.run(`select private.reverse_refund((select id from public.payment_refunds), 'It came back')`)
      expect(
        await server.rows(
          `select amount::text, (private.company_today() - refunded_on)::int as days_ago from public.payment_refunds order by amount`,
        ),
      ).toEqual([
        { amount: '-40.00', days_ago: 0 },
        { amount: '40.00', days_ago: 9 },
      ])
    })
  })
})

test('what is summed of one invoice leaves the VAT of all others as it is', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    const draft = (price: number) => issued(trade, row.otherClientContact, price)
    const [first, second] = [await draft(100), await draft(50)]
    const open = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
    for (const price of [10, 20])
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${open}', 'a${price}', 'item', 'Lettering', 1, ${price}, 18)`)
    const tables = (invoice: string) =>
      server.rows(`select base::text, vat::text from public.invoice_vat where invoice_id = '${invoice}'`)
    expect([await tables(first), await tables(second), await tables(open)]).toEqual([
      [{ base: '100.00', vat: '18.00' }],
      [{ base: '50.00', vat: '9.00' }],
      [{ base: '30.00', vat: '5.40' }],
    ])
  })
})

test('the cent of an invoice over several orders is booked to one of them', async () => {
  await inTrade(async (trade) => {
    const { accounts, sales, server } = trade
    const orders: string[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', '${title}')`)
      await sales.run(`update public.quotations set deposit_kind = 'none' where id = '${quotation}'`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${quotation}', 'a1', 'Fascia', 1, 33.33, 18)`)
      await sales.run(`select public.send_quotation('${quotation}')`)
      orders.push(
        await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`),
      )
    }
    const list = orders.map((order) => `'${order}'`).join(', ')
    await server.run(`update public.order_items set qty_delivered = qty where order_id in (${list})`)
    const invoice = await accounts.value<string>(`select public.make_invoice(array[${list}]::uuid[])`)
    // 3 × 5.99 is 17.97, and 18 % of 99.99 is 17.99: the paper is within a cent of it.
    expect(
      await accounts.one(`select base::text, vat::text from public.invoice_vat where invoice_id = '${invoice}'`),
    ).toEqual({ base: '99.99', vat: '17.98' })
    expect(
      await server.rows(`select vat::text from private.invoice_order_vat where invoice_id = '${invoice}' order by vat`),
    ).toEqual([{ vat: '5.99' }, { vat: '5.99' }, { vat: '6.00' }])
  })
})

test('a mail says the total with VAT, of each paper that has one', async () => {
  await inTrade(async (trade) => {
    const { accounts, sales, server } = trade
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a1', 'Fascia', 1, 100, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    const invoice = await issued(trade, row.clientContact, 100)
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Misprinted')`)
    const total = (kind: string, paper: string) =>
      server.value(`select private.mail_facts('${kind}', '${paper}') ->> 'total'`)
    expect({
      quotation: await total('quotation', quotation),
      order: await total('order', order),
      invoice: await total('invoice', invoice),
      creditNote: await total('credit_note', note),
    }).toEqual({ quotation: '118.00', order: '118.00', invoice: '118.00', creditNote: '118.00' })
  })
})

test('what is left of an order is what is not billed and not paid ahead, base and VAT', async () => {
  await inTrade(async (trade) => {
    const { accounts, sales, server } = trade
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    await sales.run(
      `update public.quotations set deposit_kind = 'percent', deposit_value = 50 where id = '${quotation}'`,
    )
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a1', 'Fascia', 1, 100, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    const rest = () => server.rows(`select base::text, vat::text from private.order_rest('${order}', true)`)
    expect(await rest()).toEqual([{ base: '100.00', vat: '18.00' }])
    await accounts.run(`select public.record_payment('${row.clientContact}', 59, 'bank', p_order_id => '${order}')`)
    expect(await rest()).toEqual([{ base: '50.00', vat: '9.00' }])
  })
})

test('a call over the limit of a minute waits for the oldest to be a minute old, over that of a day for a day', async () => {
  await inTrade(async ({ server }) => {
    const call = (minute: number, day: number) =>
      server.value<number>(`select public.take_function_call('letters', '${id(9)}', ${minute}, ${day})`)
    expect([await call(2, 3), await call(2, 3)]).toEqual([0, 0])
    const wait = await call(2, 3)
    expect(wait > 50 && wait <= 60).toBe(true)
    await server.run(
      `update private.function_calls set called_at = called_at - interval '61 seconds' where caller = '${id(9)}'`,
    )
    expect(await call(2, 3)).toBe(0)
    const tomorrow = await call(2, 3)
    expect(tomorrow > 86_000 && tomorrow <= 86_400).toBe(true)
  })
})

test('an import is taken back by who made it, among those of others', async () => {
  await inTrade(async (trade, tx) => {
    const imported = (file: string, contact: string) =>
      `select public.import_contacts('[{"line": 2, "id": "${contact}", "choice": "new", "type": "Person", "name": "Anna ${contact}"}]', '${file}', 'clients.csv')`
    await trade.server.run(
      `update public.page_permissions set can_delete = false where role = 'sales' and page_name = 'contacts'`,
    )
    await trade.sales.run(imported(id(20), id(21)))
    await trade.as('admin').run(imported(id(30), id(31)))
    const undo = (file: string) => refusalOf(tx, () => trade.sales.run(`select public.undo_contact_import('${file}')`))
    expect(await undo(id(30))).toBe('An import is undone by the person who made it, or by who may remove contacts')
    expect(await undo(id(40))).toBe('This import is not there any more')
    expect(await undo(id(20))).toBe('done')
    expect(await trade.server.rows(`select id from public.contacts where id in ('${id(21)}', '${id(31)}')`)).toEqual([
      { id: id(31) },
    ])
  })
})

test('a job says the material that is planned or was used, and none of which there is nothing', async () => {
  await inTrade(async ({ server }) => {
    await server.run(`insert into public.inventory_items (id, sku, name, form) values
      ('${id(50)}', 'T-1', 'Tape', 'piece'), ('${id(51)}', 'T-2', 'Glue', 'piece')`)
    await server.run(`insert into public.job_materials (job_id, item_id, qty_planned) values
      ('${row.job}', '${id(50)}', 2), ('${row.job}', '${id(51)}', 0)`)
    const said = await server.value<object>(`select private.job_document('${row.job}')`)
    expect(JSON.stringify(said)).toContain('Tape')
    expect(JSON.stringify(said)).not.toContain('Glue')
  })
})

test('what is owed is as old as the days since it was due: 30, 60 and 90 of them still belong to their column', async () => {
  await inTrade(async (trade, tx) => {
    const days = [0, 1, 30, 31, 60, 61, 90, 91]
    for (const late of days) {
      const invoice = await issued(trade, row.otherClientContact, 100 + late)
      await tx.exec(`reset role; set local session_replication_role = replica;
        update public.invoices set due_date = private.company_today() - ${late} where id = '${invoice}';
        set local session_replication_role = origin`)
    }
    const gross = (...late: number[]) => late.reduce((sum, day) => sum + Math.round((100 + day) * 118), 0) / 100
    const [ageing] = await trade.server.rows<Record<string, string>>(
      `select not_due, days_30, days_60, days_90, older from private.client_ageing('${row.otherClientContact}')`,
    )
    expect(Object.values(ageing ?? {}).map(Number)).toEqual([
      gross(0),
      gross(1, 30),
      gross(31, 60),
      gross(61, 90),
      gross(91),
    ])
  })
})

test('a draft stands apart from what was invoiced, and is part of nothing that is owed', async () => {
  await inTrade(async (trade) => {
    await issued(trade, row.clientContact, 100)
    const draft = await trade.accounts.value<string>(
      `select public.create_invoice('${row.clientContact}', 'Lettering')`,
    )
    await trade.accounts
      .run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${draft}', 'a0', 'item', 'Lettering', 1, 50, 18)`)
    await trade.server.run(`update public.invoices set due_date = private.company_today() - 1 where id = '${draft}'`)
    const totals = `select public.invoice_totals(current_date + 60, null, '${row.clientContact}') as totals`
    expect(await trade.accounts.value(totals)).toEqual({
      gross: '118.00',
      drafts: '59.00',
      balance: '118.00',
      overdue: '118.00',
    })
  })
})

test('a quotation that was sent expires after its last day, and a draft does not', async () => {
  await inTrade(async ({ sales, server }, tx) => {
    const made = async () => {
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${id}', 'a1', 'Fascia', 1, 100, 18)`)
      return id
    }
    const [draft, sent, lastDay] = [await made(), await made(), await made()]
    for (const id of [sent, lastDay]) await sales.run(`select public.send_quotation('${id}')`)
    await tx.exec(`reset role; set local session_replication_role = replica;
      update public.quotations set valid_until = private.company_today() - (id <> '${lastDay}')::int
        where id in ('${draft}', '${sent}', '${lastDay}');
      set local session_replication_role = origin`)
    await server.run('select private.expire_quotations()')
    const status = (id: string) => server.value(`select status from public.quotations where id = '${id}'`)
    expect([await status(draft), await status(sent), await status(lastDay)]).toEqual(['draft', 'expired', 'sent'])
  })
})

test('of the pages of the site the 15 that were opened most are named', async () => {
  await inTrade(async ({ as, server }) => {
    await server.run(`insert into public.page_visits (path, session_hash, device)
      select '/services/' || page, '0123456789abcdef', 'desk' from generate_series(1, 16) as page`)
    expect(
      await as('admin').value(
        `select jsonb_array_length(public.website_analytics(current_date - 1, current_date + 1) -> 'pages')`,
      ),
    ).toBe(15)
  })
})

test('a paper names its own client', async () => {
  await inTrade(async ({ server }) => {
    const names = (contact: string) =>
      server.rows(`select private.contact_facts('${contact}') ->> 'name' as told,
        nullif(btrim(concat_ws(' ', name, last_name)), '') as name from public.contacts where id = '${contact}'`)
    for (const contact of [row.clientContact, row.otherClientContact]) {
      const [found] = await names(contact)
      expect(found?.['told']).toBe(found?.['name'])
    }
  })
})

test('a bill in dispute is no purchase of its days', async () => {
  await inTrade(async ({ server }) => {
    await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat) values
      ('${id(60)}', '${row.business}', 'B-1', private.company_today(), private.company_today(), 100, 18),
      ('${id(61)}', '${row.business}', 'B-2', private.company_today(), private.company_today(), 200, 36)`)
    await server.run(`update public.supplier_invoices set status = 'disputed' where id = '${id(61)}'`)
    expect(
      await server.rows(
        `select number, base::text from private.purchase_lines(private.company_today() - 1, private.company_today() + 1)`,
      ),
    ).toEqual([{ number: 'B-1', base: '100.00' }])
  })
})

test('a payment may have come today', async () => {
  await inTrade(async ({ accounts, server }) => {
    const today = await server.value<string>('select private.company_today()::text')
    await accounts.run(`select public.record_payment('${row.clientContact}', 10, 'bank', '${today}', null, null, '[]')`)
    expect(await server.value(`select received_on::text from public.payments`)).toBe(today)
  })
})

test('a credit note by amount is written of 100 amounts at most', async () => {
  await inTrade(async (trade, tx) => {
    const invoice = await issued(trade, row.clientContact, 100)
    const credits = (amounts: number) =>
      refusalOf(tx, () =>
        trade.accounts.run(`select public.credit_by_amount('${invoice}', 'Misprinted', (select jsonb_agg(
          '{"vat_rate": "18", "vat_treatment": "standard", "amount": "0.01"}'::jsonb) from generate_series(1, ${amounts})))`),
      )
    expect(await credits(101)).toBe('Please enter an amount above zero with two decimals')
    expect(await credits(100)).toBe('done')
  })
})

test('no more is settled of an invoice than is open, whoever writes it', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, server } = trade
    const invoice = await issued(trade, row.clientContact, 100)
    await accounts.run(`select public.record_payment('${row.clientContact}', 500, 'bank', null, null, null, '[]')`)
    const settles = async () => {
      await server.run(`insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on)
        select id, '${invoice}', 118.01, private.company_today() from public.payments`)
      await server.run(`select private.refresh_invoice('${invoice}')`)
    }
    expect(await refusalOf(tx, settles)).toMatch(/^Of .* only €118\.00 are open$/)
  })
})
