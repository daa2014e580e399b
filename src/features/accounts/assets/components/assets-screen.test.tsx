// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { AssetsScreen } from './assets-screen'

const asset = (id: string, more: object) => ({
  id,
  asset_number: 'FA-2026-0001',
  name: 'Flatbed cutter',
  account: '1300 Machines',
  bought_on: '2026-01-20',
  life_months: 60,
  cost: '12000.00',
  written_down: '2000.00',
  book_value: '10000.00',
  in_year: '2000.00',
  in_books_on: '2026-01-20',
  is_opening: false,
  disposed_on: null,
  proceeds: null,
  bill_id: 'bill',
  bill_number: 'A-1',
  note: null,
  ...more,
})
const line = {
  line_id: 'line',
  bill_id: 'bill',
  number: 'A-2',
  words: 'Laminator',
  on_date: '2026-11-02',
  amount: '900.00',
}
let calls: Call[]

beforeEach(() => {
  calls = serve(({ path }) => {
    if (path.endsWith('/rpc/asset_register'))
      return {
        body: [
          asset('one', {}),
          asset('gone', {
            asset_number: 'FA-2026-0002',
            name: 'Old van',
            disposed_on: '2026-04-10',
            book_value: '0.00',
          }),
        ],
      }
    if (path.endsWith('/rpc/asset_totals'))
      return { body: { accounts: '10900.00', register: '10000.00', missing: [line] } }
    return { body: path.endsWith('/rpc/enter_asset') ? 'FA-2026-0003' : [] }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the register says what it comes to beside the balance sheet, and which line makes the difference', async () => {
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/fixed-assets']}>
      <AssetsScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Flatbed cutter')).toBeTruthy()
  expect(screen.queryByText('Old van')).toBeNull()
  expect((await screen.findByText(/Book value today/)).textContent).toBe(
    'Book value today €10,000.00; the balance sheet has €10,900.00',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Put Laminator into the register' }))
  const form = within(await screen.findByRole('form', { name: 'Put into the register' }))
  await userEvent.type(form.getByLabelText(/Useful life/), '48')
  await userEvent.click(form.getByRole('button', { name: 'Put into the register' }))
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/rpc/enter_asset'))).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/rpc/enter_asset'))?.body).toMatchObject({
    p_name: 'Laminator',
    p_bought_on: '2026-11-02',
    p_life_months: 48,
    p_bill_line_id: 'line',
  })
})
