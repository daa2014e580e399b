// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OwnQuotationsScreen } from './own-papers-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quotation = {
  id: 'q1',
  number_with_version: 'Q-2026-0142-R2',
  project_title: 'Signs for the new wing',
  status: 'sent',
  valid_until: null,
  sent_at: '2026-11-20T08:00:00Z',
  public_uuid: 'u-1',
  currency: 'EUR',
  gross: '118.00',
}
const approved = { ...quotation, id: 'q2', number_with_version: 'Q-2026-0140', status: 'approved', public_uuid: 'u-2' }
const order = { quotation_id: 'q2', status: 'awaiting_deposit', deposit_amount: '59.00', deposit_paid: '20.00' }

test('a client sees what waits for them and opens it; staff are told that the page is for clients', async () => {
  serve(({ path }) => ({ body: path.startsWith('/rest/v1/orders') ? [order] : [quotation, approved] }))
  const screenOf = (
    <MemoryRouter initialEntries={['/quotations']}>
      <OwnQuotationsScreen />
    </MemoryRouter>
  )
  showTo('client', screenOf)
  expect(await screen.findByText('We wait for your answer.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look and answer' }).getAttribute('href')).toBe('/client-quotations/u-1')
  expect(screen.getByText('Work begins when the deposit of €39.00 is paid.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay the deposit' }).getAttribute('href')).toBe('/payments/deposit/u-2')
  cleanup()
  showTo('sales', screenOf)
  expect(screen.getByText('This page is for clients')).toBeTruthy()
})
