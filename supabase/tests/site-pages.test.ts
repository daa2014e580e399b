import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const value = async (tx: Queryable, sql: string): Promise<unknown> => {
  const outcome = await attempt(tx, sql)
  return 'refused' in outcome ? outcome.because : Object.values(outcome.rows[0] ?? {})[0]
}
const write = (title: string) =>
  `update public.site_pages set draft = '[{"id": "a", "kind": "text", "title": "${title}"}]' where page = 'about' returning row_version`
const shown = `select public.get_public_page('about') #>> '{blocks,0,title}'`
const publish = (draft: unknown, at = 'null') => `select public.publish_site_page('about', ${Number(draft)}, ${at})`

test('visitors see what was published last, and never a draft', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'sales')
    const first = await value(tx, write('Three of us'))
    expect(await value(tx, shown)).toBeNull()
    expect(await value(tx, publish(first))).toBe(1)
    expect(await value(tx, publish(first))).toBe(1)
    const second = await value(tx, write('Four of us'))
    expect(await value(tx, publish(first))).toMatch(/changed this page meanwhile/)
    await become(tx, 'visitor')
    expect(await value(tx, shown)).toBe('Three of us')
    await become(tx, 'sales')
    expect(await value(tx, publish(second))).toBe(2)
    await become(tx, 'visitor')
    expect(await value(tx, shown)).toBe('Four of us')
    expect(await value(tx, `select public.get_site_frame('home') -> 'pages'`)).toEqual(['about'])
    expect(await value(tx, `select public.site_draft('about')`)).toMatch(/permission denied|Only staff/)
  })
})

test('a planned version shows from its time on, and can be taken back before', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'admin')
    const draft = await value(tx, write('New year'))
    expect(await value(tx, publish(draft, `now() - interval '1 hour'`))).toMatch(/within the next year/)
    expect(await value(tx, publish(draft, `now() + interval '1 hour'`))).toBe(1)
    expect(await value(tx, publish(draft, `now() + interval '2 hours'`))).toBe(2)
    await value(tx, `select public.withdraw_site_version(id) from public.site_versions where number = 2`)
    await become(tx, 'visitor')
    expect(await value(tx, shown)).toBeNull()
    await becomeOwner(tx)
    expect(
      await value(
        tx,
        `select public.get_public_page('about') ->> 'next_at' = to_jsonb(shows_from) #>> '{}' from public.site_versions where number = 1`,
      ),
    ).toBe(true)
    await tx.exec(`update public.site_versions set shows_from = shows_from - interval '3 hours'`)
    expect(await value(tx, shown)).toBe('New year')
    await become(tx, 'admin')
    expect(
      await value(tx, `select public.withdraw_site_version(id) from public.site_versions where number = 1`),
    ).toMatch(/shows already/)
  })
})

test('an empty company says nothing that nobody wrote', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'visitor')
    const page = await value(tx, `select public.get_public_page('home')`)
    expect(page).toMatchObject({ version: null, reviews: [], posts: [], photos: [] })
    expect(await value(tx, `select jsonb_path_exists(public.get_public_page('home'), '$.blocks[*].title')`)).toBe(false)
  })
})

test('a photograph needs its files, stays while a page names it, and is told with the page', async () => {
  await undone(engine, async (tx) => {
    const id = '7a1b0c2d-1111-4222-8333-0123456789ab'
    const add = `select public.add_site_photo('${id}', 'webp', 960, 640, '{480,960}', '#445566', 'A shopfront')`
    await tx.exec(`insert into storage.objects (bucket_id, name) values ('site-photos', '${id}/480.webp')`)
    await become(tx, 'admin')
    expect(await value(tx, add)).toMatch(/did not arrive/)
    await becomeOwner(tx)
    await tx.exec(`insert into storage.objects (bucket_id, name) values ('site-photos', '${id}/960.webp')`)
    await become(tx, 'accounts')
    expect(await value(tx, add)).toMatch(/may not add/)
    await become(tx, 'admin')
    await value(tx, add)
    await value(tx, add)
    expect(await value(tx, 'select count(*)::int from public.site_photos')).toBe(1)
    const draft = await value(
      tx,
      `update public.site_pages set draft = '[{"id": "a", "kind": "opening", "photo": "${id}"}]' where page = 'home' returning row_version`,
    )
    expect(await value(tx, `delete from public.site_photos`)).toMatch(/shows this photograph/)
    await value(tx, `select public.publish_site_page('home', ${Number(draft)})`)
    await become(tx, 'visitor')
    expect(await value(tx, `select public.get_public_page('home') #> '{photos,0}'`)).toEqual({
      id,
      alt: 'A shopfront',
      type: 'webp',
      width: 960,
      height: 640,
      widths: [480, 960],
      tone: '#445566',
    })
  })
})
