import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld, row } from './world.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

async function quoted(trade: Trade, title: string, line = 'Tray fascia', price = '142.375'): Promise<string> {
  const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', '${title}')`)
  await trade.sales
    .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', '${line}', 6, ${price}, 18)`)
  return id
}
const linkOf = (trade: Trade, id: string) =>
  trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)

test('a search finds a quotation by its title and by the name of its client; the sums say what is shown', async () => {
  await inTrade(async (trade) => {
    const id = await quoted(trade, 'Fascia for the bakery')
    const found = (text: string) =>
      trade.sales.rows<{ id: string }>(`select id from public.quotations_named('${text}')`)
    expect((await found('bakery fasc')).map((each) => each.id)).toEqual([id])
    expect((await found('client')).map((each) => each.id)).toContain(id)
    expect(await trade.workshop.rows(`select id from public.quotations_named('bakery')`)).toEqual([])
    expect(await trade.sales.rows(`select * from public.quotation_sums('bakery')`)).toEqual([
      { status: 'draft', quotations: 1, gross: '1008.01' },
    ])
    await expect(trade.workshop.rows(`select * from public.quotation_sums()`)).rejects.toThrow(
      'You may not see quotations',
    )
  })
})

test('a line is suggested with the last price of the same client, services and materials; costs only to who may see them', async () => {
  await inTrade(async (trade) => {
    const first = await quoted(trade, 'Last year', 'Tray fascia', '130')
    await trade.server.run(
      `update public.quotations set created_at = now() - interval '300 days' where id = '${first}'`,
    )
    const last = await quoted(trade, 'Last month', 'Tray fascia', '142.375')
    await trade.server.run(`update public.quotations set created_at = now() - interval '30 days' where id = '${last}'`)
    await trade.server.run(`insert into public.quotation_item_costs (item_id, unit_cost)
      select id, 61.5 from public.quotation_items where quotation_id = '${last}'`)
    await trade.server.run(
      `insert into public.services (slug, name, unit, base_price) values ('tray-sign', 'Tray sign', 'm2', 320)`,
    )
    const now = await quoted(trade, 'This one', '')
    const asked = (person: 'sales' | 'admin') =>
      trade
        .as(person)
        .rows(
          `select source, description, unit_price, unit_cost from public.suggest_lines('${now}', 'tray') order by source`,
        )
    expect(await asked('admin')).toEqual([
      { source: 'earlier', description: 'Tray fascia', unit_price: '142.3750', unit_cost: '61.5000' },
      { source: 'service', description: 'Tray sign', unit_price: '320.0000', unit_cost: null },
    ])
    await trade.server.run(`delete from public.role_permissions where role = 'sales'`)
    expect((await asked('sales'))[0]).toMatchObject({ unit_price: '142.3750', unit_cost: null })
    expect(await trade.sales.rows(`select * from public.suggest_lines('${now}', ' ')`)).toEqual([])
  })
})

test('a client’s visit is open for a minute and as long as it was in front; staff leave no trace', async () => {
  await inTrade(async (trade) => {
    const id = await quoted(trade, 'Shop front')
    const uuid = await linkOf(trade, id)
    const keep = `select public.keep_visit('${uuid}', 'visit-0001')`
    const open = () => trade.sales.rows(`select place, seconds from public.open_visits('${id}')`)
    await trade.client.run(keep)
    expect(await open()).toEqual([])
    await trade.sales.run(`select public.send_quotation('${id}')`)
    await trade.sales.run(keep)
    expect(await open()).toEqual([])
    await trade.client.run(`select public.get_public_quotation('${uuid}', 'visit-0001')`)
    await trade.client.run(keep)
    expect(await open()).toEqual([{ place: 'quotation', seconds: 0 }])
    const pass = (seconds: number) =>
      trade.server.run(`update public.quotation_visits set opened_at = opened_at - interval '${seconds} seconds',
        seen_at = seen_at - interval '${seconds} seconds'`)
    await pass(20)
    await trade.client.run(keep)
    expect(await open()).toEqual([{ place: 'quotation', seconds: 20 }])
    // From the payment page back to the quotation: the page that was seen last is the last.
    await trade.client.run(`select public.keep_visit('${uuid}', 'visit-0002', 'payment')`)
    await pass(8)
    expect(await open()).toMatchObject([{ place: 'quotation' }, { place: 'payment' }])
    await trade.client.run(keep)
    expect(await open()).toMatchObject([{ place: 'payment' }, { place: 'quotation' }])
    await trade.server.run(`delete from public.quotation_visits where place = 'payment'`)
    await trade.server.run(`update public.quotation_visits set seconds = 20`)
    const [seen] = await trade.sales.rows(
      `select type, seconds, is_open from public.quotation_activity(null, 50, true)`,
    )
    expect(seen).toEqual({ type: 'viewed', seconds: 20, is_open: true })
    await pass(61)
    expect(await open()).toEqual([])
    await trade.client.run(keep)
    expect(await open()).toEqual([{ place: 'quotation', seconds: 20 }])
    await expect(trade.workshop.rows(`select * from public.quotation_activity()`)).rejects.toThrow(
      'You may not see quotations',
    )
  })
})

test('what happened is listed by when it happened, a page after the other', async () => {
  await inTrade(async (trade) => {
    const id = await quoted(trade, 'Shop front')
    await trade.server.run(`insert into public.document_events (kind, record_id, type, at)
      values ('quotation', '${id}', 'question', now() + interval '2 minutes'), ('quotation', '${id}', 'viewed', now() + interval '1 minute')`)
    const types = async (before: string) =>
      (await trade.sales.rows(`select id, type from public.quotation_activity(${before}, 2)`)) as {
        id: number
        type: string
      }[]
    const [newest, next] = await types('null')
    expect([newest?.type, next?.type]).toEqual(['question', 'viewed'])
    expect((await types(String(newest?.id)))[0]?.type).toBe('viewed')
  })
})

test('a repaired status contradicts neither the order that was made nor the versions that were sent', async () => {
  await inTrade(async (trade, tx) => {
    const id = await quoted(trade, 'Repaired')
    const repair = (to: string) =>
      refusalOf(tx, () => trade.as('admin').run(`select public.fix_quotation_status('${id}', '${to}', 'Wrong')`))
    const state = () => trade.server.one(`select status, version from public.quotations where id = '${id}'`)

    expect(await repair('sent')).toBe('Version 1 was never sent: it can only be a draft, or cancelled')
    await trade.sales.run(`select public.send_quotation('${id}')`)
    expect([await repair('draft'), await state()]).toEqual(['done', { status: 'draft', version: 2 }])
    await trade.sales.run(`select public.send_quotation('${id}')`)
    await trade.sales.run(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
    expect(await repair('rejected')).toMatch(/^Order SO-\d{4}-\d{4} was made of this quotation, so it is converted\./)
    // With the status approved it could be cancelled, and its order would stay alive.
    expect(await repair('approved')).toMatch(/^Order SO-\d{4}-\d{4} was made of this quotation, so it is converted\./)
    expect(await refusalOf(tx, () => trade.sales.run(`select public.cancel_quotation('${id}', 'Lost')`))).toBe(
      'This quotation is approved: cancel its order instead',
    )
    expect([await repair('converted'), await state()]).toEqual(['done', { status: 'converted', version: 2 }])
    const order = await trade.server.value<string>(`select id from public.orders where quotation_id = '${id}'`)
    await trade.sales.run(`select public.cancel_order('${order}', 'Wrong')`)
    expect([await repair('approved'), await state()]).toEqual(['done', { status: 'approved', version: 2 }])
    expect(await repair('converted')).toBe('No order was made of this quotation, so it is not converted')
  })
})

test('extra work that is part of its order stays converted, too', async () => {
  await inTrade(async (trade, tx) => {
    const id = await quoted(trade, 'Shop front')
    await trade.sales.run(`select public.send_quotation('${id}')`)
    const order = await trade.sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
    const extra = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${extra}', 'a1', 'Lamp', 1, 80, 18)`)
    await trade.sales.run(`select public.send_quotation('${extra}')`)
    await trade.sales.run(`select public.record_quotation_answer('${extra}', 'approved', 'Carla')`)
    for (const status of ['draft', 'sent', 'approved', 'cancelled'])
      expect(
        await refusalOf(tx, () =>
          trade.as('admin').run(`select public.fix_quotation_status('${extra}', '${status}', 'Wrong')`),
        ),
      ).toMatch(/^Order SO-\d{4}-\d{4} was made of this quotation, so it is converted\./)
  })
})

test('a blank line is not sent; a line with a price and no description is refused with its place', async () => {
  await inTrade(async (trade, tx) => {
    const id = await quoted(trade, 'Blank lines')
    const add = (position: string, price: string) =>
      trade.sales
        .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${id}', '${position}', '', 1, ${price}, 18)`)
    const send = () => trade.sales.value(`select public.send_quotation('${id}')`)
    await add('a2', '12.50')
    expect(await refusalOf(tx, send)).toContain('Line 2 has a price and no description. Please say what it is.')
    await trade.sales.run(
      `update public.quotation_items set unit_price = 0 where quotation_id = '${id}' and position = 'a2'`,
    )
    await send()
    expect(
      await trade.sales.rows(`select description from public.quotation_items where quotation_id = '${id}'`),
    ).toEqual([{ description: 'Tray fascia' }])
  })
})

test('a quotation of blank lines alone is not sent', async () => {
  await inTrade(async (trade, tx) => {
    const id = await quoted(trade, 'Nothing yet', '', '0')
    expect(await refusalOf(tx, () => trade.sales.value(`select public.send_quotation('${id}')`))).toContain(
      'Please add a line before you send the quotation',
    )
  })
})

test('the only business of a person is theirs without a mark, of several the marked one, and otherwise none', async () => {
  await inTrade(async (trade) => {
    const businessOf = () => trade.server.value(`select private.business_of_person('${row.clientContact}')`)
    const relate = (business: string) =>
      trade.server.run(`insert into public.contact_relations (contact_id, related_contact_id, relation)
        values ('${row.clientContact}', '${business}', 'works_for')`)
    expect(await businessOf()).toBeNull()
    await relate(row.business)
    expect(await businessOf()).toBe(row.business)
    const other = await trade.server.value<string>(
      `insert into public.contacts (type, company) values ('Business', 'Second Ltd') returning id`,
    )
    await relate(other)
    expect(await businessOf()).toBeNull()
    await trade.server.run(
      `update public.contact_relations set is_primary = true where related_contact_id = '${other}'`,
    )
    expect(await businessOf()).toBe(other)
    await trade.server.run(`update public.contacts set archived_at = now() where id = '${other}'`)
    expect(await businessOf()).toBe(row.business)
  })
})

test('a person who works for a business buys for it: the business is the client, the person its contact', async () => {
  await inTrade(async (trade) => {
    const clientOf = async (table: string, id: string) =>
      trade.server.rows(`select contact_id, person_id from public.${table} where id = '${id}'`)
    const before = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Own flat')`)
    await trade.server.run(`insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
      values ('${row.clientContact}', '${row.business}', 'works_for', true)`)
    const after = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    const invoice = await trade.accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Repair')`)
    expect(await clientOf('quotations', before)).toEqual([{ contact_id: row.clientContact, person_id: null }])
    const forBusiness = [{ contact_id: row.business, person_id: row.clientContact }]
    expect(await clientOf('quotations', after)).toEqual(forBusiness)
    expect(await clientOf('invoices', invoice)).toEqual(forBusiness)
  })
})
