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
  orders: [],
}

test('a client sees what waits for them and opens it; staff are told that the page is for clients', async () => {
  serve(() => ({ body: [quotation] }))
  const screenOf = (
    <MemoryRouter initialEntries={['/quotations']}>
      <OwnQuotationsScreen />
    </MemoryRouter>
  )
  showTo('client', screenOf)
  expect(await screen.findByText('We wait for your answer.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look and answer' }).getAttribute('href')).toBe('/client-quotations/u-1')
  cleanup()
  showTo('sales', screenOf)
  expect(screen.getByText('This page is for clients')).toBeTruthy()
})
