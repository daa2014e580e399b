import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { documentsOf, electronicFaults } from './electronic-papers.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())
const inTrade = (work: (trade: Trade) => Promise<void>) => undone(engine, async (tx) => work(await tradeIn(tx)))

const taxes = ({ server }: Trade, of: 'invoice' | 'credit_note', id: string) =>
  server.rows(
    `select trim_scale(vat_rate)::text as rate, base::text, vat::text from public.${of}_vat where ${of}_id = '${id}' order by vat_rate`,
  )

test('8.875 % is 8.875 % from the register to the ledger: quotation, deposit, part, credit note, electronic invoice', () =>
  inTrade(async (trade) => {
    const { sales, accounts, server } = trade
    await server.run(
      `update public.company_settings set name = 'Signwright', country = 'Malta', vat_number = 'MT12345634', registration_number = 'C 1'`,
    )
    await server.run(
      `update public.contacts set company = 'Client Ltd', country = 'Malta', vat_number = 'MT10988910' where id = '${row.clientContact}'`,
    )
    await trade
      .as('admin')
      .run(`insert into public.vat_rates (code, label, rate, is_default) values ('ny', 'New York', 8.875, true)`)
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    // The default rate applies, because no other is given.
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price)
      values ('${quotation}', 'a1', 'Letter', 3, 33.35), ('${quotation}', 'a2', 'Fitting', 1, 100)`)
    expect(
      await sales.one(
        `select net::text, vat::text, gross::text, deposit_amount::text as deposit from public.quotations where id = '${quotation}'`,
      ),
    ).toEqual({ net: '200.05', vat: '17.75', gross: '217.80', deposit: '108.90' })
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )

    await accounts.run(`select public.record_payment('${row.clientContact}', 108.90, 'bank', p_order_id => '${order}')`)
    const deposit = await server.value<string>(
      `select id from public.invoices where order_id = '${order}' and kind = 'deposit'`,
    )
    // 8.875 % of 100.03, cut. The rest is then 100.02 with 8.88.
    expect(await taxes(trade, 'invoice', deposit)).toEqual([{ rate: '8.875', base: '100.03', vat: '8.87' }])

    await server.run(
      `update public.order_items set qty_delivered = case description when 'Letter' then 1 else 0 end where order_id = '${order}'`,
    )
    const bill = async (whole: boolean) => {
      const id = await accounts.value<string>(`select public.make_invoice('{${order}}', null, ${whole})`)
      await accounts.run(`select public.issue_invoice('${id}')`)
      return id
    }
    const [part, rest] = [await bill(false), await bill(true)]
    expect(await taxes(trade, 'invoice', part)).toMatchObject([{ rate: '8.875', base: '0.00' }])
    expect(
      await server.value(
        `select (sum(net), sum(vat), sum(gross))::text from public.invoices where order_id = '${order}' and status <> 'void'`,
      ),
    ).toBe('(200.05,17.75,217.80)')

    const note = await accounts.value<string>(`select public.make_credit_note('${rest}', 'Torn', null)`)
    await accounts.run(`select public.issue_credit_note('${note}')`)
    expect(await taxes(trade, 'credit_note', note)).toEqual(await taxes(trade, 'invoice', rest))
    expect(electronicFaults(await server.rows(documentsOf(row.clientContact)))).toEqual([])
    const today = `'${await server.value<string>(`select private.company_today()::text`)}'`
    expect(
      await accounts.rows(
        `select distinct vat_rate from public.ledger('sales', ${today}, ${today}) where net <> '0.00'`,
      ),
    ).toEqual([{ vat_rate: '8.875' }])
  }))

test('a rate has four decimals and is below a hundred, and a bill says 6.3333 % as its supplier does', () =>
  inTrade(async (trade) => {
    const { accounts, server } = trade
    expect(await server.value(`select private.vat_of(100, 6.3333)::text`)).toBe('6.33')
    await trade.as('admin').run(`insert into public.vat_rates (code, label, rate) values ('x', 'X', 6.3333)`)
    expect(await server.value(`select private.rate_of_vat(10000, 633.33)::text`)).toBe('6.3333')
    const bill = await accounts.value<string>(
      `select public.enter_supplier_invoice(gen_random_uuid(), '${JSON.stringify({
        supplier_id: row.business,
        supplier_number: 'R-1',
        invoice_date: '2026-11-20',
        net: '10000.00',
        vat: '633.33',
      })}', '[]')`,
    )
    expect(
      await accounts.rows(
        `select vat_rate::text as rate, net::text, vat::text from public.supplier_invoice_items where supplier_invoice_id = '${bill}'`,
      ),
    ).toEqual([{ rate: '6.3333', net: '10000.00', vat: '633.33' }])
  }))

test('a rate says where it is used: papers whose lines have it, services, materials and recurring payments', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { sales, accounts, server } = trade
    const admin = trade.as('admin')
    const rate = await admin.value<string>(
      `insert into public.vat_rates (code, label, rate) values ('x-9', 'Nine', 9.75) returning id`,
    )
    const uses = () =>
      admin.one(
        `select papers::int, services::int, materials::int, recurring_payments::int as recurring from public.vat_rate_uses() where id = '${rate}'`,
      )
    expect(await uses()).toEqual({ papers: 0, services: 0, materials: 0, recurring: 0 })
    const quote = async () => {
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
      // Two lines of one paper are one use; another rate and another treatment are none.
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, vat_treatment)
        values ('${id}', 'a1', 'Sign', 1, 10, 9.75, 'standard'), ('${id}', 'a2', 'Fitting', 1, 10, 9.75, 'standard'),
               ('${id}', 'a3', 'Sticker', 1, 10, 0, 'exempt')`)
      return id
    }
    const papers = async () => (await uses())?.['papers']
    const first = await quote()
    await quote()
    expect(await papers()).toBe(2)
    await sales.run(`select public.send_quotation('${first}')`)
    const order = await sales.value<string>(`select public.record_quotation_answer('${first}', 'approved', 'Carla')`)
    const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    // Two quotations, the order and the draft of its invoice.
    expect(await papers()).toBe(4)
    await accounts.run(`delete from public.invoices where id = '${invoice}'`)
    expect(await papers()).toBe(3)
    await server.run(`update public.quotations set status = 'cancelled' where id <> '${first}'`)
    expect(await papers()).toBe(2)
    for (const user of [
      `insert into public.services (slug, name, vat_rate_id) values ('panel', 'Panel', '${rate}'), ('sign', 'Sign', '${rate}')`,
      `insert into public.inventory_items (sku, name, form, vat_rate_id) values ('X-9', 'Screw', 'piece', '${rate}')`,
      `insert into public.recurring_payments (direction, contact_id, title, starts_on, amount, vat_rate_id)
        values ('out', '${row.business}', 'Rent', '2026-11-01', 900, '${rate}')`,
    ])
      await server.run(user)
    expect(await uses()).toEqual({ papers: 2, services: 2, materials: 1, recurring: 1 })
    const others = ['sales', 'accounts', 'client'] as const
    for (const other of others)
      expect(await refusalOf(tx, () => trade.as(other).run('select * from public.vat_rate_uses()'))).toMatch(
        /^Only admins/,
      )
  }))

test('Austin: 8.25 % is rounded on the quotation, the deposit, the invoice and the credit note, and papers name the state', () =>
  inTrade(async (trade) => {
    const { sales, accounts, server } = trade
    await server.run(
      `update public.company_settings set name = 'Lone Star Signs', address = '500 E 5th Street', city = 'Austin', postcode = '78701',
         state = 'TX', country = 'United States', tax_kind = 'sales_tax', tax_name = 'sales tax', vat_number = null`,
    )
    await server.run(
      `update public.contacts set company = 'Blue Harbor Inc.', city = 'Austin', postcode = '78704', state = 'TX', country = null,
         vat_number = null where id = '${row.clientContact}'`,
    )
    await trade
      .as('admin')
      .run(`insert into public.vat_rates (code, label, rate, is_default) values ('tx-austin', 'Austin', 8.25, true)`)
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Banners')`)
    // 96 × 48 inches are 32 sq ft: 2 × 32 × 6.50 = 416.00, taxed 34.32; 1.8 hours of design at 85.00 are 153.00, not taxed.
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit, width_mm, height_mm, unit_price, vat_rate, vat_treatment)
      values ('${quotation}', 'a1', 'Banner', 2, 'ft2', 2438.4, 1219.2, 6.5, null, 'standard'),
             ('${quotation}', 'a2', 'Design', 1.8, 'hour', null, null, 85, 0, 'exempt'),
             ('${quotation}', 'a3', 'Hanging kit', 1, 'piece', null, null, 38.22, null, 'standard')`)
    // 454.22 × 8.25 % = 37.47315; 607.22 + 37.47 = 644.69.
    expect(
      await sales.one(`select net::text, vat::text, gross::text from public.quotations where id = '${quotation}'`),
    ).toEqual({
      net: '607.22',
      vat: '37.47',
      gross: '644.69',
    })
    await sales.run(
      `update public.quotation_items set unit_price = 38.30 where quotation_id = '${quotation}' and position = 'a3'`,
    )
    // 454.30 × 8.25 % = 37.47975: 37.48, and not the 37.47 of a cut.
    expect(
      await sales.one(
        `select vat::text, gross::text, deposit_amount::text as deposit from public.quotations where id = '${quotation}'`,
      ),
    ).toEqual({
      vat: '37.48',
      gross: '644.78',
      deposit: '322.39',
    })
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    await accounts.run(`select public.record_payment('${row.clientContact}', 322.39, 'bank', p_order_id => '${order}')`)
    await server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
    const final = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    await accounts.run(`select public.issue_invoice('${final}')`)
    expect(
      await server.value(
        `select (sum(net), sum(vat), sum(gross))::text from public.invoices where order_id = '${order}' and status <> 'void'`,
      ),
    ).toBe('(607.30,37.48,644.78)')
    const note = await accounts.value<string>(`select public.make_credit_note('${final}', 'Torn', null)`)
    await accounts.run(`select public.issue_credit_note('${note}')`)
    expect(await taxes(trade, 'credit_note', note)).toEqual(await taxes(trade, 'invoice', final))
    expect(await server.value(`select private.contact_facts('${row.clientContact}') ->> 'state'`)).toBe('TX')
    expect(await server.value(`select private.company_facts() ->> 'state'`)).toBe('TX')
  }))

test('a line takes the rate of its service, unless somebody chose another', () =>
  inTrade(async (trade) => {
    const { sales } = trade
    const admin = trade.as('admin')
    await admin.run(
      `insert into public.vat_rates (code, label, rate, is_default) values ('usual', 'Usual', 19, true), ('low', 'Reduced', 7, false)`,
    )
    const service = await admin.value<string>(`insert into public.services (slug, name, base_price, vat_rate_id)
      select 'printed-book', 'Printed book', 97.60, id from public.vat_rates where code = 'low' returning id`)
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Books')`)
    const line = (rate: string, treatment = `'standard'`) =>
      sales.value<string>(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, vat_treatment)
        select '${quotation}', 'a' || count(*), 'Book', 3, 97.60, ${rate}, ${treatment} from public.quotation_items where quotation_id = '${quotation}' returning id`)
    const usual = '19'
    const pick = (id: string, more = '') =>
      sales.one(
        `update public.quotation_items set service_id = '${service}'${more} where id = '${id}'
           returning trim_scale(vat_rate)::text as rate, vat_treatment as treatment`,
      )
    expect(await pick(await line(usual))).toEqual({ rate: '7', treatment: 'standard' })
    expect(await pick(await line('12'))).toEqual({ rate: '12', treatment: 'standard' })
    expect(await pick(await line('null', `'reverse_charge'`))).toEqual({ rate: '0', treatment: 'reverse_charge' })
    expect(await pick(await line(usual), ', vat_rate = 5')).toEqual({ rate: '5', treatment: 'standard' })
    expect(
      await sales.one(`insert into public.quotation_items (quotation_id, position, description, service_id)
        values ('${quotation}', 'b', 'Book', '${service}') returning trim_scale(vat_rate)::text as rate`),
    ).toEqual({ rate: '7' })
  }))
