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

const numberOf = (client: string, number: string | null) =>
  `update public.contacts set type = 'Business', company = coalesce(company, 'Client'),
     vat_number = ${number === null ? 'null' : `'${number}'`} where id = '${client}'`

/** A company in Malta with a rate for reverse charge, and a client whose tax number this is. */
const between = (number: string | null, work: (trade: Trade, quotation: string) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await tx.exec(`update public.company_settings set country = 'Malta', vat_number = 'MT12345634', tax_kind = 'vat';
      update public.vat_rates set is_default = false; delete from public.vat_rates where treatment <> 'standard';
      insert into public.vat_rates (code, label, rate, treatment, is_default, sort) values
        ('usual', 'Usual', 18, 'standard', true, 1), ('low', 'Low', 7, 'standard', false, 2), ('free', 'Exempt', 0, 'exempt', false, 3),
        ('reverse', 'Reverse', 0, 'reverse_charge', false, 4), ('building', 'Building', 0, 'reverse_charge', false, 5),
        ('union', 'Goods to the Union', 0, 'intra_community', false, 6);
      insert into public.services (slug, name, vat_rate_id) select 'of-' || code, code, id from public.vat_rates where code in ('low', 'free');
      ${numberOf(row.clientContact, number)}`)
    await work(
      trade,
      await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`),
    )
  })
const service = (code: string) => `(select id from public.services where slug = 'of-${code}')`
const rates = ({ server }: Trade, quotation: string) =>
  server
    .rows<{ rate: string }>(
      `select trim_scale(vat_rate) || ' ' || vat_treatment as rate from public.quotation_items where quotation_id = '${quotation}' order by position`,
    )
    .then((rows) => rows.map(({ rate }) => rate))
const [usual, low, exempt, reverse, union] = [
  '18 standard',
  '7 standard',
  '0 exempt',
  '0 reverse_charge',
  '0 intra_community',
]
const lines = (
  quotation: string,
) => `insert into public.quotation_items (quotation_id, position, kind, description, service_id, vat_rate)
  values ('${quotation}', 'a1', 'item', 'Sign', null, null), ('${quotation}', 'a2', 'item', 'Book', ${service('low')}, null),
         ('${quotation}', 'a3', 'item', 'Course', ${service('free')}, null), ('${quotation}', 'a4', 'discount', 'Less', null, null),
         ('${quotation}', 'a5', 'item', 'Fitting here', null, 18), ('${quotation}', 'a6', 'heading', 'Head', null, null)`
const atHome = [usual, low, exempt, usual, usual, null]
const abroad = [union, union, exempt, union, usual, null]

const sales = (
  quotation: string,
) => `insert into public.services (slug, name, unit) values ('fit', 'Installation, two people', 'piece'), ('draw', 'Design', 'piece'), ('sign', 'Sign', 'piece');
  insert into public.quotation_items (quotation_id, position, kind, description, unit, service_id, vat_rate)
  select '${quotation}', 'a' || place, kind, slug, unit, (select id from public.services s where s.slug = x.slug), null
    from (values (1, 'item', 'sign', 'piece'), (2, 'item', 'draw', 'piece'), (3, 'item', 'fit', 'piece'), (4, 'item', 'hours', 'hour')) as x (place, kind, slug, unit)`

/** A client in this country, for a company in Germany with rates for export and for work abroad. */
const inCountry = (
  client: { country: string | null; type?: string; number?: string; postcode?: string },
  work: Parameters<typeof between>[1],
) =>
  between(null, async (trade, quotation) => {
    const { country, type = 'Business', number = null, postcode = null } = client
    const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)
    await trade.server.run(`update public.company_settings set country = 'Germany', vat_number = 'DE136695976'`)
    await trade.server.run(`insert into public.vat_rates (code, label, rate, treatment, sort)
      values ('goods-out', 'Export', 0, 'export', 6), ('work-out', 'Work abroad', 0, 'outside', 7)`)
    await trade.server
      .run(`update public.contacts set type = '${type}', country = ${quoted(country)}, vat_number = ${quoted(number)},
      postcode = ${quoted(postcode)} where id = '${row.clientContact}'`)
    await work(trade, quotation)
  })
const goodsAndWork = (
  quotation: string,
) => `insert into public.quotation_items (quotation_id, position, description, unit, vat_rate)
  values ('${quotation}', 'a1', 'Sign', 'piece', null), ('${quotation}', 'a2', 'Design', 'hour', null)`
const [goodsOut, workOut] = ['0 export', '0 outside']

describe('for a client beyond the customs border', () => {
  test.each([
    ['a business in Switzerland', { country: 'Switzerland', number: 'CHE116281710' }, [goodsOut, workOut]],
    ['the same by the German name', { country: 'Schweiz' }, [goodsOut, workOut]],
    ['a private person there', { country: 'CH', type: 'Person' }, [goodsOut, usual]],
    ['one in Great Britain', { country: 'United Kingdom', number: 'GB980780684' }, [goodsOut, workOut]],
    ['one in Northern Ireland', { country: 'United Kingdom', postcode: 'BT1 5GS' }, [usual, usual]],
    ['one in Austria without a number', { country: 'Austria' }, [usual, usual]],
    ['one in Monaco', { country: 'Monaco' }, [usual, usual]],
    ['a branch with a German number', { country: 'Switzerland', number: 'DE811907980' }, [usual, usual]],
    ['a country that nobody knows', { country: 'Switzerlandia' }, [usual, usual]],
    ['no country', { country: null }, [usual, usual]],
  ])('goods and work of %s', (_, client, expected) =>
    inCountry(client, async (trade, quotation) => {
      await trade.sales.run(goodsAndWork(quotation))
      expect(await rates(trade, quotation)).toEqual(expected)
    }),
  )

  test('a line that becomes work follows, and a rate that somebody chose stays', () =>
    inCountry({ country: 'Norway' }, async (trade, quotation) => {
      await trade.sales.run(goodsAndWork(quotation))
      await trade.sales.run(
        `update public.quotation_items set unit = 'hour' where quotation_id = '${quotation}' and position = 'a1'`,
      )
      expect(await rates(trade, quotation)).toEqual([workOut, workOut])
      await trade.sales.run(
        `update public.quotation_items set vat_rate = 18, vat_treatment = 'standard' where quotation_id = '${quotation}' and position = 'a1'`,
      )
      await trade.sales.run(`update public.quotation_items set unit = 'piece' where quotation_id = '${quotation}'`)
      expect(await rates(trade, quotation)).toEqual([usual, goodsOut])
    }))

  test('goods for a site on this side are no export, there and back', () =>
    inCountry({ country: 'Norway' }, async (trade, quotation) => {
      await trade.sales.run(goodsAndWork(quotation))
      const site = await trade.server.value<string>(
        `insert into public.locations (label, country, business_id) values ('Fair in Munich', 'Deutschland', '${row.clientContact}') returning id`,
      )
      await trade.sales.run(`update public.quotations set location_id = '${site}' where id = '${quotation}'`)
      expect(await rates(trade, quotation)).toEqual([usual, workOut])
      await trade.sales.run(`update public.quotations set location_id = null where id = '${quotation}'`)
      expect(await rates(trade, quotation)).toEqual([goodsOut, workOut])
    }))

  test.each([
    ['a client at home', { country: 'Germany' }, [usual, usual]],
    ['a business in Austria with a number', { country: 'Austria', number: 'ATU12345675' }, [union, reverse]],
    ['one without a number', { country: 'Austria' }, [usual, usual]],
  ])('goods for a site beyond the border are an export for %s too, unless they are collected', (_, client, before) =>
    inCountry(client, async (trade, quotation) => {
      await trade.sales.run(goodsAndWork(quotation))
      expect(await rates(trade, quotation)).toEqual(before)
      const site = await trade.server.value<string>(
        `insert into public.locations (label, country, business_id) values ('Fair in Basel', 'Schweiz', '${row.clientContact}') returning id`,
      )
      await trade.sales.run(`update public.quotations set location_id = '${site}' where id = '${quotation}'`)
      expect(await rates(trade, quotation)).toEqual([goodsOut, before[1]])
      await trade.server.run(`insert into public.services (slug, name, unit) values ('fit', 'Installation', 'piece')`)
      await trade.sales
        .run(`insert into public.quotation_items (quotation_id, position, description, unit, service_id, vat_rate)
        select '${quotation}', 'a3', 'Fitting', 'piece', id, null from public.services where slug = 'fit'`)
      expect((await rates(trade, quotation))[2]).toBe(workOut)
      await trade.sales.run(`update public.quotations set is_collected = true where id = '${quotation}'`)
      expect((await rates(trade, quotation))[0]).toBe(usual)
    }),
  )

  test.each([
    ['no such rates', `delete from public.vat_rates where treatment in ('export', 'outside')`],
    ['sales tax', `update public.company_settings set tax_kind = 'sales_tax'`],
  ])('the usual rate is proposed where the company has %s', (_, change) =>
    inCountry({ country: 'Norway' }, async (trade, quotation) => {
      await trade.server.run(change)
      await trade.sales.run(goodsAndWork(quotation))
      expect(await rates(trade, quotation)).toEqual([usual, usual])
    }),
  )
})

describe('for a business in another state of the Union', () => {
  test.each([
    ['that has them sent', `select 1`, [union, reverse, reverse, reverse]],
    [
      'that collects them',
      `update public.quotations set is_collected = true where id = :quotation`,
      [usual, reverse, usual, reverse],
    ],
    [
      'with a site here',
      `update public.quotations set location_id = :site where id = :quotation`,
      [usual, reverse, usual, reverse],
    ],
    [
      'with an address here',
      `update public.contacts set country = 'Malta' where id = :client`,
      [usual, reverse, usual, reverse],
    ],
    [
      'whose number is not how one of Austria looks',
      `update public.contacts set vat_number = 'ATU123' where id = :client`,
      [usual, usual, usual, usual],
    ],
    [
      'without a number',
      `update public.contacts set vat_number = null where id = :client`,
      [usual, usual, usual, usual],
    ],
  ])('%s, goods are a supply to the Union and work is reverse charge, each where it is done', (_, change, expected) =>
    between('ATU13585627', async (trade, quotation) => {
      await trade.server.run(`update public.contacts set country = 'Austria' where id = '${row.clientContact}'`)
      const site = await trade.server.value<string>(
        `insert into public.locations (label, country, business_id) values ('Fair in Valletta', 'Malta', '${row.clientContact}') returning id`,
      )
      const named = { quotation, site, client: row.clientContact }
      await trade.server.run(
        change.replaceAll(/:(quotation|site|client)/g, (__, name: keyof typeof named) => `'${named[name]}'`),
      )
      for (const one of sales(quotation).split(';')) await trade.server.run(one)
      expect(await rates(trade, quotation)).toEqual(expected)
      const proposal = await trade.sales.one<{ abroad: string; goods_stay: boolean }>(
        `select abroad, goods_stay from public.vat_proposal('${row.clientContact}', 'quotation', '${quotation}')`,
      )
      const isNumbered = expected[1] === reverse
      expect(proposal).toEqual({
        abroad: isNumbered ? 'union' : 'union_unnumbered',
        goods_stay: isNumbered && expected[0] === usual,
      })
    }),
  )
})

describe('a line that nobody chose a rate for', () => {
  test.each([
    ['a business in another state of the European Union', 'DE136695976', abroad],
    ['one in Greece by its other letters', 'GR094259216', abroad],
    ['a business of the own state', 'MT10988910', atHome],
    ['a client without a number', null, atHome],
    ['a business outside the Union', 'GB980780684', atHome],
    ['a number without a state', '123456789', atHome],
  ])('of %s has its rate', (_, number, expected) =>
    between(number, async (trade, quotation) => {
      await trade.sales.run(lines(quotation))
      expect(await rates(trade, quotation)).toEqual(expected)
    }),
  )

  test.each([
    ['has no rate for goods there', `delete from public.vat_rates where treatment = 'intra_community'`],
    ['has none today', `update public.vat_rates set valid_to = current_date - 2 where treatment = 'intra_community'`],
    ['charges sales tax', `update public.company_settings set tax_kind = 'sales_tax'`],
    ['has no number itself', `update public.company_settings set vat_number = null`],
  ])('has the usual rate where the company %s', (_, change) =>
    between('DE136695976', async (trade, quotation) => {
      await trade.server.run(change)
      await trade.sales.run(lines(quotation))
      expect(await rates(trade, quotation)).toEqual(atHome)
    }),
  )

  test('keeps no tax where the company charges none', () =>
    between('DE136695976', async (trade, quotation) => {
      await trade.server.run(`update public.vat_rates set is_default = (code = 'free')`)
      await trade.sales.run(
        `insert into public.quotation_items (quotation_id, position, description) values ('${quotation}', 'a1', 'Sign')`,
      )
      expect(await rates(trade, quotation)).toEqual([exempt])
    }))

  test('of a discount is that of what most of the paper is', () =>
    between('DE136695976', async (trade, quotation) => {
      const add = (position: string, kind: string, unit: string, price: number) =>
        trade.sales
          .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit, unit_price, vat_rate)
          values ('${quotation}', '${position}', '${kind}', 'Line', ${kind === 'discount' ? -1 : 1}, '${unit}', ${price}, null)`)
      await add('a1', 'item', 'hour', 100)
      await add('a2', 'discount', 'piece', 10)
      await add('a3', 'item', 'piece', 300)
      await add('a4', 'discount', 'piece', 10)
      await add('a5', 'discount', 'hour', 10)
      expect(await rates(trade, quotation)).toEqual([reverse, reverse, union, union, reverse])
    }))

  test('follows a picked service, and a rate that somebody chose stays', () =>
    between('DE136695976', async (trade, quotation) => {
      await trade.sales
        .run(`insert into public.quotation_items (quotation_id, position, description, vat_rate, vat_treatment)
        values ('${quotation}', 'a1', 'Sign', null, 'standard'), ('${quotation}', 'a2', 'Book', null, 'standard'), ('${quotation}', 'a3', 'Here', 18, 'standard')`)
      await trade.sales.run(`update public.quotation_items set service_id = ${service('free')} where position = 'a1'`)
      await trade.sales.run(`update public.quotation_items set service_id = ${service('low')} where position <> 'a1'`)
      expect(await rates(trade, quotation)).toEqual([exempt, union, usual])
    }))

  test('follows another client of the draft, there and back', () =>
    between('DE136695976', async (trade, quotation) => {
      await trade.sales.run(lines(quotation))
      await trade.server.run(numberOf(row.business, 'MT10988910'))
      await trade.sales.run(`update public.quotations set contact_id = '${row.business}' where id = '${quotation}'`)
      expect(await rates(trade, quotation)).toEqual(atHome)
      // What was chosen at home is the rate of home: nobody can tell it from the usual one any more.
      await trade.sales.run(
        `update public.quotations set contact_id = '${row.clientContact}' where id = '${quotation}'`,
      )
      expect(await rates(trade, quotation)).toEqual(abroad.with(4, union))
    }))

  test('of a copy is that of its client', () =>
    between('DE136695976', async (trade, quotation) => {
      await trade.sales.run(lines(quotation))
      await trade.server.run(numberOf(row.business, 'MT10988910'))
      const copy = await trade.sales.value<string>(
        `select public.copy_quotation('${quotation}', null, '${row.business}')`,
      )
      expect(await rates(trade, copy)).toEqual(atHome)
      expect(
        await rates(trade, await trade.sales.value<string>(`select public.copy_quotation('${quotation}')`)),
      ).toEqual(abroad)
    }))

  test('of an invoice without an order is proposed the same way', () =>
    between('DE136695976', async ({ accounts }) => {
      const invoice = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Sign')`)
      const rate = await accounts.rows(`insert into public.invoice_items (invoice_id, position, description, vat_rate)
        values ('${invoice}', 'a1', 'Sign', null), ('${invoice}', 'a2', 'Fitting here', 18) returning trim_scale(vat_rate)::text as rate, vat_treatment`)
      expect(rate).toEqual([
        { rate: '0', vat_treatment: 'intra_community' },
        { rate: '18', vat_treatment: 'standard' },
      ])
    }))
})

test('staff read what is proposed for a client, and nobody else does', () =>
  between('DE136695976', async (trade) => {
    const ask = `select trim_scale(rate::numeric)::text as rate, treatment, abroad from public.vat_proposal('${row.clientContact}')`
    expect(await trade.sales.rows(ask)).toEqual([{ rate: '0', treatment: 'intra_community', abroad: 'union' }])
    await trade.server.run(numberOf(row.clientContact, null))
    expect(await trade.sales.rows(ask)).toEqual([{ rate: '18', treatment: 'standard', abroad: null }])
    await expect(trade.as('client').run(ask)).rejects.toThrow(/staff/i)
  }))
