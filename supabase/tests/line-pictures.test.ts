import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const file = (name: string) => `00000000-0000-4000-8000-00000000a000/00000000-0000-4000-8000-00000000b00${name}.jpg`

test('a picture that was uploaded goes with its line to the client, into versions, copies and the order', async () => {
  await undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, unit_price, vat_rate)
      values ('${id}', 'a1', 'Tray fascia', 100, 18)`)
    const put = (path: string) => () =>
      sales.run(`update public.quotation_items set picture_path = '${path}' where quotation_id = '${id}'`)
    expect(await refusalOf(tx, put(file('1')))).toBe('This picture is not there. Please upload it again.')
    await sales.run(
      `insert into storage.objects (bucket_id, name) values ('line-pictures', '${file('1')}'), ('line-pictures', '${file('2')}')`,
    )
    await put(file('1'))()
    await sales.run(`select public.send_quotation('${id}')`)
    const seen = () => client.value(`select public.get_public_quotation('${uuid}') #>> '{lines,0,picture_path}'`)
    expect(await seen()).toBe(file('1'))
    expect(await refusalOf(tx, put(file('2')))).toBe('This quotation was sent. Revise it to change its lines.')

    await sales.run(`select public.revise_quotation('${id}', 'Another colour')`)
    await put(file('2'))()
    expect(await seen()).toBe(file('1'))
    await sales.run(`select public.send_quotation('${id}')`)
    expect(await seen()).toBe(file('2'))
    expect(
      await sales.rows(
        `select snapshot #>> '{lines,0,picture_path}' as path from public.quotation_versions where quotation_id = '${id}' order by version`,
      ),
    ).toEqual([{ path: file('1') }, { path: file('2') }])

    const copy = await sales.value<string>(`select public.copy_quotation('${id}')`)
    const pathOf = (table: string, where: string) =>
      server.value(`select picture_path from public.${table} where ${where}`)
    expect(await pathOf('quotation_items', `quotation_id = '${copy}'`)).toBe(file('2'))
    await sales.run(`update public.quotation_items set kind = 'heading' where quotation_id = '${copy}'`)
    expect(await pathOf('quotation_items', `quotation_id = '${copy}'`)).toBeNull()
    await client.run(`select public.approve_quotation('${uuid}', 2, 'Carla Client', true)`)
    expect(await pathOf('order_items', `order_id = (select id from public.orders where quotation_id = '${id}')`)).toBe(
      file('2'),
    )
  })
})

test('pictures that the server signs or draws are no view of the client, and no view of staff who look at the page', async () => {
  await undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, unit_price, vat_rate)
      values ('${id}', 'a1', 'Tray fascia', 100, 18)`)
    await sales.run(`select public.send_quotation('${id}')`)
    const views = () =>
      server.value(`select count(*)::int from public.document_events where record_id = '${id}' and type = 'viewed'`)
    await sales.run(`select public.get_public_quotation('${uuid}', 'of staff')`)
    await server.run(`select public.get_public_quotation('${uuid}', 'of staff')`)
    expect(await views()).toBe(0)
    await client.run(`select public.get_public_quotation('${uuid}', 'of the client')`)
    await server.run(`select public.get_public_quotation('${uuid}', 'another text')`)
    expect(await views()).toBe(1)
  })
})

test('a picture that no line, no version and no order names is taken after a week, and no line may name it then', async () => {
  await undone(engine, async (tx) => {
    const { sales, client, server } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, unit_price, vat_rate)
      values ('${id}', 'a1', 'Tray fascia', 100, 18)`)
    const [frozen, current, left, young] = [file('3'), file('4'), file('5'), file('6')]
    for (const [name, age] of [
      [frozen, '400 days'],
      [current, '400 days'],
      [left, '8 days'],
      [young, '6 days'],
    ] as const)
      await server.run(`insert into storage.objects (bucket_id, name, created_at)
        values ('line-pictures', '${name}', now() - interval '${age}')`)
    const put = (path: string) => () =>
      sales.run(`update public.quotation_items set picture_path = '${path}' where quotation_id = '${id}'`)
    await put(frozen)()
    await sales.run(`select public.send_quotation('${id}')`)
    await sales.run(`select public.revise_quotation('${id}', 'Another colour')`)
    await put(current)()
    const taken = async () =>
      (await server.rows<{ name: string }>('select public.take_orphaned_pictures() as name')).map(({ name }) => name)
    expect(await taken()).toEqual([left])
    expect(await refusalOf(tx, put(left))).toBe('This picture is not there. Please upload it again.')
    expect(await taken()).toEqual([left])
    await sales.run(`select public.send_quotation('${id}')`)
    await client.run(`select public.approve_quotation('${uuid}', 2, 'Carla Client', true)`)
    expect(await taken()).toEqual([left])
    expect(await refusalOf(tx, () => client.run('select public.take_orphaned_pictures()'))).toMatch(/permission denied/)
  })
})
