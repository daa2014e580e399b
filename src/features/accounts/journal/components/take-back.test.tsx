// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { BookEntry } from '../api/book-entries.query'
import { TakeBack } from './take-back'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const row = { id: 'e1', entry_number: 'JE-2026-0001', on_date: '2026-11-30' } as BookEntry

test.each([
  [[], ['30 Nov 2026', '1 Dec 2026', 'On another day']],
  [[{ closed_to: '2026-11-30' }], ['1 Dec 2026', 'On another day']],
])('with books closed %j an entry of 30 November is taken back on a day of %j', async (closings, offered) => {
  const calls = serve(({ path }) => ({ body: path.includes('book_closings') ? closings : 'JE-2026-0002' }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <TakeBack row={row} onClose={() => undefined} />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  const when = await screen.findByRole('combobox', { name: /When/ })
  expect((when as HTMLInputElement).value).toBe(offered[0])
  await user.click(when)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(offered)
  await user.click(screen.getByRole('option', { name: '1 Dec 2026' }))
  await user.type(screen.getByRole('textbox', { name: /Why/ }), 'Accrual')
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path.includes('reverse_entry'))?.body).toEqual({
      p_id: 'e1',
      p_reason: 'Accrual',
      p_on: '2026-12-01',
    }),
  )
})
