// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Invoice } from '../api/invoice.query'
import { DraftPanel } from './draft-panel'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const line = (id: string, of: object) => ({
  ...{
    id,
    row_version: 1,
    kind: 'item',
    position: id,
    description: `Sign ${id}`,
    details: null,
    qty: '1',
    unit: 'piece',
  },
  ...{ width_mm: null, height_mm: null, unit_price: '100.00', discount_pct: null, net: '100.00', charged_qty: '1' },
  ...{ vat_rate: '18.00', vat_treatment: 'standard', order_item_id: null },
  ...of,
})
const rate = (of: string, treatment: string, is_default = false) => ({
  label: treatment,
  rate: of,
  treatment,
  is_default,
})
const goods = { rate: '0.00', treatment: 'intra_community' }

function show(orderId: string | null, proposed: object, lines: readonly object[]) {
  const calls = serve(({ path, method }) => {
    if (path.includes('vat_proposal'))
      return {
        body: [
          {
            ...{ abroad: 'union', goods_stay: false, work_rate: '0.00', work_treatment: 'reverse_charge', place: null },
            ...{ site_rate: '0.00', site_treatment: 'reverse_charge', supplies: {} },
            ...proposed,
          },
        ],
      }
    if (path.includes('/vat_rates'))
      return { body: [rate('18.00', 'standard', true), rate('0.00', 'intra_community'), rate('7.00', 'standard')] }
    if (path.includes('/invoice_items')) return { body: method === 'PATCH' ? [{ id: 'a' }] : lines }
    if (path.includes('/contacts'))
      return {
        body: {
          type: 'Business',
          name: null,
          last_name: null,
          company: 'Blitzschild GmbH',
          vat_number: 'DE811907980',
          country: 'Germany',
        },
      }
    return { body: [] }
  })
  const row = { id: 'one', contact_id: 'c1', order_id: orderId, currency: 'EUR', row_version: 1 } as unknown as Invoice
  const user = showTo(
    'admin',
    <MemoryRouter>
      <DraftPanel row={row} />
    </MemoryRouter>,
  )
  return { calls, user }
}

test.each([null, 'order'])(
  'a draft (order: %s) whose client is abroad says that a rate is missing',
  async (orderId) => {
    show(orderId, { rate: '18.00', treatment: 'standard' }, [line('a', { order_item_id: orderId && 'of' })])
    expect((await screen.findByRole('status')).textContent).toBe(
      'Blitzschild GmbH has a VAT number of Germany. Goods that go there are an intra-Community supply, and services are reverse charge. You have no rate for it. Add a VAT rate',
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/company#vat-rates')
  },
)

test('a draft of an order says why its lines have no VAT', async () => {
  show('order', goods, [
    line('a', { vat_rate: '0.00', vat_treatment: 'intra_community', order_item_id: 'of' }),
    line('b', { vat_rate: '0.00', vat_treatment: 'reverse_charge', order_item_id: 'of' }),
  ])
  expect(
    await screen.findByText(/^Goods go to Germany: an intra-Community supply without VAT, to the VAT number DE81/),
  ).toBeTruthy()
  expect(screen.getByText(/^Services are proposed as reverse charge/)).toBeTruthy()
})

test('one act sets the rate of goods to the Union on the lines of no order that have the usual rate', async () => {
  const { user, calls } = show('order', goods, [
    line('a', {}),
    line('of', { order_item_id: 'of' }),
    line('other', { vat_rate: '7.00' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Set “goods to another EU country” on the line' }))
  const saved = () => calls.filter(({ method }) => method === 'PATCH')
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.path).toContain('id=eq.a')
  expect(saved()[0]?.body).toEqual({ vat_rate: '0.00', vat_treatment: 'intra_community' })
})
