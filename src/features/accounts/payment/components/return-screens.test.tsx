// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { begunHere } from '../begun-memory'
import { ManualPaymentScreen } from './pay-screen'
import { PaymentFailedScreen, PaymentSuccessScreen } from './return-screens'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const open = (address: string, answer: object = {}) => {
  const calls = serve(() => ({ body: answer }))
  showTo(
    'client',
    <MemoryRouter initialEntries={[address]}>
      <PaymentSuccessScreen />
    </MemoryRouter>,
  )
  return calls
}

test('opened with no transaction it says where to look, and leads back to what this tab began to pay', async () => {
  expect(open('/statements/payment-success')).toEqual([])
  expect(await screen.findByText(/The link of your invoice or statement shows what is paid/)).toBeTruthy()
  cleanup()
  begunHere.keep({ request: 'r1', uuid: 'u1', purpose: 'statement' })
  open('/statements/payment-success')
  expect((await screen.findByRole('link', { name: 'Back to your statement' })).getAttribute('href')).toBe(
    '/statements/u1',
  )
})

test.each([
  ['/statements/payment-success', PaymentSuccessScreen, 'We do not know this payment'],
  ['/payments/failed', PaymentFailedScreen, 'We do not know this payment'],
  ['/payments/manual-process', ManualPaymentScreen, 'This link does not open anything'],
])('%s opened bare claims nothing and leads on', async (address, Screen, title) => {
  serve(() => ({ body: null }))
  showTo(
    'client',
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/my-account')
  expect(screen.getByRole('link', { name: 'Go to the start' }).getAttribute('href')).toBe('/')
})

test('a payer of some invoices of a statement hears what stays open', async () => {
  const request = {
    id: 'r1',
    purpose: 'statement',
    status: 'paid',
    amount: '50.50',
    currency: 'EUR',
    document_number: 'ST-2026-0007',
    document_uuid: 'u1',
    company: { name: 'Tramuntana Signs' },
    left: '20.20',
    credit: '0.00',
  }
  open('/statements/payment-success?t=abc', { state: 'paid', request })
  expect(await screen.findByText(/received €50.50 for ST-2026-0007. €20.20 stay open./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to your statement' })).toBeTruthy()
})
