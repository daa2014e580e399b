// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { LateBills } from './late-bills'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bill = (at: number) => ({
  id: `bill-${at}`,
  number: `E-${at}`,
  supplier_name: 'Sheets Ltd',
  invoice_date: '2026-01-20',
  booked_on: '2026-02-01',
})
const show = (bills: object[]) => {
  const calls = serve(() => ({ body: bills }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <LateBills period={{ from: '2026-01-01', to: '2026-03-31' }} />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('a bill whose day was closed when it came is named with its link, its day and the day on which it counts', async () => {
  const { calls } = show([bill(1)])
  expect(
    await screen.findByText('One bill came after its day was closed. It counts on the first day that was open:'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'E-1' }).closest('li')?.textContent).toBe(
    'E-1 of Sheets Ltd, dated 20 Jan 2026, counts on 1 Feb 2026',
  )
  expect(calls[0]?.body).toEqual({ p_from: '2026-01-01', p_to: '2026-03-31' })
})

test('of many the first ten are shown, and the others on demand; without any nothing is said', async () => {
  const { user } = show(Array.from({ length: 12 }, (_, at) => bill(at)))
  expect(await screen.findAllByRole('listitem')).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  cleanup()
  const { calls } = show([])
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText(/closed/)).toBeNull()
})
