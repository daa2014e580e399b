// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readCsv } from '@/shared/domain/text/csv'
import { serve, showTo } from '@/shared/ui/testing'
import { ContactsScreen } from './contacts-screen'
import { testCard } from './testing'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const agency = { id: 't1', name: 'Agency', is_client: true, is_supplier: false, contacts: [] }
const ann = {
  ...testCard({ id: 'ann', mobile: '+356 9999 1111', contact_type_id: 't1' }),
  sort_name: 'borg',
  created_at: '2026-01-05T09:00:00Z',
  updated_at: '2026-02-05T09:00:00Z',
}
const open = (address: string, rows: readonly object[] = [ann]) => {
  const calls = serve(({ path }) => {
    if (path.includes('/rpc/search_contacts')) return { body: rows }
    return { body: path.includes('contact_types') ? [agency] : [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[address]}>
      <ContactsScreen />
    </MemoryRouter>,
  )
  return { user, asked: () => calls.filter(({ path }) => path.includes('search_contacts')).map(({ body }) => body) }
}

test('the address filters the list, and each part of it reaches the database', async () => {
  const id = 'c0000000-0000-4000-a000-000000000009'
  const { asked } = open(`/contacts?q=borg&kind=Person&type=${id}&stop=yes&archived=yes`)
  expect(await screen.findByRole('link', { name: /Ann Borg/ })).toBeTruthy()
  expect(asked()[0]).toMatchObject({
    p_text: 'borg',
    p_kind: 'Person',
    p_type_id: id,
    p_on_stop: true,
    p_archived: true,
  })
})

test('an address that somebody mistyped is no filter', async () => {
  const { asked } = open('/contacts?kind=Robot&type=x&q=b')
  await screen.findByRole('link', { name: /Ann Borg/ })
  expect(asked()[0]).toEqual({ p_on_stop: false, p_archived: false, p_sort: 'name', p_down: false, p_limit: 50 })
})

test('the address sorts the list by any of its columns', async () => {
  const { user, asked } = open('/contacts?sort=-updated')
  await screen.findByRole('link', { name: /Ann Borg/ })
  expect(asked()[0]).toMatchObject({ p_sort: 'updated', p_down: true })
  await user.click(screen.getByRole('button', { name: 'Town' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ p_sort: 'city', p_down: false }))
})

test('a search without a match says so, and Show all leads back', async () => {
  const { user, asked } = open('/contacts?q=nobody&kind=Business', [])
  expect(await screen.findByText('No contacts match these filters')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({ p_on_stop: false, p_archived: false, p_sort: 'name', p_down: false, p_limit: 50 }),
  )
})

test('the exported file has the columns of the import, with the type by its name', async () => {
  const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:contacts')
  const { user } = open('/contacts')
  await screen.findByRole('link', { name: /Ann Borg/ })
  await user.click(screen.getByRole('button', { name: 'More about contacts' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export these contacts' }))
  await waitFor(() => expect(file).toHaveBeenCalled())
  const blob = file.mock.calls[0]?.[0]
  const { rows } = readCsv(blob instanceof Blob ? await blob.text() : '')
  expect(rows[1]?.cells).toEqual(expect.arrayContaining(['Ann', 'Borg', '+356 9999 1111', 'Agency']))
})
