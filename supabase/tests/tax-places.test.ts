import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOfTax, taxLevels } from '../../src/documents/tax-place.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** A company in Austin with its usual rate, a labour that is not taxed, and three places. */
const inAustin = (work: (trade: Trade) => Promise<void>) =>
  undone(engine, async (tx) => {
    await tx.exec(`
      update public.company_settings set name = 'Lone Star Signs', address = '500 E 5th Street', city = 'Austin', postcode = '78701', state = 'TX',
        country = 'United States', tax_kind = 'sales_tax', tax_name = 'sales tax', vat_number = null;
      update public.vat_rates set is_default = false;
      insert into public.vat_rates (code, label, rate, is_default) values ('tx', 'Texas', 6.25, true);
      insert into public.vat_rates (code, label, rate, treatment) values ('labour', 'Labour', 0, 'exempt');
      insert into public.services (slug, name, vat_rate_id) select 'labour', 'Labour', id from public.vat_rates where code = 'labour';
      insert into public.tax_places (name, state, city, postcodes, state_rate, city_rate, districts) values
        ('Austin, TX', 'TX', 'Austin', '78701, 78703-78705', 6.25, 1, '[{"name": "Transit", "rate": "1"}]');
      insert into public.tax_places (name, state, city, state_rate, city_rate, county, county_rate) values
        ('El Paso, TX', 'Texas', 'El Paso', 6.25, 1, 'El Paso County', 0.5);
      insert into public.tax_places (name, state, state_rate) values ('Oklahoma', 'OK', 4.5);
      update public.contacts set city = 'Austin', postcode = '78704', state = 'TX', country = null, vat_number = null where id = '${row.clientContact}';`)
    await work(await tradeIn(tx))
  })
const lines = (
  quotation: string,
) => `insert into public.quotation_items (quotation_id, position, description, service_id, unit_price, vat_rate)
  values ('${quotation}', 'a1', 'Banner', null, 100.10, null), ('${quotation}', 'a2', 'Fitting', (select id from public.services where slug = 'labour'), 50, null),
         ('${quotation}', 'a3', 'Chosen', null, 10, 2)`
const rates = ({ server }: Trade, of: string, id: string) =>
  server.value<string>(
    `select string_agg(trim_scale(vat_rate) || ' ' || vat_treatment, ', ' order by position) from public.${of}_items where ${of}_id = '${id}'`,
  )
const begun = ({ sales }: Trade) =>
  sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Banners')`)

describe('the place where goods go', () => {
  test.each([
    ['a ZIP code', '78701', null, null, null, 'Austin, TX'],
    ['a ZIP code of a range, with its four further digits', '78704-1234', 'Rollingwood', 'Texas', 'USA', 'Austin, TX'],
    ['a ZIP code that another state says', '78701', null, 'OK', null, 'Oklahoma'],
    ['a city and its state by name', null, 'el paso', 'texas', 'United States', 'El Paso, TX'],
    ['a city with its state behind it', '79901', 'El Paso, TX', null, null, 'El Paso, TX'],
    ['a city of another state', null, 'Austin', 'MN', null, null],
    ['a city without its state', null, 'El Paso', null, null, null],
    ['a whole state', '73102', 'Oklahoma City', 'OK', null, 'Oklahoma'],
    ['a postcode abroad that looks like one', '78701', 'Mantes', null, 'France', null],
    ['nothing, so that it is picked up', null, null, null, null, 'Austin, TX'],
  ])('by %s', (_, postcode, city, state, country, expected) =>
    inAustin(async (trade) => {
      const said = [postcode, city, state, country].map((text) => (text === null ? 'null' : `'${text}'`))
      await trade.server.run(
        `update public.contacts set (postcode, city, state, country) = row(${said.join(', ')}) where id = '${row.clientContact}'`,
      )
      expect(await trade.server.value(`select private.tax_place_for(null, '${row.clientContact}') ->> 'name'`)).toBe(
        expected,
      )
    }),
  )

  test('decides the rate that nobody chose, and another site changes it', () =>
    inAustin(async (trade) => {
      const quotation = await begun(trade)
      await trade.sales.run(lines(quotation))
      expect(await rates(trade, 'quotation', quotation)).toBe('8.25 standard, 0 exempt, 2 standard')
      await trade.server.run(
        `update public.locations set business_id = '${row.clientContact}', city = 'El Paso', state = 'TX', postcode = null, country = null where id = '${row.location}'`,
      )
      await trade.sales.run(`update public.quotations set location_id = '${row.location}' where id = '${quotation}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe('7.75 standard, 0 exempt, 2 standard')
      // A place without a rate of its own has the usual one.
      await trade.server.run(`update public.locations set city = 'Marfa' where id = '${row.location}'`)
      await trade.sales.run(`update public.quotations set location_id = null where id = '${quotation}'`)
      await trade.sales.run(
        `update public.quotation_items set vat_rate = 8.25 where quotation_id = '${quotation}' and position = 'a1'`,
      )
      await trade.sales.run(`update public.quotations set location_id = '${row.location}' where id = '${quotation}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe('6.25 standard, 0 exempt, 2 standard')
    }))

  test('of a sale that is collected is that of the company, and every paper says so', () =>
    inAustin(async (trade) => {
      const { sales, accounts, server } = trade
      await server.run(
        `update public.contacts set city = 'Tulsa', postcode = '74101', state = 'OK' where id = '${row.clientContact}'`,
      )
      const quotation = await begun(trade)
      await sales.run(lines(quotation))
      expect(await rates(trade, 'quotation', quotation)).toBe('4.5 standard, 0 exempt, 2 standard')
      await sales.run(`update public.quotations set is_collected = true where id = '${quotation}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe('8.25 standard, 0 exempt, 2 standard')
      await sales.run(`select public.send_quotation('${quotation}')`)
      const order = await sales.value<string>(
        `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
      )
      await server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
      const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
      await accounts.run(`select public.issue_invoice('${invoice}')`)
      const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Torn', null)`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      for (const document of [
        `public.preview_quotation('${quotation}')`,
        `public.order_document('${order}')`,
        `public.preview_invoice('${invoice}')`,
        `public.preview_credit_note('${note}')`,
      ])
        expect(
          await accounts.rows(
            `select f -> 'is_collected' as collected, f -> 'tax_place' ->> 'name' as place from (select ${document} as f) as d`,
          ),
          document,
        ).toEqual([{ collected: true, place: 'Austin, TX' }])
      await expect(
        sales.run(`update public.quotations set is_collected = false where id = '${quotation}'`),
      ).rejects.toThrow('This quotation was sent. Revise it to change it.')
    }))

  test('of an invoice without an order follows where it is collected', () =>
    inAustin(async (trade) => {
      const { accounts, server } = trade
      await server.run(
        `update public.contacts set city = 'Tulsa', postcode = '74101', state = 'OK' where id = '${row.clientContact}'`,
      )
      const invoice = await accounts.value<string>(
        `select public.create_invoice('${row.clientContact}', 'Counter sale')`,
      )
      await accounts.run(
        `insert into public.invoice_items (invoice_id, position, description, unit_price) values ('${invoice}', 'a1', 'Banner', 100.10)`,
      )
      expect(await rates(trade, 'invoice', invoice)).toBe('4.5 standard')
      await accounts.run(`update public.invoices set is_collected = true where id = '${invoice}'`)
      expect(await rates(trade, 'invoice', invoice)).toBe('8.25 standard')
      expect(await server.value(`select vat::text from public.invoices where id = '${invoice}'`)).toBe('8.26')
    }))

  test('is entered by an admin, with its districts', () =>
    inAustin(async ({ as }) => {
      expect(
        await as('admin').value(`insert into public.tax_places (name, state, state_rate, districts)
          values ('Waco, TX', 'TX', 6.25, '[{"name": "Transit", "rate": "0.5"}]') returning rate::text`),
      ).toBe('6.7500')
    }))

  test('has any number of special districts, whose shares come to its tax', () =>
    inAustin(async (trade) => {
      const { server } = trade
      await server.run(`update public.tax_places set districts = '[{"name": "Transit", "rate": "1"}, {"name": "Flood", "rate": "0.125"},
        {"name": "Library", "rate": "0.3333"}, {"name": "Stadium", "rate": "0.0417"}]' where name = 'Austin, TX'`)
      expect(await server.value(`select rate::text from public.tax_places where name = 'Austin, TX'`)).toBe('8.7500')
      const parts = await server.rows(
        `select p.name, trim_scale(p.rate)::text as rate, p.tax::numeric(14, 2)::text as tax
           from private.tax_place_for(null, '${row.clientContact}') as f cross join private.parts_of_tax(8.76, f -> 'parts') as p order by p.place`,
      )
      expect(parts).toEqual([
        { name: 'TX', rate: '6.25', tax: '6.26' },
        { name: 'Austin', rate: '1', tax: '1.00' },
        { name: 'Transit', rate: '1', tax: '1.00' },
        { name: 'Flood', rate: '0.125', tax: '0.12' },
        { name: 'Library', rate: '0.3333', tax: '0.34' },
        { name: 'Stadium', rate: '0.0417', tax: '0.04' },
      ])
    }))

  test('does not matter where the company has another tax', () =>
    inAustin(async (trade) => {
      await trade.server.run(`update public.company_settings set tax_kind = 'gst'`)
      const quotation = await begun(trade)
      await trade.sales.run(lines(quotation))
      expect(await rates(trade, 'quotation', quotation)).toBe('6.25 standard, 0 exempt, 2 standard')
      expect(await trade.sales.value(`select place from public.vat_proposal('${row.clientContact}')`)).toBeNull()
    }))
})

test('Austin: the parts stand on every paper as they were, and the summary by jurisdiction comes to the ledger', () =>
  inAustin(async (trade) => {
    const { sales, accounts, server } = trade
    const quotation = await begun(trade)
    await sales.run(lines(quotation))
    const place = {
      name: 'Austin, TX',
      rate: '8.2500',
      parts: [
        { level: 'state', name: 'TX', rate: '6.2500' },
        { level: 'city', name: 'Austin', rate: '1.0000' },
        { level: 'district', name: 'Transit', rate: '1.0000' },
      ],
    }
    expect(
      await sales.value(`select place from public.vat_proposal('${row.clientContact}', 'quotation', '${quotation}')`),
    ).toEqual(place)
    await sales.run(`select public.send_quotation('${quotation}')`)
    // The rate changes afterwards: what was sent stays.
    await server.run(
      `update public.tax_places set districts = '[{"name": "Transit", "rate": "1.5"}]' where name = 'Austin, TX'`,
    )
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    await accounts.run(`select public.record_payment('${row.clientContact}', 40, 'bank', p_order_id => '${order}')`)
    await server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
    const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Torn', null)`)
    await accounts.run(`select public.issue_credit_note('${note}')`)
    for (const document of [
      `public.preview_quotation('${quotation}')`,
      `public.order_document('${order}')`,
      `public.preview_invoice('${invoice}')`,
      `public.preview_credit_note('${note}')`,
    ])
      expect(await accounts.value(`select ${document} -> 'tax_place'`)).toEqual(place)
    const here = `'${await server.value<string>('select private.company_today()::text')}'::date`
    const bucket = (what: string) =>
      accounts.value<string>(
        `select coalesce(sum(other::numeric), 0)::text from public.analytics_records('tax_places', ${here}, ${here}) where bucket ${what}`,
      )
    const ledger = await accounts.value<string>(
      `select sum(vat::numeric)::text from public.ledger('sales', ${here}, ${here})`,
    )
    // The ledger names the place of every paper: invoice and credit note. A deposit of sales tax has no paper.
    expect(
      await accounts.rows(
        `select kind, tax_place from public.ledger('sales', ${here}, ${here}) group by kind, tax_place order by kind`,
      ),
    ).toEqual(['credit note', 'standard'].map((kind) => ({ kind, tax_place: 'Austin, TX' })))
    expect(await bucket(`= 'all'`)).toBe(ledger)
    expect(await bucket(`<> 'all'`)).toBe(ledger)
    const invoiced = await accounts.rows(
      `select bucket, mark, sum(amount::numeric)::numeric(14, 2)::text as net, sum(other::numeric)::numeric(14, 2)::text as tax
         from public.analytics_records('tax_places', ${here}, ${here}) where kind = 'invoice' group by bucket, mark order by bucket, mark`,
    )
    expect(invoiced).toEqual([
      { bucket: 'all', mark: 'exempt', net: '50.00', tax: '0.00' },
      { bucket: 'all', mark: 'taxable', net: '110.10', tax: '8.46' },
      { bucket: 'city Austin', mark: 'exempt', net: '50.00', tax: '0.00' },
      { bucket: 'city Austin', mark: 'taxable', net: '100.10', tax: '1.00' },
      { bucket: 'district Transit', mark: 'exempt', net: '50.00', tax: '0.00' },
      { bucket: 'district Transit', mark: 'taxable', net: '100.10', tax: '1.00' },
      { bucket: 'other 2', mark: 'taxable', net: '10.00', tax: '0.20' },
      { bucket: 'state TX', mark: 'exempt', net: '50.00', tax: '0.00' },
      { bucket: 'state TX', mark: 'taxable', net: '100.10', tax: '6.26' },
    ])
  }))

test('the parts of a tax come to it, to the cent, in both languages', async () => {
  const part = fc.record({
    level: fc.constantFrom(...taxLevels),
    name: fc.constantFrom('Texas', 'Austin', 'Transit'),
    rate: fc.integer({ min: 0, max: 99_999 }).map((units) => (units / 10_000).toFixed(4)),
  })
  const cases = fc.sample(
    fc.tuple(
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)),
      fc.array(part, { minLength: 1, maxLength: 5 }),
    ),
    200,
  )
  const asked = await engine.query<{ parts: string[] }>(
    `select (select array_agg(p.tax::numeric(14, 2)::text order by p.place) from private.parts_of_tax((c.said ->> 0)::numeric, c.said -> 1) as p) as parts
       from jsonb_array_elements($1::jsonb) with ordinality as c (said, place) order by c.place`,
    [JSON.stringify(cases)],
  )
  const computed = cases.map(([tax, parts]) => partsOfTax(tax, parts).map((each) => each.tax))
  expect(asked.rows.map(({ parts }) => parts)).toEqual(computed)
  for (const [place, [tax, parts]] of cases.entries())
    if (parts.some(({ rate }) => Number(rate) > 0))
      expect((computed[place] ?? []).reduce((sum, each) => sum + Math.round(Number(each) * 100), 0)).toBe(
        Math.round(Number(tax) * 100),
      )
})
