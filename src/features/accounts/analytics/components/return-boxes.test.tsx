// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ReturnBoxes } from './return-boxes'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const period = { from: '2026-11-01', to: '2026-11-30' } as Parameters<typeof ReturnBoxes>[0]['period']
const line = (box: string | null, words: string | null, net: string, of: object = {}) => ({
  ...{ box, words, net, vat: null, treatment: null, rate: null, papers: 1 },
  ...of,
})

test('each box has its amounts, and what no box takes is said in words', async () => {
  serve(() => ({
    body: [
      line('21', 'Services to businesses in other EU countries', '300.00'),
      line(null, null, '12.00', { treatment: 'standard', rate: '0' }),
    ],
  }))
  const open = vi.fn()
  const user = showTo('accounts', <ReturnBoxes period={period} seesPurchases={false} open={open} />)
  const rows = await screen.findAllByRole('row')
  const cells = rows.map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(cells.slice(1)).toEqual([
    ['21', 'Services to businesses in other EU countries', '€300.00', ''],
    ['None', 'Standard, 0 %', '€12.00', ''],
  ])
  expect(screen.getByText(/What has no box is not in the return yet/)).toBeTruthy()
  expect(screen.getByText(/you may not see invoices of suppliers/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '21: €300.00' }))
  await user.click(screen.getByRole('button', { name: 'None: €12.00' }))
  expect(open.mock.calls).toEqual([
    ['21', null, null],
    [null, 'standard', '0'],
  ])
})
