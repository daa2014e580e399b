// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setRatesAddress } from '@/shared/lib/rates-address'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { proposedRate } from '../rate-fields'
import { ExchangeRatesScreen } from './exchange-rates-screen'

const now = new Date('2026-11-30T10:00:00Z')
const stored = [
  { id: 'r1', currency: 'USD', on_date: '2026-11-30', rate: 0.92, row_version: 1 },
  { id: 'r2', currency: 'GBP', on_date: '2026-11-10', rate: 1.15, row_version: 1 },
]
const known = stored.map(({ currency, on_date, rate }) => ({ currency, on_date, rate: String(rate) }))

beforeEach(() => {
  setRatesAddress('https://rates.test/{base}')
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(role: 'admin' | 'team_member' = 'admin') {
  const calls = serve(({ method, path }): Answer => {
    if (path.includes('/rpc/known_rates')) return { body: known }
    if (path.includes('/exchange_rates'))
      return method === 'POST' ? { status: 201, body: { id: 'r3' } } : { body: stored }
    // The service of the converter.
    return { body: { base: 'EUR', date: '2026-11-30', rates: { USD: 1.09, GBP: 0.86, CHF: 0.95 } } }
  })
  return { calls, user: showTo(role, <ExchangeRatesScreen />) }
}

test('the newest rates say how old they are; one of more than a week ago is marked', async () => {
  show()
  expect(
    await screen.findByText('Today’s papers take 1 USD = 0.92 EUR (of today); 1 GBP = 1.15 EUR (20 days old).'),
  ).toBeTruthy()
  expect(screen.getByText(/Before an invoice in GBP is issued/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Change GBP of 10 Nov 2026' })).toBeTruthy()
})

test('a rate of today is proposed by the converter, and added', async () => {
  const { calls, user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add rate' }))
  await user.click(screen.getByRole('combobox', { name: /^Currency/ }))
  await user.click(await screen.findByRole('option', { name: 'CHF · Swiss francs', hidden: true }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^What one unit is in EUR/ })).toHaveProperty('value', '1.052632'),
  )
  await user.click(screen.getAllByRole('button', { name: 'Add rate' }).at(-1) as HTMLElement)
  await waitFor(() =>
    expect(calls.find(({ method, path }) => method === 'POST' && path.includes('/exchange_rates'))?.body).toEqual({
      currency: 'CHF',
      on_date: '2026-11-30',
      rate: '1.05263200',
    }),
  )
})

test('people who write no invoices see the rates and change none', async () => {
  show('team_member')
  expect(await screen.findByText('10 Nov 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add rate' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})

test('the rate is that of the converter for its day and the week after it, through the euro for books in another currency', () => {
  const rates = { base: 'EUR', date: '2026-11-28', rates: { EUR: 1, USD: 1.25, GBP: 0.8 } } as const
  expect(proposedRate('USD', '2026-11-30', 'EUR', rates)).toBe('0.800000')
  expect(proposedRate('GBP', '2026-11-28', 'USD', rates)).toBe('1.562500')
  expect(proposedRate('USD', '2026-11-27', 'EUR', rates)).toBe('')
  expect(proposedRate('USD', '2026-12-06', 'EUR', rates)).toBe('')
  expect(proposedRate('USD', '2026-11-30', 'EUR', null)).toBe('')
})
