// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { serve, showTo } from '@/shared/ui/testing'
import { LineSheet } from './line-sheet'
import { newLine } from './line'
import { useLines } from './use-lines'

const line = { changed_by: null, ...newLine('5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11', 'a0', {}), width_mm: '900.00' }
const suggestion = {
  source: 'earlier',
  description: 'Tray fascia, folded',
  details: null,
  unit: 'piece',
  width_mm: '3000.00',
  height_mm: '600.00',
  unit_price: '142.3750',
  unit_cost: null as string | null,
  service_id: null,
  inventory_item_id: null,
  charge_rule: null,
  own_charged_qty: null,
  priced_size: null,
  price_breaks: null,
  picture_path: null,
  quoted_in: 'Q-2026-0142',
  quoted_at: '2026-10-01T08:00:00Z',
}

function House() {
  const lines = useLines('q1')
  return <LineSheet quotationId="q1" contactId="c1" currency="EUR" of={lines} isOpen total="" showsBreaks />
}

function open(picked = suggestion) {
  const stored = { ...line }
  const costs: unknown[] = []
  serve(({ method, path, body }) => {
    if (path.includes('suggest_lines')) return { body: [picked] }
    if (method === 'POST' && path.includes('quotation_item_costs')) costs.push(body)
    if (method === 'PATCH') {
      Object.assign(stored, body)
      return { body: [{ id: line.id }] }
    }
    return { body: path.includes('quotation_items') ? [stored] : [] }
  })
  return { stored, costs, user: showTo('admin', <MemoryRouter children={<House />} />) }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a suggestion is taken with its last price; the size that stands there stays', async () => {
  const { stored, user } = open()
  await user.click((await screen.findAllByRole('gridcell'))[1]!)
  await user.keyboard('tray')
  expect(await screen.findByRole('option', { name: /Tray fascia, folded.*Q-2026-0142/ })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(stored.description).toBe('Tray fascia, folded'))
  expect(stored).toMatchObject({ unit_price: '142.3750', width_mm: '900.00', height_mm: '600.00' })
})

test('Enter without a choice keeps what was typed', async () => {
  const { stored, user } = open()
  await user.click((await screen.findAllByRole('gridcell'))[1]!)
  await user.keyboard('Tray of ours')
  await screen.findByRole('option', { name: /Tray fascia/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(stored.description).toBe('Tray of ours'))
  expect(stored.unit_price).toBe('0')
})

test('a price that was for another size is said, and offered by the area', async () => {
  const { stored, user } = open()
  await user.click((await screen.findAllByRole('gridcell'))[1]!)
  await user.keyboard('tray')
  await screen.findByRole('option', { name: /Tray fascia/ })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('The price €142.375 was for 3,000 × 600 mm.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take €42.71, by the area' }))
  await waitFor(() => expect(stored).toMatchObject({ unit_price: '42.71', priced_size: null }))
  expect(screen.queryByText(/was for 3,000/)).toBeNull()
})

test('the cost of an earlier line follows the size that stands there, as its price does', async () => {
  const { costs, user } = open({ ...suggestion, unit_cost: '60.0000' })
  await user.click((await screen.findAllByRole('gridcell'))[1]!)
  await user.keyboard('tray')
  await screen.findByRole('option', { name: /Tray fascia/ })
  await user.keyboard('{ArrowDown}{Enter}')
  // 900 × 600 mm of 3,000 × 600 mm.
  await waitFor(() => expect(costs).toEqual([expect.objectContaining({ unit_cost: '18.0000' })]))
})
