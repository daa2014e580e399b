import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownTexts, type OwnTextField } from '../../src/shared/domain/texts/own-texts.ts'
import { areBlocks, blockFields, sitePages } from '../../src/shared/domain/web/site-blocks.ts'
import { openWorld } from '../../supabase/tests/world.ts'

const engine = await openWorld()

/** What the database says of each of these pages. */
async function judged(pages: readonly unknown[]): Promise<boolean[]> {
  const { rows } = await engine.query<{ is: boolean }>(
    `select private.are_site_blocks(page) as is from jsonb_array_elements($1::jsonb) with ordinality as given (page, place) order by place`,
    [JSON.stringify(pages)],
  )
  return rows.map(({ is }) => is)
}

test('the database and the app have the same kinds of blocks, with the same fields', async () => {
  const { rows } = await engine.query<{ fields: unknown }>('select private.site_block_fields() as fields')
  expect(rows[0]?.fields).toEqual(blockFields)
})

test('the database and the app have the same texts that are written in several languages', async () => {
  const { rows } = await engine.query<{ source: string; field: string; kind: string; most: number }>(
    `select f.source, f.field, f.kind, f.most from private.text_fields f join private.text_sources s on s.source = f.source
      order by s.position, f.position`,
  )
  const here = Object.entries(ownTexts).flatMap(([source, { fields }]) =>
    Object.entries<OwnTextField>(fields).map(([field, { kind, most }]) => ({ source, field, kind, most })),
  )
  expect(rows).toEqual(here)
})

const photo = '7a1b0c2d-1111-4222-8333-0123456789ab'
const values = fc.constantFrom<unknown>(
  '', 'Lit letters', 'Two\nlines', 'tab\there', 'a <b>bold</b> claim', '3 < 4', '<!-- note -->', 'ÿ𝒳é', '\u007f', 'x'.repeat(80),
  'x'.repeat(81), '𝒳'.repeat(120), 'x'.repeat(121), 'x'.repeat(601), 'x'.repeat(6000), 'x'.repeat(6001), photo, photo.toUpperCase(),
  '/services', '/', '//evil.example', 'https://example.com/a?b=1', 'http://example.com', 'javascript:alert(1)', 'data:text/html,x',
  'https://exa mple.com', 'mailto:a@example.com', '/services/tray-fascia#price', 'left', 'middle', 'tray-fascia', 'Tray', 7, null, true, {}, [],
) // oxfmt-ignore
const names = fc.constantFrom(
  'title', 'body', 'label', 'lead', 'photo', 'side', 'before', 'after', 'html', 'toString', 'services',
) // oxfmt-ignore
const entry = fc.dictionary(
  fc.constantFrom('label', 'link', 'photo', 'caption', 'name', 'role', 'text', 'extra'),
  values,
  {
    maxKeys: 3,
  },
)
const lists = fc.array(fc.oneof(values, entry), { maxLength: 26 })
const block = fc
  .record({
    id: fc.constantFrom<unknown>('a', 'b', 'c-1', '', 'Ü', 'x'.repeat(41), 5),
    kind: fc.constantFrom<unknown>(
      ...Object.keys(blockFields),
      ...Object.keys(blockFields),
      'video',
      'constructor',
      null,
    ),
    fields: fc.dictionary(names, values, { maxKeys: 2 }),
    list: fc.option(fc.tuple(fc.constantFrom('buttons', 'pictures', 'people', 'services', 'steps'), lists), {
      freq: 2,
    }),
  })
  .map(({ id, kind, fields, list }) => ({ id, kind, ...fields, ...(list ? { [list[0]]: list[1] } : {}) }))
const page = fc.oneof(
  { weight: 8, arbitrary: fc.array(block, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constant({ kind: 'tips' }), { minLength: 23, maxLength: 25 }).map(numbered) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, null, 'blocks', [null], [[]], [5]) },
)

function numbered(blocks: object[]): object[] {
  return blocks.map((one, place) => ({ ...one, id: `b-${place}` }))
}

test('the database and the app agree which blocks make a page, on generated pages', async () => {
  const pages = fc.sample(page, { numRuns: 1500, seed: Number(process.env['FC_SEED']) || 30 })
  const said = pages.map(areBlocks)
  expect(pages.filter((_, at) => said[at]).length).toBeGreaterThan(100)
  expect(pages.filter((_, at) => !said[at]).length).toBeGreaterThan(100)
  const decided = await judged(pages)
  expect(pages.filter((_, at) => decided[at] !== said[at])).toEqual([])
})

test('every page that stands before anything is published is made of blocks', async () => {
  const { rows } = await engine.query<{ page: string; is: boolean }>(
    'select page, private.are_site_blocks(private.usual_blocks(page)) as is from public.site_pages order by page',
  )
  expect(rows).toEqual(sitePages.toSorted().map((name) => ({ page: name, is: true })))
})
