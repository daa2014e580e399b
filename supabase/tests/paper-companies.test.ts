import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx)))

const inGermany = `update public.company_settings set name = 'Tramuntana Signs', country = 'DE', city = 'München', vat_number = 'DE123456789',
  tax_kind = 'vat', tax_name = 'USt', number_style = 'comma', date_style = 'day_dots', length_unit = 'mm'`
const toTheStates = `update public.company_settings set name = 'Northwind Signs', country = 'US', city = 'Dallas', vat_number = null,
  tax_kind = 'sales_tax', tax_name = 'sales tax', number_style = 'point', date_style = 'month_first', length_unit = 'in'`

/** 19 % of 2,566.05 are 487.5495: cut 487.54, to the nearest cent 487.55. */
async function draft({ sales }: Trade): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'Fascia', 1, 2566.05, 19)`)
  return id
}

type Said = {
  name: string
  tax: string
  style: string
  days: string
  lengths: string
  vat: string
  row: string
  gross: string
}
const said = (document: string) => `select d -> 'company' ->> 'name' as name, d -> 'company' ->> 'tax_name' as tax,
  d -> 'company' ->> 'number_style' as style, d -> 'company' ->> 'date_style' as days, d -> 'company' ->> 'lengths' as lengths,
  d ->> 'vat' as vat, d -> 'vat_table' -> 0 ->> 'vat' as row, d ->> 'gross' as gross from (select ${document} as d) as paper`
const german = {
  name: 'Tramuntana Signs',
  tax: 'USt',
  style: 'comma',
  days: 'day_dots',
  lengths: 'mm',
  vat: '487.54',
  row: '487.54',
  gross: '3053.59',
}
const american = {
  ...german,
  name: 'Northwind Signs',
  tax: 'sales tax',
  style: 'point',
  days: 'month_first',
  lengths: 'in',
  vat: '487.55',
  row: '487.55',
  gross: '3053.60',
}

test('a sent quotation says what it said when the company moves, until a new version is sent', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    await server.run(inGermany)
    const id = await draft(trade)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await server.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const page = async () => (await server.rows<Said>(said(`public.get_public_quotation('${uuid}')`)))[0]
    const preview = async () => (await sales.rows<Said>(said(`public.preview_quotation('${id}')`)))[0]
    expect(await page()).toEqual(german)
    await server.run(toTheStates)
    expect(await page()).toEqual(german)
    expect(await preview()).toEqual(german)
    // What the client chooses is rounded as on that day.
    await server.run(
      `update public.quotation_items set is_optional = true, is_selected = true where quotation_id = '${id}'`,
    )
    expect(await page()).toEqual(german)
    await sales.run(`select public.revise_quotation('${id}')`)
    expect(await page()).toEqual(german)
    expect(await preview()).toEqual(american)
    await sales.run(`select public.send_quotation('${id}')`)
    expect(await page()).toEqual(american)
  })
})

test('a draft from before the move is sent with the tax of its day', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    await server.run(inGermany)
    const id = await draft(trade)
    await server.run(toTheStates)
    await sales.run(`select public.send_quotation('${id}')`)
    expect((await sales.rows<Said>(said(`public.preview_quotation('${id}')`)))[0]).toEqual(american)
  })
})

test('an approved quotation keeps its company, and its order the agreed amounts', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    await server.run(inGermany)
    const id = await draft(trade)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await server.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await server.run(`select public.approve_quotation('${uuid}', 1, 'Ann', true)`)
    await server.run(toTheStates)
    expect((await sales.rows<Said>(said(`public.preview_quotation('${id}')`)))[0]).toEqual(german)
    const order = await server.value<string>(`select id from public.orders where quotation_id = '${id}'`)
    const confirmation = async () => (await sales.rows<Said>(said(`public.order_document('${order}')`)))[0]
    // The confirmation was not sent yet: its seller is that of today, its amounts are the agreed ones.
    expect(await confirmation()).toEqual({ ...american, vat: '487.54', row: '487.54', gross: '3053.59' })
    await server.run(inGermany)
    await server.run(`select private.keep_company('order', '${order}')`)
    await server.run(toTheStates)
    expect(await confirmation()).toEqual(german)
  })
})

test('a delivery note and a purchase order keep their company from the day on which they went out', async () => {
  await inTrade(async ({ server }) => {
    await server.run(inGermany)
    for (const kind of ['delivery', 'purchase_order']) {
      const name = () => server.value(`select private.company_of('${kind}', '${row.clientContact}') ->> 'name'`)
      await server.run(`select private.keep_company('${kind}', '${row.clientContact}')`)
      await server.run(toTheStates)
      expect(await name()).toBe('Tramuntana Signs')
      // A purchase order that is sent again is a paper of its new day; what was handed over was handed over once.
      await server.run(`select private.keep_company('${kind}', '${row.clientContact}')`)
      expect(await name()).toBe(kind === 'delivery' ? 'Tramuntana Signs' : 'Northwind Signs')
      await server.run(inGermany)
    }
  })
})

test('an issued invoice names the account of its day; who is asked to pay reads that of today, with its holder', async () => {
  await inTrade(async ({ server, accounts }) => {
    await server.run(`${inGermany}, iban = 'MT84MALT011000012345MTLCAST001S', bic = 'MALTMTMT', account_holder = null`)
    const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'Fascia', 1, 100, 18)`)
    await accounts.run(`select public.issue_invoice('${id}')`)
    const uuid = await server.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
    const read = async () =>
      (
        await server.rows(`select d -> 'company' ->> 'iban' as iban, d -> 'company' ->> 'name' as name, d -> 'pay_to' ->> 'iban' as to,
            d -> 'pay_to' ->> 'account_holder' as holder, d -> 'pay_to' ->> 'is_changed' as changed
          from (select public.get_public_invoice('${uuid}') as d) as page`)
      )[0]
    const told = () => server.value(`select private.mail_values('invoice', '${id}', '{}', null) ->> 'account_changed'`)
    const issued = { iban: 'MT84MALT011000012345MTLCAST001S', name: 'Tramuntana Signs' }
    expect(await read()).toEqual({ ...issued, to: issued.iban, holder: issued.name, changed: 'false' })
    expect(await told()).toBe('false')
    await server.run(`${toTheStates}, iban = 'DE89370400440532013000', bic = 'COBADEFF'`)
    expect(await read()).toEqual({
      ...issued,
      to: 'DE89370400440532013000',
      holder: 'Northwind Signs',
      changed: 'true',
    })
    expect(await told()).toBe('true')
  })
})
