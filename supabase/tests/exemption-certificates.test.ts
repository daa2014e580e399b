import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const client = row.clientContact

/** A company in Austin with its place, a labour that is not taxed, and a client there. */
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
      insert into public.tax_places (name, state, state_rate) values ('Oklahoma', 'OK', 4.5);
      update public.contacts set city = 'Austin', postcode = '78704', state = 'Texas', country = null, vat_number = null where id = '${client}';`)
    await work(await tradeIn(tx))
  })
const begun = ({ sales }: Trade) => sales.value<string>(`select public.create_quotation('${client}', 'Banners')`)
const lines = (
  quotation: string,
) => `insert into public.quotation_items (quotation_id, position, description, service_id, unit_price, vat_rate)
  values ('${quotation}', 'a1', 'Banner', null, 100.10, null), ('${quotation}', 'a2', 'Fitting', (select id from public.services where slug = 'labour'), 50, null),
         ('${quotation}', 'a3', 'Chosen', null, 10, 2)`
const rates = ({ server }: Trade, of: string, id: string) =>
  server.value<string>(
    `select string_agg(trim_scale(vat_rate) || ' ' || vat_treatment, ', ' order by position) from public.${of}_items where ${of}_id = '${id}'`,
  )
const certificate = (values = '') =>
  `insert into public.exemption_certificates (contact_id, number, states, reason, valid_from, valid_to, quotation_id)
   values ('${client}', '123-456', '{Texas,ok}', 'resale', ${values || 'current_date - 10, null, null'}) returning id`
const said = ({ sales }: Trade, quotation: string) =>
  sales.value<Record<string, unknown> | null>(
    `select exemption from public.vat_proposal('${client}', 'quotation', '${quotation}')`,
  )
const taxed = '8.25 standard, 0 exempt, 2 standard'
const exempt = '0 exempt, 0 exempt, 2 standard'

describe('a certificate of the client', () => {
  test('takes the sales tax off drafts of its states, from its entry until it ends', () =>
    inAustin(async (trade) => {
      const { sales, accounts, server } = trade
      const quotation = await begun(trade)
      await sales.run(lines(quotation))
      expect(await rates(trade, 'quotation', quotation)).toBe(taxed)
      expect(await said(trade, quotation)).toBeNull()
      const id = await accounts.value<string>(certificate())
      expect(
        await server.value(`select array_to_string(states, ' ') from public.exemption_certificates where id = '${id}'`),
      ).toBe('OK TX')
      expect(await rates(trade, 'quotation', quotation)).toBe(exempt)
      expect(await server.value(`select vat::text from public.quotations where id = '${quotation}'`)).toBe('0.20')
      expect(await said(trade, quotation)).toMatchObject({ number: '123-456', state: 'Texas', says: 'holds' })
      // A line that is written now begins without it as well.
      await sales.run(
        `insert into public.quotation_items (quotation_id, position, description, unit_price) values ('${quotation}', 'a4', 'More', 5)`,
      )
      expect(await rates(trade, 'quotation', quotation)).toBe(`${exempt}, 0 exempt`)
      await accounts.run(`update public.exemption_certificates set valid_to = current_date - 1 where id = '${id}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe(`${taxed}, 8.25 standard`)
      expect(await said(trade, quotation)).toMatchObject({ number: '123-456', says: 'ended' })
      await accounts.run(`update public.exemption_certificates set valid_to = null, states = '{NM}' where id = '${id}'`)
      expect(await said(trade, quotation)).toMatchObject({ state: 'Texas', says: 'elsewhere' })
      await accounts.run(
        `update public.exemption_certificates set states = '{TX}', valid_from = current_date + 3 where id = '${id}'`,
      )
      expect(await said(trade, quotation)).toMatchObject({ says: 'begins' })
      expect(await rates(trade, 'quotation', quotation)).toBe(`${taxed}, 8.25 standard`)
    }))

  test('that ends while the draft lies is no more used when it is sent', () =>
    inAustin(async (trade) => {
      const { sales, server } = trade
      await server.run(certificate())
      const quotation = await begun(trade)
      await sales.run(lines(quotation))
      expect(await rates(trade, 'quotation', quotation)).toBe(exempt)
      await server.run(`alter table public.exemption_certificates disable trigger follow_certificate`)
      await server.run(`update public.exemption_certificates set valid_to = private.company_today() - 1`)
      await sales.run(`select public.send_quotation('${quotation}')`)
      expect(await rates(trade, 'quotation', quotation)).toBe(taxed)
      expect(
        await server.value(
          `select snapshot ? 'tax_exemptions' from public.quotation_versions where quotation_id = '${quotation}'`,
        ),
      ).toBe(false)
    }))

  test('is not for another state, another client or another tax', () =>
    inAustin(async (trade) => {
      const { sales, server } = trade
      await server.run(certificate())
      const quotation = await begun(trade)
      await sales.run(lines(quotation))
      await server.run(
        `update public.locations set business_id = '${client}', city = 'Reno', state = 'NV', postcode = null, country = null where id = '${row.location}'`,
      )
      await sales.run(`update public.quotations set location_id = '${row.location}' where id = '${quotation}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe('6.25 standard, 0 exempt, 2 standard')
      await sales.run(`update public.quotations set location_id = null where id = '${quotation}'`)
      await server.run(`update public.locations set city = 'Tulsa', state = 'OK' where id = '${row.location}'`)
      await sales.run(`update public.quotations set location_id = '${row.location}' where id = '${quotation}'`)
      expect(await rates(trade, 'quotation', quotation)).toBe(exempt)
      const copy = await sales.value<string>(
        `select public.copy_quotation('${quotation}', p_contact_id => '${row.otherClientContact}')`,
      )
      expect(await rates(trade, 'quotation', copy)).not.toContain('0 exempt, 0 exempt')
      await server.run(`update public.company_settings set tax_kind = 'gst'`)
      await server.run(`select private.settle_exemptions()`)
      expect(await rates(trade, 'quotation', quotation)).toBe('6.25 standard, 0 exempt, 2 standard')
    }))

  test('for one sale is for no other, and has to be of the client', () =>
    inAustin(async (trade) => {
      const { sales, accounts } = trade
      const quotation = await begun(trade)
      const other = await begun(trade)
      await sales.run(lines(quotation))
      await sales.run(lines(other))
      await accounts.run(certificate(`current_date, null, '${quotation}'`))
      expect(await rates(trade, 'quotation', quotation)).toBe(exempt)
      expect(await rates(trade, 'quotation', other)).toBe(taxed)
      expect(await said(trade, other)).toMatchObject({ says: 'for_another_sale' })
      await expect(
        accounts.run(
          `insert into public.exemption_certificates (contact_id, number, states, reason, quotation_id)
           values ('${row.otherClientContact}', '9', '{TX}', 'resale', '${quotation}')`,
        ),
      ).rejects.toThrow('This quotation is for another client')
    }))

  test('of an invoice without an order is used when it is issued, and cannot be removed then', () =>
    inAustin(async (trade) => {
      const { accounts, server } = trade
      const invoice = await accounts.value<string>(`select public.create_invoice('${client}', 'Counter sale')`)
      await accounts.run(
        `insert into public.invoice_items (invoice_id, position, description, unit_price) values ('${invoice}', 'a1', 'Banner', 100.10)`,
      )
      const id = await accounts.value<string>(certificate())
      expect(await rates(trade, 'invoice', invoice)).toBe('0 exempt')
      expect(await server.value(`select vat::text from public.invoices where id = '${invoice}'`)).toBe('0.00')
      await server.run(`delete from public.exemption_certificates where id = '${id}'`)
      expect(await rates(trade, 'invoice', invoice)).toBe('8.25 standard')
      expect(await server.value(`select vat::text from public.invoices where id = '${invoice}'`)).toBe('8.26')
      const again = await accounts.value<string>(certificate())
      await accounts.run(`select public.issue_invoice('${invoice}')`)
      expect(
        await server.value(
          `select snapshot -> 'tax_exemptions' -> 0 ->> 'number' from public.invoices where id = '${invoice}'`,
        ),
      ).toBe('123-456')
      await expect(server.run(`delete from public.exemption_certificates where id = '${again}'`)).rejects.toThrow(
        'invoices_exemption_id_fkey',
      )
    }))
})

test('every paper says the same certificate as it was, and the exempt sales stand in their jurisdictions', () =>
  inAustin(async (trade) => {
    const { sales, accounts, server } = trade
    const id = await accounts.value<string>(certificate())
    const quotation = await begun(trade)
    await sales.run(lines(quotation))
    await sales.run(`select public.send_quotation('${quotation}')`)
    // Changed afterwards: what was sent stays.
    await accounts.run(
      `update public.exemption_certificates set number = '999', valid_to = current_date - 1 where id = '${id}'`,
    )
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    await accounts.run(`select public.record_payment('${client}', 40, 'bank', p_order_id => '${order}')`)
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
      expect(await accounts.value(`select ${document} -> 'tax_exemptions'`), document).toEqual([
        { id, number: '123-456', reason: 'resale', state: 'Texas' },
      ])
    expect(await rates(trade, 'credit_note', note)).toBe(exempt)
    const here = `'${await server.value<string>('select private.company_today()::text')}'::date`
    const invoiced = await accounts.rows(
      `select bucket, mark, sum(amount::numeric)::numeric(14, 2)::text as net, sum(other::numeric)::numeric(14, 2)::text as tax
         from public.analytics_records('tax_places', ${here}, ${here}) where kind = 'invoice' and (bucket = 'all' or bucket like 'state%')
        group by bucket, mark order by bucket, mark`,
    )
    expect(invoiced).toEqual([
      { bucket: 'all', mark: 'exempt', net: '150.10', tax: '0.00' },
      { bucket: 'all', mark: 'taxable', net: '10.00', tax: '0.20' },
      { bucket: 'state TX', mark: 'exempt', net: '150.10', tax: '0.00' },
    ])
    const sums = await accounts.rows(
      `select sum(amount::numeric)::numeric(14, 2)::text as net, sum(other::numeric)::numeric(14, 2)::text as tax from public.analytics_records('tax_places', ${here}, ${here}) where bucket = 'all'`,
    )
    expect(sums).toEqual(
      await accounts.rows(
        `select sum(net::numeric)::numeric(14, 2)::text as net, sum(vat::numeric)::numeric(14, 2)::text as tax from public.ledger('sales', ${here}, ${here})`,
      ),
    )
  }))

test('an exempt sale of no known place counts in the state of its certificate', () =>
  inAustin(async (trade) => {
    const { accounts, server } = trade
    await server.run(`update public.contacts set city = 'Marfa', postcode = '79843' where id = '${client}'`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${client}', 'Counter sale')`)
    await accounts.run(certificate())
    await accounts.run(
      `insert into public.invoice_items (invoice_id, position, description, unit_price) values ('${invoice}', 'a1', 'Banner', 100.10)`,
    )
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(
      await accounts.rows(
        `select bucket, mark, amount::numeric(14, 2)::text as net, other::numeric(14, 2)::text as tax
           from public.analytics_records('tax_places', current_date - 1, current_date + 1) where bucket <> 'all'`,
      ),
    ).toEqual([{ bucket: 'state TX', mark: 'exempt', net: '100.10', tax: '0.00' }])
  }))
