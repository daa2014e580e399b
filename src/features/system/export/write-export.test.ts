import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ExportReader, writeExport } from './write-export'

const column = (name: string, joins: string | null = null) => ({ name, type: 'text', about: null, joins })
const source = (more: Partial<ExportReader> = {}): ExportReader => ({
  start: async () => ({
    tables: [
      {
        name: 'invoices',
        about: 'What clients\n  pay.',
        key: ['id'],
        limit: null,
        columns: [column('id'), column('gross')],
      },
      {
        name: 'invoice_items',
        about: null,
        key: ['id'],
        limit: 'Without drafts.',
        columns: [column('id'), column('invoice_id', 'invoices.id'), column('text')],
      },
    ],
    left_out: [{ name: 'push_devices', reason: 'Keys of browsers.' }],
  }),
  rows: async (table, after) => {
    if (table === 'invoice_items') return { rows: [['l1', 'i1', 'Ħamrun, "B"']], next: null }
    return after === null ? { rows: [['i1', '1234567890123.45']], next: ['i1'] } : { rows: [['i2', null]], next: null }
  },
  files: async (after) =>
    after === null
      ? {
          files: [
            { bucket: 'mockups', name: '../a//logo.pdf', is_public: false },
            { bucket: 'mockups', name: 'gone.pdf', is_public: false },
          ],
          next: ['mockups', 'gone.pdf'],
        }
      : { files: [{ bucket: 'avatars', name: 'me.png', is_public: true }], next: null },
  bytes: async ({ name }) => {
    if (name === 'gone.pdf') throw new Error('Object not found')
    return new TextEncoder().encode(`bytes of ${name}`)
  },
  ...more,
})

async function written(
  reader: ExportReader,
  options: { most?: { bytes: number; entries: number }; waits?: number[] } = {},
) {
  const zips: Blob[] = []
  const done = await writeExport(reader, {
    onZip: (zip) => zips.push(zip),
    now: () => new Date('2026-11-29T10:00:00Z'),
    waits: [],
    ...options,
  })
  const files: Record<string, string>[] = []
  for (const zip of zips) {
    const entries = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    files.push(
      Object.fromEntries(
        entries.map(([name, bytes]) => [name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]),
      ),
    )
  }
  return { done, files }
}

test('a zip has each table to its last page, each file, and what is in it', async () => {
  const { done, files } = await written(source())
  expect(done).toEqual({ tables: 2, rows: 3, files: 3, zips: 1, unread: ['files/mockups/gone.pdf'] })
  const { 'README.txt': readMe, ...others } = files[0]!
  expect(others).toEqual({
    'tables/invoices.csv': '\uFEFFid,gross\r\ni1,1234567890123.45\r\ni2,\r\n',
    'tables/invoice_items.csv': '\uFEFFid,invoice_id,text\r\nl1,i1,"Ħamrun, ""B"""\r\n',
    'files/mockups/_2/a/_0/logo.pdf': 'bytes of ../a//logo.pdf',
    'files/avatars/me.png': 'bytes of me.png',
    'contents.csv':
      '\uFEFFfile,rows,remark\r\ntables/invoices.csv,2,\r\ntables/invoice_items.csv,1,\r\n' +
      'files/mockups/gone.pdf,,This file could not be read.\r\nbegun,,2026-11-29T10:00:00.000Z\r\nfinished,,2026-11-29T10:00:00.000Z\r\n',
  })
  expect(readMe).toContain('tables/invoices.csv\r\n  What clients pay.\r\n  Key: id\r\n')
  expect(readMe).toContain('tables/invoice_items.csv\r\n  Without drafts.\r\n')
  expect(readMe).toContain('    invoice_id  text -> invoices.id\r\n')
  expect(readMe).toContain('  push_devices: Keys of browsers.')
})

test('a full zip is handed over and the next begins', async () => {
  const { done, files } = await written(source(), { most: { bytes: 1e9, entries: 4 } })
  expect(done.zips).toBe(2)
  expect(files.map((one) => Object.keys(one))).toEqual([
    ['README.txt', 'tables/invoices.csv', 'tables/invoice_items.csv', 'files/mockups/_2/a/_0/logo.pdf'],
    ['files/avatars/me.png', 'contents.csv'],
  ])
  const { files: small } = await written(source(), { most: { bytes: 1, entries: 9 } })
  expect(small.map((one) => Object.keys(one)).flat()).toHaveLength(small.length)
})

test('a read without an answer is tried again; a refusal, and one that never answers, end the export', async () => {
  let cuts = 2
  const cut = source({
    bytes: async ({ name }) => {
      if (name === 'me.png' && cuts-- > 0) throw new Error('Failed to fetch')
      return new Uint8Array()
    },
  })
  expect((await written(cut, { waits: [0, 0] })).done.unread).toEqual([])
  cuts = 3
  await expect(written(cut, { waits: [0, 0] })).rejects.toThrow('Failed to fetch')
  const broken = source({
    bytes: async () => {
      throw new Error('The file is broken')
    },
  })
  expect((await written(broken, { waits: [0] })).done.unread).toHaveLength(3)
  let asked = 0
  const refused = source({
    rows: async () => {
      asked += 1
      throw Object.assign(new Error('Only an administrator sets up the company'), { code: '42501' })
    },
  })
  await expect(written(refused, { waits: [0, 0] })).rejects.toThrow('Only an administrator')
  expect(asked).toBe(1)
})
