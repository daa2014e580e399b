// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { FiledReturn } from './filed-return'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-10T09:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const period = { from: '2026-11-01', to: '2026-11-30' }
const box = { box: '81', name: 'Sales at 19 %' }
const show = (state: object | null) => {
  const calls = serve(({ path }) => ({ body: path.includes('vat_return_state') ? state : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <FiledReturn period={period} />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  return { calls, user }
}

test('what changed since a return was filed is said by box, with the papers', async () => {
  show({
    filed_at: '2026-12-05T09:00:00Z',
    filed_by: 'Ann Borg',
    figures: [{ ...box, net: '100.00', vat: '19.00' }],
    changes: [{ ...box, net: '12.34', vat: '2.34' }],
    papers: [
      {
        kind: 'invoice',
        id: 'v1',
        label: 'INV-2026-0009',
        side: 'sales',
        rate: '19 % standard',
        net: '12.34',
        vat: '2.34',
      },
    ],
  })
  expect((await screen.findByRole('status')).textContent).toMatch(/^Saved as filed on .* by Ann Borg\. Changed since:$/)
  expect(within(screen.getByRole('list', { name: 'Figures that changed' })).getByRole('listitem').textContent).toBe(
    '+€12.34 net, +€2.34 VAT in box 81, Sales at 19 %',
  )
  const papers = within(screen.getByRole('list', { name: 'Papers that changed' }))
  expect(papers.getByRole('link', { name: 'INV-2026-0009' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save as filed again' })).toBeTruthy()
})

test('a period that is over is saved as filed after a question', async () => {
  const { calls, user } = show(null)
  await user.click(await screen.findByRole('button', { name: 'Save as filed' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save as filed' }))
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path.includes('file_vat_return'))?.body).toMatchObject({
      p_from: '2026-11-01',
      p_to: '2026-11-30',
    }),
  )
})
