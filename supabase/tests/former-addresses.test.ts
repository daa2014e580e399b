import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

test('an address is kept of what visitors could see: published by now, to the very moment, and not of what comes later', () =>
  undone(engine, async (tx) => {
    const former = async () =>
      (await tx.query<{ slug: string }>(`select slug from private.former_slugs where kind = 'post' order by slug`)).rows
    await tx.exec(`insert into public.blog_posts (slug, title, published_at) values
      ('was-there', 'Vinyl', now()), ('comes-later', 'Letters', now() + interval '1 second'), ('never', 'Draft', null)`)
    await tx.exec(`update public.blog_posts set slug = slug || '-now'`)
    expect(await former()).toEqual([{ slug: 'was-there' }])
    await tx.exec(`insert into public.blog_posts (slug, title) values ('was-there', 'Another')`)
    expect(await former()).toEqual([])
  }))
