// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { InvoicesScreen } from './invoices-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('invoices of which a question waits are listed, and their sums are of them alone', async () => {
  const calls = serve(({ path }) => {
    if (path.includes('open_questions'))
      return {
        body: ['invoice', 'order'].map((kind) => ({ kind, record_id: `${kind}-7`, label: kind, part: 'question-1' })),
      }
    return { body: path.includes('invoice_totals') ? { gross: '118.00', balance: '118.00', overdue: '0.00' } : [] }
  })
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/invoices?asked=yes']}>
      <InvoicesScreen />
    </MemoryRouter>,
  )
  await waitFor(() =>
    expect(calls.some(({ path }) => path.includes('/invoices?') && path.includes('id=in.(invoice-7)'))).toBe(true),
  )
  expect(calls.find(({ path }) => path.includes('invoice_totals'))?.body).toMatchObject({ p_asked: true })
  expect(screen.getByLabelText('Question waits')).toBeTruthy()
})
