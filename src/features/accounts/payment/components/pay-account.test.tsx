// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { PayAccount } from './pay-account'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the earliest due stands first; the number of an open invoice opens it, and the box beside it ticks', async () => {
  serve(() => ({ body: { cards: false } }))
  const invoice = {
    id: '0001',
    public_uuid: 'u-1',
    number: 'INV-2026-0001',
    project_title: 'Fascia',
    is_overdue: false,
    balance: '10.10',
    currency: 'EUR',
  }
  const user = showTo(
    'client',
    <MemoryRouter>
      <Routes>
        <Route
          path="/"
          element={
            <PayAccount
              invoices={[
                { ...invoice, id: '0002', number: 'INV-2026-0002', due_date: '2026-12-20' },
                { ...invoice, due_date: '2026-12-10' },
              ]}
              company={company}
              currency="EUR"
              credit="0.00"
              announced={[]}
              queryKey={['portal']}
              client="Haber"
            />
          }
        />
        <Route path="/client-invoices/u-1" element={<p>The invoice</p>} />
      </Routes>
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['INV-2026-0001', 'INV-2026-0002'])
  const box = screen.getByRole('checkbox', { name: /INV-2026-0001/ })
  expect(box).toHaveProperty('checked', true)
  await user.click(box)
  expect(box).toHaveProperty('checked', false)
  await user.click(screen.getByRole('link', { name: 'INV-2026-0001' }))
  expect(await screen.findByText('The invoice')).toBeTruthy()
})
