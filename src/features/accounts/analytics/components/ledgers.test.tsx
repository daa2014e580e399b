// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import type { Period } from '../figures'
import { Ledgers } from './ledgers'

const saved: string[] = []
vi.mock('@/shared/lib/save-file', () => ({ saveCsv: (_name: string, text: string) => saved.push(text) }))

beforeEach(() => {
  saved.length = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setFormats(firstFormats)
})

const row = {
  ...{
    on_date: '2026-11-03',
    number: 'INV-2026-0001',
    kind: 'final',
    client_name: 'Juan',
    vat_number: null,
    country: 'US',
  },
  ...{ vat_rate: '8.25', vat_treatment: 'standard', net: '100.00', vat: '8.25', gross: '108.25', currency: 'USD' },
  ...{ description: null, cost_account: null, tax_place: 'Austin, TX' },
}

test.each([
  ['sales_tax', 'Currency,Tax place', 'USD,"Austin, TX"'],
  ['vat', 'Currency', 'USD'],
] as const)('the sales ledger of a company with %s ends with %s', async (tax_kind, head, end) => {
  setFormats({ ...firstFormats, tax_kind })
  serve(() => ({ body: [row] }))
  const user = showTo('accounts', <Ledgers period={{ from: '2026-11-01', to: '2026-11-30' } as Period} />)
  await user.click(screen.getByRole('button', { name: 'Sales ledger' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [first, line] = (saved[0] ?? '').trim().split(/\r?\n/)
  expect(first?.endsWith(head)).toBe(true)
  expect(line?.endsWith(end)).toBe(true)
})
