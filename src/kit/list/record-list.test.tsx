// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { defineList, type PageRequest } from './define-list'
import { flagFilter, searchFilter, segmentFilter } from './filters'
import { RecordList } from './record-list'

type Brand = { id: string; name: string; sheets: number; phone: string | null; old: boolean }
const brands: Brand[] = Array.from({ length: 120 }, (_, place) => ({
  id: `b${place}`,
  name: `Brand ${String(place).padStart(3, '0')}`,
  sheets: 1000 - place,
  phone: place === 0 ? '+356 2122 3344' : null,
  old: place % 2 === 1,
}))

const filters = {
  show: segmentFilter(
    'Brands',
    [
      { value: 'new', label: 'New' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  q: searchFilter('Search brands', 'Name'),
  old: flagFilter('Old ones'),
}
let asked: Omit<PageRequest<typeof filters>, 'signal'>[]
let isDown = false

const list = defineList({
  name: 'brands',
  one: 'brand',
  many: 'brands',
  key: ['brands'],
  filters,
  columns: [
    { name: 'name', label: 'Name', sort: 'name', cell: (row: Brand) => row.name, csv: (row) => row.name },
    {
      name: 'sheets',
      label: 'Sheets',
      align: 'right',
      sort: 'sheets',
      cell: (row) => row.sheets,
      csv: (row) => row.sheets,
    },
    { name: 'old', label: 'Old', isExtra: true, cell: (row) => (row.old ? 'Yes' : 'No') },
  ],
  sort: { by: 'name', down: false },
  phoneOf: (row) => row.phone,
  read: async ({ signal: _, ...request }) => {
    asked.push(request)
    if (isDown) throw new Error('Failed to fetch')
    const { filter, sort, after, limit } = request
    const found = brands
      .filter((row) => row.name.includes(filter.q) && (!filter.old || row.old))
      .toSorted((one, other) => (sort.by === 'sheets' ? one.sheets - other.sheets : one.name < other.name ? -1 : 1))
    const sorted = sort.down ? found.toReversed() : found
    const from = after ? sorted.findIndex(({ id }) => id === after.id) + 1 : 0
    const rows = sorted.slice(from, from + limit)
    const last = rows.at(-1)
    return {
      rows,
      total: sorted.length,
      next: last && rows.length === limit ? { value: last.name, id: last.id } : null,
    }
  },
})

/** Acts like a message of the server: the list is read again. */
function Nudge() {
  const queryClient = useQueryClient()
  return <button onClick={() => void queryClient.invalidateQueries({ queryKey: ['brands'] })}>Nudge</button>
}
const Address = () => <output data-testid="address">{useLocation().search}</output>
const address = () => screen.getByTestId('address').textContent

function open(at = '/', shown: Pick<typeof list, 'columns'> = list) {
  asked = []
  serve(() => ({ body: [] }))
  return showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <RecordList
        list={{ ...list, ...shown }}
        href={({ id }) => `/brands/${id}`}
        empty={{ icon: null, title: 'No brands yet' }}
        bulk={(rows) => <button type="button">{`Archive ${rows.map(({ name }) => name).join(', ')}`}</button>}
      />
      <Address />
      <Nudge />
    </MemoryRouter>,
  )
}
const names = () => screen.getAllByRole('link').map((link) => link.textContent)

afterEach(() => {
  cleanup()
  localStorage.clear()
  isDown = false
  vi.unstubAllGlobals()
})

test('rows are links, counted, and read a page at a time', async () => {
  const user = open()
  expect(await screen.findByText('120 brands')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Brand 000' }).getAttribute('href')).toBe('/brands/b0')
  expect(names().length).toBe(50)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(names().length).toBe(100))
  expect(asked.at(-1)?.after).toEqual({ value: 'Brand 049', id: 'b49' })
})

test('the address keeps filters and order, and what somebody typed there by hand does no harm', async () => {
  const user = open('/?show=nonsense&sort=secret&old=yes&page=2')
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ filter: { show: 'new', q: '', old: true }, sort: { by: 'name' } }),
  )
  await user.click(await screen.findByRole('button', { name: 'Sheets' }))
  await waitFor(() => expect(names()[0]).toBe('Brand 119'))
  expect(address()).toContain('sort=sheets')
  await user.click(screen.getByRole('button', { name: 'Sheets' }))
  await waitFor(() => expect(address()).toContain('sort=-sheets'))
  expect(screen.getByRole('columnheader', { name: 'Sheets' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByLabelText('All'))
  expect(address()).toContain('show=all')
})

test('filters without a match can be cleared, and the part of the list that is looked at stays', async () => {
  const user = open('/?q=Nothing&show=all')
  expect(await screen.findByText('No brands match these filters')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('120 brands')).toBeTruthy()
  expect(address()).toBe('?show=all')
})

test('an empty part of the list says which part it is, and leads to the usual one', async () => {
  const before = brands.splice(0)
  onTestFinished(() => void brands.push(...before))
  const user = open('/?show=all')
  expect(await screen.findByText('No brands under “All”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show “New”' }))
  expect(await screen.findByText('No brands yet')).toBeTruthy()
  expect(address()).toBe('')
  await user.click(screen.getByText('Old ones'))
  expect(await screen.findByText('No brands match these filters')).toBeTruthy()
})

test('no list has a filter that is set without a choice', () => {
  const stuck = { ...flagFilter('Stuck'), write: () => 'yes' }
  const stuckList = () =>
    defineList({
      name: 'stuck',
      one: 'one',
      many: 'many',
      key: ['stuck'],
      filters: { stuck },
      columns: [],
      sort: { by: 'name', down: false },
      read: async () => ({ rows: [], next: null }),
    })
  expect(stuckList).toThrow('The filter stuck of the list stuck is set without a choice')
})

describe('while others change the list', () => {
  const added: Brand = { id: 'new', name: 'Brand 000 A', sheets: 1, phone: null, old: false }
  const before = [...brands]
  afterEach(() => {
    brands.splice(0, brands.length, ...before)
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  })
  const change = () => brands.splice(0, 2, { ...before[0]!, name: 'Brand 000 changed' }, added)

  test('a reader at the top sees it at once', async () => {
    const user = open()
    await screen.findByText('120 brands')
    change()
    await user.click(screen.getByText('Nudge'))
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Brand 000 A', 'Brand 000 changed', 'Brand 002']))
    expect(screen.queryByRole('button', { name: /^Show 1 new/ })).toBeNull()
  })

  test.each(['has scrolled', 'has chosen a row'])('no row moves under a reader who %s until they ask', async (why) => {
    const user = open()
    await screen.findByText('120 brands')
    if (why === 'has scrolled') Object.defineProperty(window, 'scrollY', { value: 900, configurable: true })
    else await user.click(screen.getAllByRole('checkbox', { name: 'Choose this brand' })[4]!)
    change()
    await user.click(screen.getByText('Nudge'))
    const pill = await screen.findByRole('button', { name: 'Show 1 new brand' })
    expect(names().slice(0, 3)).toEqual(['Brand 000 changed', 'Brand 002', 'Brand 003'])
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(names().length).toBe(99))
    await user.click(pill)
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Brand 000 A', 'Brand 000 changed', 'Brand 002']))
    expect(screen.queryByRole('button', { name: /^Show 1 new/ })).toBeNull()
  })
})

test('a list that cannot be read says so, and is read again', async () => {
  isDown = true
  const user = open()
  expect(await screen.findByText('The brands could not be read')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('120 brands')).toBeTruthy()
})

test('several rows are chosen, and what is filtered out is no longer chosen', async () => {
  const user = open()
  const boxes = await screen.findAllByRole('checkbox', { name: 'Choose this brand' })
  await user.click(boxes[0]!)
  await user.click(boxes[1]!)
  expect(screen.getByRole('button', { name: 'Archive Brand 000, Brand 001' })).toBeTruthy()
  await user.click(screen.getByText('Old ones'))
  expect(await screen.findByRole('button', { name: 'Archive Brand 001' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Choose all brands shown' }))
  expect(screen.getByText('50 chosen')).toBeTruthy()
})

test('columns are chosen, and stay so after a reload', async () => {
  const user = open()
  await screen.findByText('120 brands')
  await user.click(screen.getByRole('button', { name: 'More about brands' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Old' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Sheets' }))
  cleanup()
  open()
  await screen.findByText('120 brands')
  const heads = within(screen.getByRole('table')).getAllByRole('columnheader')
  expect(heads.map((head) => head.textContent).filter(Boolean)).toEqual(['Name', 'Old'])
})

test('a card on a phone shows what has a line there, whatever the width that its column needs in a table', async () => {
  const query = window.matchMedia.bind(window)
  const screenWidth = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((words) => query(words.includes('47.99em') ? 'all' : 'not all'))
  onTestFinished(() => screenWidth.mockRestore())
  const maker = {
    name: 'maker',
    label: 'Maker',
    from: 'md',
    card: 'line',
    cell: ({ name }: Brand) => `By ${name}`,
  } as const
  const since = { name: 'since', label: 'Since', from: 'md', cell: () => '1998' } as const
  const worth = { name: 'worth', label: 'Worth', card: 'end', isNamed: true } as const
  const named = ({ name }: Brand) => (name === 'Brand 001' ? '' : '€5.00')
  open('/', { columns: [...list.columns, maker, since, { ...worth, cell: named }] })
  expect(await screen.findByText('By Brand 000')).toBeTruthy()
  expect(screen.queryByText('1998')).toBeNull()
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Worth €5.00')
  expect(second?.textContent).not.toContain('Worth')
})

test('a file holds every row that matches', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (file instanceof Blob && files.push(file), 'blob:x'))
  const user = open('/?old=yes')
  await screen.findByText('60 brands')
  await user.click(screen.getByRole('button', { name: 'More about brands' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export these brands' }))
  await waitFor(() => expect(files.length).toBe(1))
  const lines = (await files[0]!.text()).trim().split('\r\n')
  expect([lines.length, lines[1]]).toEqual([61, 'Brand 001,999'])
})

describe('saved views', () => {
  const view = {
    id: 'v1',
    name: 'Old, most sheets',
    query: 'old=yes&sort=-sheets',
    is_default: false,
    is_shared: false,
    user_id: 'me',
  }
  const openWith = (views: (typeof view)[], at = '/') => {
    asked = []
    const calls = serve(({ method, path }) =>
      method === 'GET' && path.includes('/saved_views') ? { body: views } : { body: [{ id: 'v2' }] },
    )
    const user = showTo(
      'admin',
      <MemoryRouter initialEntries={[at]}>
        <RecordList list={list} empty={{ icon: null, title: 'No brands yet' }} />
        <Address />
      </MemoryRouter>,
    )
    return { user, calls }
  }

  test('a chosen view sets filters and order', async () => {
    const { user } = openWith([view])
    await user.click(await screen.findByRole('button', { name: 'Saved views of brands' }))
    await user.click(await screen.findByRole('menuitemradio', { name: view.name }))
    expect(await screen.findByText('60 brands')).toBeTruthy()
    expect(address()).toBe('?old=yes&sort=-sheets')
    expect(screen.getByRole('button', { name: 'Saved views of brands' }).textContent).toBe(view.name)
  })

  test('a list opens with the default view, but not over filters that the address brings', async () => {
    openWith([{ ...view, is_default: true }])
    expect(await screen.findByText('60 brands')).toBeTruthy()
    cleanup()
    openWith([{ ...view, is_default: true }], '/?q=007')
    expect(await screen.findByText('1 brand')).toBeTruthy()
    expect(address()).toBe('?q=007')
  })

  test('a view that a colleague shares can be chosen, and is never the default here', async () => {
    const { user } = openWith([{ ...view, user_id: 'ann', is_shared: true, is_default: true }])
    await screen.findByText('120 brands')
    await user.click(await screen.findByRole('button', { name: 'Saved views of brands' }))
    expect(await screen.findByText('Of colleagues')).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Change or remove views' })).toBeNull()
    await user.click(await screen.findByRole('menuitemradio', { name: view.name }))
    expect(await screen.findByText('60 brands')).toBeTruthy()
  })

  test('what is shown is saved under a name', async () => {
    const { user, calls } = openWith([], '/?sort=sheets&old=yes')
    await user.click(await screen.findByRole('button', { name: 'Saved views of brands' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Few sheets')
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        name: 'Few sheets',
        is_default: false,
        is_shared: false,
        list: 'brands',
        query: 'old=yes&sort=sheets',
      }),
    )
  })
})
