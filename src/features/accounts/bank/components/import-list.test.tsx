// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ImportList } from './import-list'

const file = {
  id: 'file',
  file_name: 'november.xml',
  format: 'camt',
  account_iban: null,
  currency: 'EUR',
  first_day: '2026-11-01',
  last_day: '2026-11-20',
  opening: null,
  closing: null,
  entries: 12,
  known: 0,
  created_at: '2026-11-21T08:00:00Z',
}
const entry = (id: string, more: object) => ({
  id,
  booked_on: '2026-11-05',
  amount: '118.00',
  currency: 'EUR',
  run: null,
  payment: null,
  payouts: [],
  ...more,
})

let calls: Call[]
let booked: object[]
beforeEach(() => {
  localStorage.clear()
  booked = []
  calls = serve(({ path }) => {
    if (path.includes('/bank_imports')) return { body: [file] }
    if (path.includes('/bank_entries')) return { body: booked }
    return { body: 12 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const show = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <ImportList />
    </MemoryRouter>,
  )
const undone = () => calls.filter(({ path }) => path.includes('undo_bank_import')).map(({ body }) => body)

test('a file without a booking is taken back after one question', async () => {
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Take november.xml back' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Its 12 entries go, and the file can be imported again.')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(undone()).toEqual([{ p_id: 'file' }]))
})

test('a file with bookings names each with a link, and takes all of it back with a reason', async () => {
  booked = [
    entry('one', { payment: { id: 'p', payment_number: 'RCPT-2026-0001' } }),
    entry('two', { payouts: [{ id: 'o', paid: { invoice: { id: 's', supplier_number: 'PS-1' } }, refund: null }] }),
    entry('three', {
      payouts: [{ id: 'q', paid: null, refund: { payment: { id: 'r', payment_number: 'RCPT-2026-0002' } } }],
    }),
    entry('four', { run: { id: 'run', run_number: 'PR-1' } }),
  ]
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Take november.xml back' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(/^Its 12 entries go, and the file can be imported again. 4 of them are booked/),
  ).toBeTruthy()
  const list = within(dialog).getByRole('list', { name: 'Booked entries of this file' })
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['RCPT-2026-0001', 'PS-1', 'RCPT-2026-0002', 'PR-1'])
  await user.click(within(dialog).getByRole('button', { name: 'Take all back' }))
  expect(await within(dialog).findByText('Please say why')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'The wrong account')
  await user.click(within(dialog).getByRole('button', { name: 'Take all back' }))
  await waitFor(() => expect(undone()).toEqual([{ p_id: 'file', p_reason: 'The wrong account' }]))
})
