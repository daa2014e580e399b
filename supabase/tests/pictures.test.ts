import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPictures, pngOf } from '../../src/documents/pictures/testing.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const address = (kind: string, bytes: Uint8Array) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
const [png, jpeg, webp] = [goodPictures['image/png'], goodPictures['image/jpeg'], goodPictures['image/webp']]
const page = Buffer.from('<html><script>alert(1)</script></html>')

const good = { png: address('png', png), jpeg: address('jpeg', jpeg), webp: address('webp', webp) }
const bad = {
  'the first bytes of a PNG before a page': address('png', Buffer.concat([png.subarray(0, 8), page])),
  'a PNG with a page behind it': address('png', Buffer.concat([png, page])),
  'a PNG without its end': address('png', png.subarray(0, png.length - 12)),
  'a PNG of 60,000 × 60,000 points': address('png', pngOf(60_000, 60_000, deflateSync(Buffer.alloc(100)))),
  'a JPEG that was cut off': address('jpeg', jpeg.subarray(0, jpeg.length - 40)),
  'the first bytes of a JPEG before a page': address('jpeg', Buffer.concat([jpeg.subarray(0, 3), page])),
  'a WebP that was cut off': address('webp', webp.subarray(0, 40)),
  'a drawing with a script': address('svg+xml', page),
  'a page that says it is a PNG': address('png', page),
  'a JPEG that says it is a PNG': address('png', jpeg),
  nothing: 'data:image/png;base64,AAAA',
}
const isPicture = (tx: Queryable, data: string) =>
  tx
    .query<{ is: boolean }>(`select private.is_picture($1, '{png,jpeg,webp}', 100000) as is`, [data])
    .then(({ rows }) => rows[0]?.is)

test('a whole picture of each kind is one, and wherever it is cut it is none', async () => {
  await undone(engine, async (tx) => {
    for (const data of Object.values(good)) expect(await isPicture(tx, data)).toBe(true)
    for (const [kind, bytes] of Object.entries({ png, jpeg, webp }))
      for (let length = 0; length < bytes.length; length += 3)
        expect([kind, length, await isPicture(tx, address(kind, bytes.subarray(0, length)))]).toEqual([
          kind,
          length,
          false,
        ])
  })
})

describe.each(Object.entries(bad))('%s', (_, data) => {
  test('is kept neither with a brief, as a signature, with a product nor as a photo of an item', async () => {
    await undone(engine, async (tx) => {
      const { client: visitor, workshop, server } = await tradeIn(tx)
      const brief = await visitor.value(`select public.save_brief(null, '{"what": "A fascia"}', 1)`)
      const says = (sql: string, who = server) => refusalOf(tx, () => who.run(sql))
      expect(await says(`select public.add_brief_picture('${brief}', 'a', '${data}')`, visitor)).toMatch('no picture')
      const sign = (image: string) =>
        `select private.sign_document('quotation', gen_random_uuid(), 1, 'Anna Vella', '${image}')`
      expect(await says(sign(data))).toBe('The signature is not a picture that can be kept. Please sign again.')
      await server.run(sign(good.png))
      const product = `(select id from public.manufactured_products where slug = 'roll-up-9')`
      await server.run(
        `insert into public.manufactured_products (slug, name, base_price) values ('roll-up-9', 'Roll-up', 10)`,
      )
      const show = (image: string) =>
        `insert into public.product_pictures (product_id, image, alt) values (${product}, '${image}', 'A stand')`
      expect(await says(show(data))).toContain('product_pictures_image_is_a_picture')
      await server.run(show(good.webp))
      const item = '59100000-0000-4000-8000-000000000101'
      await server.run(
        `insert into public.inventory_items (id, sku, name, form) values ('${item}', 'PH-9', 'Tape', 'piece')`,
      )
      const photo = `select public.add_item_photo(gen_random_uuid(), '${item}', '${data}')`
      expect(await says(photo, workshop)).toBe('This file is no picture that can be shown')
    })
  })
})
