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
const nothing = { lines: [], owed: '0.00', on_day: '2026-11-30', account_id: null, entries: [] }
const show = (
  state: object | null,
  shown: Parameters<typeof FiledReturn>[0] = { period, running: null },
  settlement: object = nothing,
  unapproved: object[] = [],
) => {
  const calls = serve(({ path }) => ({
    headers: { 'content-range': `0-0/${unapproved.length}` },
    body: path.includes('supplier_invoices')
      ? unapproved
      : path.includes('vat_return_state')
        ? state
        : path.includes('tax_settlement')
          ? settlement
          : path.includes('settle_tax')
            ? 'JE-2026-0007'
            : path.includes('ledger_accounts')
              ? [{ id: 'office', label: '2250 VAT payments and refunds' }]
              : [],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <FiledReturn {...shown} />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  return { calls, user }
}

test('what changed since a return was filed is said by box, with the papers', async () => {
  show({
    id: 'r1',
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

test('a month that still runs says what is to come and when it can be filed, and leads to what is over', async () => {
  show(null, {
    period: { from: '2026-12-01', to: '2026-12-10' },
    running: { from: '2026-12-01', to: '2026-12-31' },
  })
  expect(
    await screen.findByText(
      'The figures of 1 Dec 2026 – 31 Dec 2026 so far. Still to come: papers and payments of the days until 31 Dec 2026, and bills that arrive later. It can be saved as filed from 1 Jan 2027 on.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save as filed' })).toBeNull()
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 Nov 2026 – 30 Nov 2026', expect.stringMatching(/vat\?days=2026-11-01\.\.2026-11-30$/)],
    ['1 Jul 2026 – 30 Sept 2026', expect.stringMatching(/vat\?days=2026-07-01\.\.2026-09-30$/)],
  ])
})

test('what a filed return owes is booked off the tax accounts, to the account that was used before', async () => {
  const { calls, user } = show(
    { id: 'r1', filed_at: '2026-12-05T09:00:00Z', filed_by: null, figures: [], changes: [], papers: [] },
    { period, running: null },
    {
      lines: [
        { account: '1200 VAT on purchases', amount: '40.00' },
        { account: '2200 VAT on sales', amount: '-58.00' },
      ],
      owed: '18.00',
      on_day: '2026-11-30',
      account_id: 'office',
      entries: [],
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Book the VAT off its accounts' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('row', { name: /You owe the tax office/ }).textContent).toContain('€18.00')
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path.includes('settle_tax'))?.body).toMatchObject({
      p_return_id: 'r1',
      p_account_id: 'office',
      p_on: '2026-11-30',
    }),
  )
  // What is left is asked for anew.
  await vi.waitFor(() => expect(calls.filter(({ path }) => path.includes('tax_settlement')).length).toBeGreaterThan(1))
})

test('bills that nobody approved are named with their tax before the return is saved as filed', async () => {
  show(null, { period, running: null }, nothing, [
    { currency: 'EUR', vat: '18.00' },
    { currency: 'USD', vat: '5.00' },
  ])
  const link = await screen.findByRole('link', { name: '2 bills that nobody approved' })
  expect(link.getAttribute('href')).toBe('/supplier-invoices?show=inbox')
  expect(link.parentElement?.textContent).toContain('with €18.00 of VAT')
})
