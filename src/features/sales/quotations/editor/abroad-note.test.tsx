// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Quotation } from '../api/quotation.query'
import type { LineChange, QuotationItem } from './line'
import type { Lines } from './use-lines'
import { AbroadNote } from './abroad-note'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quotation = { id: 'q1', contact_id: 'c1', location_id: null, amends: null } as unknown as Quotation
const line = (id: string, vat_rate: string) =>
  ({ id, kind: 'item', vat_rate, vat_treatment: 'standard' }) as unknown as QuotationItem
const lines = [line('a', '18.00'), line('b', '18.00'), line('reduced', '7.00')]
const rate = (of: string, treatment: string, is_default = false) => ({
  ...{ id: `${treatment} ${of}`, label: treatment, rate: of, treatment, is_default },
})

function show(proposed: object, role: 'admin' | 'sales' = 'admin') {
  const done: (readonly LineChange[])[] = []
  serve(({ path }) => {
    if (path.includes('vat_proposal')) return { body: [{ is_abroad: true, place: null, ...proposed }] }
    if (path.includes('/vat_rates'))
      return { body: [rate('18.00', 'standard', true), rate('0.00', 'reverse_charge'), rate('7.00', 'standard')] }
    return {
      body: { type: 'Business', name: null, last_name: null, company: 'Blitzschild GmbH', vat_number: 'DE811907980' },
    }
  })
  const of = { lines, perform: (changes: readonly LineChange[]) => done.push(changes) } as unknown as Lines
  const user = showTo(
    role,
    <MemoryRouter>
      <AbroadNote quotation={quotation} lines={of} />
    </MemoryRouter>,
  )
  return { user, done }
}

test('a business of another EU country without a rate for it is named, with the way to make one', async () => {
  show({ rate: '18.00', treatment: 'standard' })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Blitzschild GmbH has a VAT number of Germany. Reverse charge usually applies. You have no rate for it. Add a VAT rate',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/company#vat-rates')
})

test('who cannot make a rate is told who can', async () => {
  show({ rate: '18.00', treatment: 'standard' }, 'sales')
  expect((await screen.findByRole('status')).textContent).toContain('You have no rate for it. An admin can add it.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('with a rate one act sets it on the lines that have the usual one, and another rate stays', async () => {
  const { user, done } = show({ rate: '0.00', treatment: 'reverse_charge' })
  await user.click(await screen.findByRole('button', { name: 'Set reverse charge on all 2 lines' }))
  const usual = { vat_rate: '18.00', vat_treatment: 'standard' }
  const reverse = { vat_rate: '0.00', vat_treatment: 'reverse_charge' }
  expect(done).toEqual([['a', 'b'].map((id) => ({ kind: 'set', id, from: usual, to: reverse }))])
})
