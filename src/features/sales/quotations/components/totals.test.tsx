// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { exampleLines } from '@/documents/paper/testing'
import type { QuotationItem } from '../editor/line'
import { Margin, totalText, useTotals } from './totals'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const margin = (row: object, currency = 'EUR') => {
  serve(() => ({ body: [{ cost: '60.00', margin: '40.00', margin_pct: '40.00', unknown_lines: 0, ...row }] }))
  showTo('admin', <Margin quotationId="q1" currency={currency} />)
  return screen.findByLabelText('Margin')
}

test('lines that are not read have no total: a sum of nothing is never shown', async () => {
  const shown: string[] = []
  const Sum = ({ lines }: { lines: QuotationItem[] | null }) => {
    const said = totalText(useTotals(lines ?? [], lines !== null), 'EUR')
    shown.push(said)
    return said
  }
  const { rerender } = render(<Sum lines={null} />)
  rerender(<Sum lines={exampleLines as unknown as QuotationItem[]} />)
  await waitFor(() => expect(shown.at(-1)).toBe('€1,453.45'))
  expect(new Set(shown)).toEqual(new Set(['…', '€1,453.45']))
})

test('a margin of all lines is the margin of the quotation', async () => {
  expect((await margin({ unknown_net: '0.00' })).textContent).toBe('Cost€60.00Margin€40.00 · 40 %')
})

test('lines without a cost are counted, and the margin is that of the others', async () => {
  expect((await margin({ unknown_lines: 2, unknown_net: '300.00' })).textContent).toBe(
    'Known cost€60.00Margin of the lines with a cost€40.00 · 40 %2 lines have no cost yet€300.00 net',
  )
})

test('where no cost is known there is no margin of 100 %', async () => {
  const none = { cost: '0.00', margin: null, margin_pct: null, unknown_lines: 1, unknown_net: '100.00' }
  expect((await margin(none)).textContent).toBe(
    'Known costNoneMargin of the lines with a costNot known1 line has no cost yet€100.00 net',
  )
})

test('the margin of a quotation in dollars is in the currency of the books, and says so', async () => {
  expect((await margin({ unknown_net: '0.00' }, 'USD')).textContent).toBe(
    'In EUR, at the rate of the quotationCost€60.00Margin€40.00 · 40 %',
  )
})
