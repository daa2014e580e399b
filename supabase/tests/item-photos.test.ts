import { pictureAddress } from '../../src/documents/pictures/testing.ts'
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

const key = (number: number) => `59100000-0000-4000-8000-${String(number).padStart(12, '0')}`
const item = key(1)
const small = pictureAddress('image/jpeg')
const path = (number: number) => `${item}/${key(number)}.jpg`
const add = (number: number, preview = small) =>
  `select public.add_item_photo('${key(number)}', '${item}', '${preview}')`
const object = (bucket: string, name: string, days = 0) =>
  `insert into storage.objects (bucket_id, name, metadata, created_at)
    values ('${bucket}', '${name}', '{"size": 2048}', now() - interval '${days} days')`
const shown = `select string_agg(right(id::text, 2), ' ' order by place) from public.item_photos where item_id = '${item}'`

/** An item with three uploaded photos. */
const withItem = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server.run(
      `insert into public.inventory_items (id, sku, name, form) values ('${item}', 'PH-1', 'Tape', 'piece')`,
    )
    for (const number of [11, 12, 13]) await trade.server.run(object('item-photos', path(number)))
    return work(trade, tx)
  })

test('photos stand in the order of their arrival, one may be put first, and a repeated call adds one', async () => {
  await withItem(async ({ workshop }) => {
    for (const number of [11, 12, 12, 13]) await workshop.run(add(number))
    expect(await workshop.value(shown)).toBe('11 12 13')
    await workshop.run(`select public.put_item_photo_first('${key(13)}')`)
    await workshop.run(`select public.put_item_photo_first('${key(13)}')`)
    expect(await workshop.value(shown)).toBe('13 11 12')
  })
})

test('what is no picture, what did not arrive, one photo too many and people without the right are refused in words', async () => {
  await withItem(async ({ workshop, sales, server }, tx) => {
    const says = (sql: string, who = workshop) => refusalOf(tx, () => who.run(sql))
    expect(await says(add(11, 'data:image/svg+xml;base64,AAAA'))).toBe('This file is no picture that can be shown')
    expect(await says(add(11, `data:image/jpeg;base64,${'A'.repeat(16_000)}`))).toBe(
      'This file is no picture that can be shown',
    )
    expect(await says(add(14))).toBe('The photo did not arrive. Please upload it again.')
    expect(await says(add(11).replace(`'${item}'`, `'${key(99)}'`))).toBe('This item is not there any more')
    expect(await says(add(11), sales)).toMatch(/^You may not add photos of items/)
    expect(await says(`select public.put_item_photo_first('${key(99)}')`)).toBe('This photo is not there any more')
    await server.run(`insert into public.item_photos (id, item_id, path, preview, place)
      select id, '${item}', '${item}/' || id || '.jpg', '${small}', place
        from (select gen_random_uuid() as id, place from generate_series(1, 20) as place) as many`)
    expect(await says(add(11))).toBe('An item has 20 photos at most. Remove one first.')
  })
})

test('a photo that an item names cannot be taken from storage; once it is removed it can', async () => {
  await withItem(async ({ workshop }) => {
    await workshop.run(add(11))
    const taken = `with gone as (delete from storage.objects where name = '${path(11)}' returning 1) select count(*)::int from gone`
    expect(await workshop.value(taken)).toBe(0)
    await workshop.run(`delete from public.item_photos where id = '${key(11)}'`)
    expect(await workshop.value(taken)).toBe(1)
  })
})

test('a file whose row went first is swept after a week, and nothing names it meanwhile', async () => {
  await withItem(async ({ server, workshop }, tx) => {
    const files = [21, 22].map((number) => `${row.job}/${key(number)}.dxf`)
    for (const file of files) await server.run(object('job-files', file, 8))
    await server.run(object('item-photos', path(24), 8))
    await server.run(
      `select public.add_job_file('${key(21)}', '${row.job}', 'cut', 'Fascia.dxf', '${files[0]}'),
              public.add_job_file('${key(22)}', '${row.job}', 'cut', 'Disc.dxf', '${files[1]}')`,
    )
    const swept = (bucket: string) =>
      server.rows<{ name: string }>(`select name from public.take_orphaned_uploads('${bucket}') as name`)
    expect(await swept('job-files')).toEqual([])
    await server.run(`delete from public.job_files where id = '${key(21)}'`)
    expect(await swept('job-files')).toEqual([{ name: files[0] }])
    // New photos stay, because their uploader is about to name them.
    expect(await swept('item-photos')).toEqual([{ name: path(24) }])
    const arrived = 'did not arrive. Please upload it again.'
    expect(await refusalOf(tx, () => workshop.run(add(24)))).toBe(`The photo ${arrived}`)
    expect(
      await refusalOf(tx, () =>
        workshop.run(`select public.add_job_file('${key(23)}', '${row.job}', 'cut', 'Again.dxf', '${files[0]}')`),
      ),
    ).toBe(`The file ${arrived}`)
    expect(await refusalOf(tx, () => server.run(`select public.take_orphaned_uploads('avatars')`))).toBe(
      'The files of this bucket are swept by another rule',
    )
    expect(await refusalOf(tx, () => workshop.run(`select public.take_orphaned_uploads('job-files')`))).toMatch(
      /permission denied/,
    )
  })
})
