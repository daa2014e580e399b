// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleLines, invoiceOf } from '@/documents/paper/testing'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { PayInvoiceScreen } from './pay-screen'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
let calls: Call[]
beforeEach(() => {
  calls = serve(({ path }) =>
    path.includes('get_public_invoice')
      ? { body: { ...invoiceOf(exampleLines), balance: '118.00', credit: '0.00' } }
      : { status: 409, body: { error: 'Something of this was paid meanwhile.' } },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('another amount of an invoice is paid; while it is too much, nothing can be paid', async () => {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Pay €118.00 by card' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  const field = screen.getByRole('textbox', { name: /Amount/ })
  await user.type(field, '200')
  expect(await screen.findByText('From €1.00 to €118.00, please')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
  await user.clear(field)
  await user.type(field, '40.10')
  expect(await screen.findByText('€77.90 stay open.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay €40.10 by card' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('card-payment'))?.body).toEqual({
      purpose: 'invoice',
      uuid,
      whole: true,
      amount: '40.10',
    }),
  )
})
