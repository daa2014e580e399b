// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { PurchaseScreen } from './purchase-screen'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const purchase = {
  id: 'p1',
  purchase_number: 'PO-2026-0012',
  status: 'sent',
  created_at: '2026-11-02T09:00:00Z',
  sent_at: '2026-11-02T10:00:00Z',
  sent_to: null,
  expected_on: null,
  note: null,
  cancel_reason: null,
  row_version: 2,
  supplier_id: 's1',
  supplier: { id: 's1', type: 'Business', name: null, last_name: null, company: 'Sheet Supplies', email: null },
  lines: [
    {
      ...{ id: 'l1', qty: '10.0000', qty_received: '0.0000', unit: 'sheet', supplier_sku: null, row_version: 1 },
      created_at: '2026-11-02T09:00:00Z',
      item: { id: 'i1', name: 'Acrylic 3 mm', sku: 'AC-3', bin: null },
    },
  ],
  receipts: [],
}

test('quantities that were typed and not received are named on the page, and come back with their dialog', async () => {
  serve(({ path }) => ({ body: path.includes('/rest/v1/purchase_orders') ? purchase : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/inventory?purchase=p1']}>
      <PurchaseScreen id="p1" />
    </MemoryRouter>,
  )
  const arrived = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Acrylic 3 mm/ })
  await user.click(await screen.findByRole('button', { name: 'Receive goods' }))
  await user.clear(await arrived())
  await user.type(await arrived(), '4')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Quantities that arrived are not saved')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show them' }))
  expect((await arrived()).value).toBe('4')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Quantities that arrived are not saved')).toBeNull()
})

test('one that is ordered has its unit in the singular beside the field', async () => {
  const [line] = purchase.lines
  const lines = [
    { ...line, qty: '1.0000' },
    { ...line, id: 'l2', unit: 'box', qty: '2.0000' },
  ]
  serve(({ path }) => ({
    body: path.includes('/rest/v1/purchase_orders') ? { ...purchase, status: 'draft', sent_at: null, lines } : [],
  }))
  showTo('admin', <MemoryRouter children={<PurchaseScreen id="p1" />} />)
  expect(await screen.findByText('sheet')).toBeTruthy()
  expect(screen.getByText('boxes')).toBeTruthy()
})
