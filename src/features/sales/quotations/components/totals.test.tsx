// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { Margin } from './totals'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const margin = (row: object) => {
  serve(() => ({ body: [{ cost: '60.00', margin: '40.00', margin_pct: '40.00', unknown_lines: 0, ...row }] }))
  showTo('admin', <Margin quotationId="q1" currency="EUR" />)
  return screen.findByLabelText('Margin')
}

test('a margin of all lines is the margin of the quotation', async () => {
  expect((await margin({ unknown_net: '0.00' })).textContent).toBe('Cost€60.00Margin€40.00 · 40 %')
})

test('lines without a cost are counted, and the margin is that of the others', async () => {
  expect((await margin({ unknown_lines: 2, unknown_net: '300.00' })).textContent).toBe(
    'Cost€60.00Margin of the lines with a cost€40.00 · 40 %2 lines have no cost yet€300.00 net',
  )
})

test('where no cost is known there is no margin of 100 %', async () => {
  const none = { cost: '0.00', margin: null, margin_pct: null, unknown_lines: 1, unknown_net: '100.00' }
  expect((await margin(none)).textContent).toBe(
    'Cost€0.00Margin of the lines with a costNot known1 line has no cost yet€100.00 net',
  )
})
