// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { CreditNotesScreen } from './credit-notes-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('credit notes with credit left are listed with their invoice; a draft counts as none', async () => {
  const row = {
    id: 'n1',
    credit_number: 'CN-2026-0004',
    status: 'part_allocated',
    reason: 'Wrong colour',
    issue_date: '2026-11-02',
    created_at: '2026-11-02T10:00:00Z',
    currency: 'EUR',
    gross: '118.00',
    open: '18.00',
    contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Hotel Ltd' },
    invoice: { invoice_number: 'INV-2026-0120' },
  }
  const calls = serve(() => ({ body: [row, { ...row, id: 'n2', credit_number: null, status: 'draft', open: '7.00' }] }))
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/credit-notes?credit=yes&q=hotel&network=rejected']}>
      <CreditNotesScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('CN-2026-0004')).toBeTruthy()
  expect(screen.getAllByText('INV-2026-0120').length).toBe(2)
  expect(screen.getByText('€18.00')).toBeTruthy()
  expect(screen.queryByText('€7.00')).toBeNull()
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/rpc/credit_notes_named'))).toBe(true))
  const { path } = calls.find((call) => call.path.includes('/rpc/credit_notes_named'))!
  expect(path).toContain('status=in.(issued,part_allocated)')
  expect(path).toContain('open=gt.0')
  expect(path).toContain('network_status=eq.rejected')
})
