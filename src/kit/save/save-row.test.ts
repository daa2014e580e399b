import { afterEach, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { columnOf } from './not-saved'
import { insertRow, removeRow, saveVersioned, updateRow } from './save-row'
import { sameValue } from './same-value'

type Note = { id: string; title: string; body: string; pinned: boolean; row_version: number }
const first: Note = { id: 'n1', title: 'Closed', body: 'All day', pinned: false, row_version: 1 }

/** One stored note behind the network, which others change before each write. */
function table({
  meanwhile = [],
  mayWrite = true,
}: { meanwhile?: (Partial<Note> | 'gone')[]; mayWrite?: boolean } = {}) {
  let stored: Note | null = first
  const others = [...meanwhile]
  const written: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const asked = new URL(String(input)).searchParams
    if (init.method === 'GET' || init.method === undefined) return Response.json(stored === null ? [] : [stored])
    const other = others.shift()
    if (other === 'gone') stored = null
    else if (other && stored) stored = { ...stored, ...other, row_version: stored.row_version + 1 }
    const version = asked.get('row_version')
    if (init.method === 'POST') return Response.json(null)
    if (!mayWrite || !stored || (version !== null && version !== `eq.${stored.row_version}`)) return Response.json([])
    const patch: Partial<Note> = JSON.parse(String(init.body ?? '{}'))
    written.push(patch)
    stored = init.method === 'DELETE' ? null : { ...stored, ...patch, row_version: stored.row_version + 1 }
    return Response.json([{ id: 'n1' }])
  })
  connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  return { stored: () => stored, written }
}
const note = { table: 'system_notes', what: 'this note' } as const
const save = (values: Partial<Pick<Note, 'title' | 'body' | 'pinned'>>) =>
  saveVersioned({ ...note, row: first, values })

afterEach(() => vi.unstubAllGlobals())

test('only what changed is written', async () => {
  const { written } = table()
  await save({ title: 'Closed', body: 'Until noon' })
  expect(written).toEqual([{ body: 'Until noon' }])
  await save({ title: 'Closed' })
  expect(written.length).toBe(1)
})

test('columns that others changed meanwhile stay', async () => {
  const { stored } = table({ meanwhile: [{ pinned: true }] })
  await save({ body: 'Until noon' })
  expect(stored()).toMatchObject({ body: 'Until noon', pinned: true, row_version: 3 })
})

test('a column that both changed is a conflict, and nothing is written', async () => {
  const { stored } = table({ meanwhile: [{ body: 'From noon' }] })
  await expect(save({ body: 'Until noon' })).rejects.toMatchObject({ reason: 'conflict', columns: ['body'] })
  expect(stored()).toMatchObject({ body: 'From noon' })
})

test('a save, a removal and an addition without a right are refusals, never successes', async () => {
  table({ mayWrite: false })
  await expect(save({ body: 'x' })).rejects.toMatchObject({
    reason: 'refused',
    message: 'You may not change this note.',
  })
  await expect(updateRow({ ...note, id: 'n1', values: { pinned: true } })).rejects.toMatchObject({ reason: 'refused' })
  await expect(removeRow({ ...note, id: 'n1' })).rejects.toMatchObject({ message: 'You may not remove this note.' })
  await expect(insertRow({ ...note, values: { title: 'New' } })).rejects.toMatchObject({ reason: 'refused' })
})

test('a record that somebody removed is said to be gone', async () => {
  table({ meanwhile: ['gone'] })
  await expect(save({ body: 'x' })).rejects.toThrow('This note is not there any more. What you typed is kept.')
  await expect(removeRow({ ...note, id: 'n1' })).rejects.toMatchObject({ reason: 'gone' })
})

test.each([
  [12.5, '12.50', true],
  ['12.50', 12.51, false],
  [null, '', false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [['red'], ['blue'], false],
  [0, '', false],
])('%j and %j: equal is %s', (one, other, isSame) => {
  expect(sameValue(one, other)).toBe(isSame)
})

test.each([
  ['duplicate key value violates unique constraint "brands_name_key"', null, 'name'],
  [
    'duplicate key value violates unique constraint "brands_key"',
    'Key (lower(vat_number))=(mt1) already exists.',
    'vat_number',
  ],
  ['null value in column "name" of relation "brands"', null, 'name'],
  ['permission denied', null, null],
])('the refusal “%s” is about the right field', (message, details, column) => {
  expect(columnOf(Object.assign(new Error(message), { details }), ['name', 'number', 'vat_number'])).toBe(column)
})
