// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { BooksScreen } from './books-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const sent = z.object({ p_rows: z.array(z.looseObject({ line: z.number() })), p_import_id: z.string().optional() })
const rowsOf = ({ body }: Call) => sent.parse(body).p_rows

/** The database knows a service “Banner”; the first import fails where `breaks`. */
function database({ breaks = false } = {}) {
  let left = breaks ? 1 : 0
  const imported: string[] = []
  const sums = { expected: null as string | null }
  return serve((call) => {
    if (call.path.endsWith('/rpc/book_kinds')) return { body: ['service'] }
    if (call.path.endsWith('/rpc/check_book_rows'))
      return {
        body: rowsOf(call).map(({ line, name }) => ({
          line,
          problem: name === 'Banner' ? 'There is a service of this name already' : null,
          note: name === 'Vinyl' ? 'Price: 20 for 1 roll is 2 for 1 m²' : null,
        })),
      }
    if (call.path.endsWith('/rpc/import_book_rows')) {
      if (left-- > 0) return { status: 503, body: { message: 'The server is restarting' } }
      imported.push(sent.parse(call.body).p_import_id ?? '')
      return { body: rowsOf(call).map(({ line }) => ({ line, outcome: 'created', because: null })) }
    }
    if (call.path.includes('/book_imports?'))
      return {
        body: imported.map((id) => ({
          ...{ id, kind: 'service', file_name: 'Pasted text', day: '2026-11-20', created_by: 'me' },
          ...{ created_at: '2026-11-20T10:00:00Z', added: 2, undone_at: null },
        })),
      }
    if (call.path.endsWith('/rpc/book_sums'))
      return { body: [{ name: 'count', arrived: '2', expected: sums.expected }] }
    if (call.path.endsWith('/rpc/expect_book_sums')) {
      sums.expected = z.object({ p_expected: z.object({ count: z.string() }) }).parse(call.body).p_expected.count
      return { body: null }
    }
    return {}
  })
}

const begin = (at = '/settings/books?kind=service') =>
  showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <BooksScreen />
    </MemoryRouter>,
  )

async function paste(text: string) {
  const user = begin()
  await user.click(await screen.findByLabelText('Or paste rows'))
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Continue with these rows' }))
  return user
}

const list =
  'Item\tUnit price\tUnit\tColour\nVinyl\t1.045,50\tm²\tred\nBanner\t12,00\tm2\t\nFlag\tcheap\tpiece\t\nSign\t7\teach\t\n'

test('a list is read as it is written, wrong rows are said in words, and control sums say what differs', async () => {
  const calls = database()
  const user = await paste(list)
  expect((await screen.findByRole('radio', { name: '1.234,56' })) as HTMLInputElement).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Check 4 rows' }))
  await screen.findByText('Step 3 of 4: look at the rows')
  expect(screen.getByText('There is a service of this name already')).toBeTruthy()
  expect(screen.getByText('Price: “cheap” is not a number with a decimal comma')).toBeTruthy()
  expect(screen.getByText('Colour')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'To look at 1' }))
  expect(screen.getByText('Price: 20 for 1 roll is 2 for 1 m²')).toBeTruthy()
  expect(screen.getByText('Vinyl · Unit: m² · Price: €1,045.50')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import 2 services' }))
  await screen.findByText('The import is finished')
  expect(screen.getByText('2 of 4 rows were imported.')).toBeTruthy()
  expect(screen.getByText('Row 3: There is a service of this name already')).toBeTruthy()
  const [imported] = calls.filter(({ path }) => path.endsWith('/rpc/import_book_rows')).map(rowsOf)
  expect(imported).toEqual([
    expect.objectContaining({ line: 2, name: 'Vinyl', base_price: '1045.5000', unit: 'm2' }),
    expect.objectContaining({ line: 5, name: 'Sign', base_price: '7.0000', unit: 'piece' }),
  ])
  await user.type(await screen.findByLabelText('Number of services'), '3')
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('Difference: −1')).toBeTruthy()
})

test('a reload keeps the file and its settings, and what columns were said to hold is known the next time', async () => {
  database()
  const user = await paste(list.replace('Colour', 'Words'))
  await user.click(await screen.findByRole('combobox', { name: 'What “Words” holds' }))
  await user.click(await screen.findByRole('option', { name: 'Description' }))
  cleanup()
  const again = begin('/settings/books?kind=service&step=columns')
  expect(await screen.findByRole('combobox', { name: 'What “Words” holds' })).toHaveProperty('value', 'Description')
  await again.click(screen.getByRole('button', { name: 'Check 4 rows' }))
  await screen.findByText('Step 3 of 4: look at the rows')
  cleanup()
  sessionStorage.clear()
  await paste(list.replace('Colour', 'Words'))
  expect(await screen.findByRole('combobox', { name: 'What “Words” holds' })).toHaveProperty('value', 'Description')
})

test('after a broken connection the same rows go on with the same ids', async () => {
  const calls = database({ breaks: true })
  const user = await paste('Name\tPrice\nVinyl\t5\n')
  await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
  await user.click(await screen.findByRole('button', { name: 'Import 1 service' }))
  await user.click(await screen.findByRole('button', { name: 'Go on with the import' }))
  await screen.findByText('The import is finished')
  const [first, second] = calls.filter(({ path }) => path.endsWith('/rpc/import_book_rows'))
  expect(second?.body).toEqual(first?.body)
})
