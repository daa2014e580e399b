import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, triesEach, undone, word } from './act.ts'
import { settingsAndFilesCases } from './cases/settings-and-files.ts'
import { idOf } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const mb = (size: number) => size * 1024 * 1024
const pictures = ['image/jpeg', 'image/png', 'image/webp']

type Bucket = {
  isPublic: boolean
  most: number
  types: readonly string[] | null
  /** Names that people give to files, and names that nobody may give. */
  good: readonly string[]
  bad: readonly string[]
}

const a = '00000000-0000-4000-8000-00000000000a'
const b = '00000000-0000-4000-8000-00000000000b'
const admin = idOf('admin')

/**
 * Names that every bucket refuses: a path out of its folder, no folder, a folder that is no id, letters of other
 * scripts.
 */
const neverNames = [
  'x.png',
  `../${a}/${b}.png`,
  `${a}/../${b}.png`,
  `${a}/${b}/../../x.png`,
  `nobody/${b}.png`,
  `${a}/`,
  `${a}/ħ.png`,
]
const ofRecord = (good: string, bad: readonly string[]) => ({
  good: [`${a}/${b}.${good}`],
  bad: [...neverNames, ...bad.map((ending) => `${a}/${b}.${ending}`), `${a}/sign.${good}`, `${a}/${b}.${good}/x`],
})
const ofDocument = (good: readonly string[], bad: readonly string[]) => ({
  good: good.map((name) => `${a}/${name}`),
  bad: [...neverNames, ...bad.map((name) => `${a}/${name}`), `${a}/.hidden`, `${a}/Sign.pdf`, `${a}/${'x'.repeat(81)}`],
})

/** Each bucket's content, its largest file, and its names. */
const buckets: Readonly<Record<string, Bucket>> = {
  avatars: {
    isPublic: true,
    most: mb(5),
    types: ['image/gif', ...pictures],
    good: [`${admin}/face.png`],
    bad: [
      `${a}/face.png`,
      `${admin}/../face.png`,
      `${admin}/a/face.png`,
      `${admin}/.png`,
      'face.png',
      `${admin}/${'x'.repeat(201)}`,
    ],
  },
  'delivery-photos': {
    isPublic: false,
    most: mb(15),
    types: pictures,
    ...ofRecord('jpg', ['svg', 'html', 'JPG', 'pdf']),
  },
  'exemption-certificates': {
    isPublic: false,
    most: mb(10),
    types: ['application/pdf', ...pictures],
    ...ofRecord('pdf', ['PDF', 'verylongname']),
  },
  'item-photos': { isPublic: false, most: mb(5), types: ['image/jpeg'], ...ofRecord('jpg', ['png', 'svg', 'html']) },
  'job-files': {
    isPublic: false,
    most: mb(50),
    types: [
      ...['application/octet-stream', 'application/pdf', 'application/postscript', 'application/zip'],
      ...['image/gif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp'],
    ],
    ...ofRecord('dxf', ['', 'DXF', 'dxf.exe', 'ninechars', 'd f']),
  },
  'job-photos': { isPublic: false, most: mb(15), types: pictures, ...ofRecord('jpeg', ['svg', 'html', 'gif']) },
  'line-pictures': {
    isPublic: false,
    most: mb(5),
    types: ['image/jpeg', 'image/png'],
    ...ofRecord('png', ['webp', 'svg', 'html']),
  },
  mockups: {
    isPublic: false,
    most: mb(50),
    types: ['application/pdf', 'image/gif', ...pictures],
    good: [`${a}/${b}/1.webp`, `${a}/${b}/original.pdf`],
    bad: [
      ...neverNames,
      `${a}/1.webp`,
      `${a}/${b}/Page.webp`,
      `${a}/${b}/.webp`,
      `${a}/${b}/1/2.webp`,
      `${a}/${b}/${'x'.repeat(81)}`,
    ],
  },
  panels: { isPublic: false, most: mb(10), types: pictures, ...ofDocument(['a.jpg'], ['a/b.jpg', 'a b.jpg']) },
  'site-photos': {
    isPublic: true,
    most: mb(3),
    types: ['image/jpeg', 'image/webp'],
    good: [`${a}/480.webp`, `${a}/1920.jpg`],
    bad: [...neverNames, `${a}/480.png`, `${a}/0480.webp`, `${a}/12345.webp`, `${a}/b/480.webp`, '480.webp'],
  },
  'supplier-invoices': {
    isPublic: false,
    most: mb(20),
    types: ['application/pdf', 'application/xml', ...pictures, 'text/xml'],
    ...ofDocument(['invoice.pdf', 'e3-100.xml'], ['a/b.pdf', 'a b.pdf']),
  },
  'task-images': {
    isPublic: false,
    most: mb(50),
    types: null,
    good: ['1700000000000-plan.pdf', 'task-comments/1700000000001-photo.jpg'],
    bad: [
      'plan.pdf',
      '../1700000000000-plan.pdf',
      'other/1700000000000-plan.pdf',
      '17-plan.pdf',
      `1700000000000-${'x'.repeat(201)}`,
    ],
  },
}

test('each bucket holds files of its kinds up to its size, and only faces and the site are shown to everybody', async () => {
  const { rows } = await engine.query<{ id: string; is: Omit<Bucket, 'good' | 'bad'> }>(`
    select id, jsonb_build_object('isPublic', public, 'most', file_size_limit, 'types',
      (select jsonb_agg(type order by type) from unnest(allowed_mime_types) as type)) as is from storage.buckets`)
  expect(Object.fromEntries(rows.map(({ id, is }) => [id, is]))).toEqual(
    Object.fromEntries(
      Object.entries(buckets).map(([id, { isPublic, most, types }]) => [
        id,
        { isPublic, most, types: types?.toSorted() ?? null },
      ]),
    ),
  )
})

test.each(Object.entries(buckets))(
  'files of %s are called as the product calls them, by an admin too',
  async (id, { good, bad }) => {
    const insert = (name: string) =>
      `insert into storage.objects (bucket_id, name, owner_id) values ('${id}', '${name}', '${admin}')`
    const words = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      return (await triesEach(tx, 'admin', [...good, ...bad].map(insert))).map(word)
    })
    expect(words).toEqual([...good.map(() => 'done'), ...bad.map(() => '42501')])
  },
)

test('whose files are ruled by rights has its lines in the matrix', async () => {
  const { rows } = await engine.query<{ bucket: string }>('select distinct bucket from private.file_rules order by 1')
  const told = Object.values(settingsAndFilesCases['storage.objects'] ?? {}).map(({ insert }) => insert)
  expect(rows.filter(({ bucket }) => !told.some((insert) => insert?.includes(`('${bucket}', `)))).toEqual([])
})
