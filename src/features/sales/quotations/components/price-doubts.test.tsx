// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { type LineChange, newLine, type QuotationItem } from '../editor/line'
import { CountedDoubts, PriceDoubts } from './price-doubts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const usual = { vat_rate: '18.0000', vat_treatment: 'standard' as const }
const lines: QuotationItem[] = [
  { ...newLine('a', 'a0', usual), description: 'Panel', qty: '2', unit_price: '500.0000' },
  {
    ...newLine('off', 'a1', usual),
    kind: 'discount',
    description: 'Opening discount',
    qty: '-1',
    unit_price: '150.0000',
    details: '10 % × €1,500.00 = €150.00',
  },
]
const taken = { unit_price: '100.00', details: '10 % × €1,000.00 = €100.00' }

test('a percentage of another sum is taken again by a press beside the totals', async () => {
  const changes: LineChange[] = []
  showTo('admin', <CountedDoubts lines={lines} currency="EUR" take={(again) => changes.push(...again)} />)
  expect(screen.getByRole('status').textContent).toContain('Opening discount: the lines above come to €1,000.00 now.')
  await userEvent.click(screen.getByRole('button', { name: 'Take 10 % of it' }))
  expect(changes).toMatchObject([{ kind: 'set', id: 'off', to: taken }])
})

test('who may not change lines reads it without a button', () => {
  showTo('admin', <CountedDoubts lines={lines} currency="EUR" />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('before sending, the press stores the discount', async () => {
  const stored: unknown[] = []
  serve(({ path, method, body }) => {
    if (method === 'PATCH') stored.push(body)
    return { body: method === 'PATCH' ? [{ id: 'off' }] : path.includes('quotation_items') ? lines : [] }
  })
  showTo('admin', <PriceDoubts id="q1" currency="EUR" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Take 10 % of it' }))
  await vi.waitFor(() => expect(stored).toMatchObject([taken]))
})
