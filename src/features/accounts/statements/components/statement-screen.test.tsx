// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { client, company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { StatementScreen } from './statement-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const account = {
  currency: 'EUR',
  company,
  client,
  date_from: '2026-09-01',
  date_to: '2026-11-30',
  opening: '0.00',
  closing: '59.00',
  lines: [],
  ageing: { not_due: '59.00', days_30: '0.00', days_60: '0.00', days_90: '0.00', older: '0.00', unallocated: '0.00' },
}
const announced = [{ id: 'r1', amount: '59.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: ['i'] }]

test('the account of a client says which transfer the client announced, and leads to its payment', async () => {
  serve(({ path }) => {
    if (path.includes('/rpc/client_statement')) return { body: account }
    if (path.includes('/rpc/announced_transfers')) return { body: announced }
    return { body: path.includes('/statements') ? null : [] }
  })
  showTo(
    'admin',
    <MemoryRouter>
      <StatementScreen id="7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30" />
    </MemoryRouter>,
  )
  expect(await screen.findByText(/The client said on 24 Nov 2026 that €59\.00 was sent by bank transfer/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Record €59.00' }).getAttribute('href')).toBe('/payment/r1')
})
