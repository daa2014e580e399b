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

type Seen = { number: string; gross: string; lines: { description: string; qty: string; is_selected: boolean }[] }

test('while the office revises, the client sees the version that was sent with what they chose of it', () =>
  undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await server.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
    await server.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit, unit_price, vat_rate, is_optional, price_breaks) values
      ('${id}', 'a1', 'Fascia sign', 1, 'piece', 430, 18, false, null), ('${id}', 'a2', 'Frosted film', 1, 'piece', 98, 18, true, null),
      ('${id}', 'a3', 'Flyers', 100, 'piece', 1, 18, false, '100:1 500:0.5')`)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const line = (description: string) =>
      server.value<string>(
        `select id from public.quotation_items where quotation_id = '${id}' and description = '${description}'`,
      )
    const [film, flyers] = [await line('Frosted film'), await line('Flyers')]
    const seen = async () => {
      const { number, gross, lines } = await client.value<Seen>(`select public.get_public_quotation('${uuid}')`)
      return {
        number,
        gross,
        lines: lines.map(({ description, qty, is_selected }) => ({ description, qty, is_selected })),
      }
    }
    await client.run(`select public.choose_options('${uuid}', 1, '{${film}}')`)
    await client.run(`select public.choose_quantity('${uuid}', 1, '${flyers}', 500)`)
    const chosen = await seen()
    expect(chosen).toMatchObject({ gross: '918.04', lines: [{}, { is_selected: true }, { qty: '500.0000' }] })

    const replaces = () => server.value(`select private.mail_facts('quotation', '${id}') ->> 'replaces'`)
    expect(await replaces()).toBeNull()
    await sales.run(`select public.revise_quotation('${id}')`)
    // Its mail says so.
    expect(await replaces()).toBe(chosen.number)
    expect(await seen()).toEqual(chosen)
    await sales.run(
      `update public.quotation_items set unit_price = 400 where quotation_id = '${id}' and description = 'Fascia sign'`,
    )
    expect(await seen()).toEqual(chosen)

    await sales.run(`select public.send_quotation('${id}')`)
    expect(await seen()).toMatchObject({
      number: `${chosen.number}-R2`,
      gross: '882.64',
      lines: [{}, { is_selected: true }, {}],
    })
    // What changed is told of the version that they saw, with their choice in it, and of this one as it was sent.
    await client.run(`select public.choose_options('${uuid}', 2, '{}')`)
    expect(await client.value(`select public.get_public_quotation('${uuid}') -> 'before'`)).toMatchObject({
      number: chosen.number,
      gross: '918.04',
      lines: [{ unit_price: '430.0000' }, { is_selected: true }, { qty: '500.0000' }],
      sent: [{ unit_price: '400.0000' }, { is_selected: true }, { qty: '500.0000' }],
    })
    await sales.run(`select public.revise_quotation('${id}')`)
    expect(await client.value(`select public.get_public_quotation('${uuid}') ? 'before'`)).toBe(false)
  }))

test('a version keeps the client as they were when it was sent, and the next one reads them anew', () =>
  undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const move = (postcode: string) =>
      server.run(`update public.contacts set postcode = '${postcode}' where id = '${row.clientContact}'`)
    await move('VLT 1450')
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Fascia sign', 1, 430, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const seen = async () => [
      await client.value<string>(`select public.get_public_quotation('${uuid}') -> 'client' ->> 'postcode'`),
      await sales.value<string>(`select public.preview_quotation('${id}') -> 'client' ->> 'postcode'`),
    ]
    await move('SLM 1010')
    expect(await seen()).toEqual(['VLT 1450', 'VLT 1450'])

    await sales.run(`select public.revise_quotation('${id}')`)
    expect(await seen()).toEqual(['VLT 1450', 'SLM 1010'])
    await sales.run(`select public.send_quotation('${id}')`)
    expect(await seen()).toEqual(['SLM 1010', 'SLM 1010'])
  }))

test('a wish for a change is read on the page of the link, and answered there', () =>
  undone(engine, async (tx) => {
    const { sales, client } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Fascia sign', 1, 430, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await client.run(`select public.request_quotation_change('${uuid}', 1, 'Carla Client', '10 cm lower, please')`)
    await sales.run(`select public.answer_question('quotation', '${id}', 'You get it today.')`)
    expect(await client.rows(`select is_ours, words from public.questions_by_link('${uuid}')`)).toEqual([
      { is_ours: false, words: '10 cm lower, please' },
      { is_ours: true, words: 'You get it today.' },
    ])
  }))

test('the confirmation of an order and its story name the version that was approved', () =>
  undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Fascia sign', 1, 430, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    await sales.run(`select public.revise_quotation('${id}')`)
    await sales.run(`select public.send_quotation('${id}')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await client.run(`select public.approve_quotation('${uuid}', 2, 'Carla Client', true)`)
    const number = await sales.value<string>(
      `select quotation_number || '-R2' from public.quotations where id = '${id}'`,
    )
    const order = await server.value<string>(`select id from public.orders where quotation_id = '${id}'`)
    expect(await sales.value(`select public.order_document('${order}') ->> 'quotation_number'`)).toBe(number)
    expect(
      await server.value(
        `select meta ->> 'quotation_number' from public.document_events where kind = 'order' and record_id = '${order}' and type = 'created'`,
      ),
    ).toBe(number)
  }))
