// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { BalanceSheetScreen } from './balance-sheet-screen'
import { ProfitAndLossScreen } from './profit-and-loss-screen'

const saved = vi.hoisted(() => [] as { name: string; file: Blob }[])
vi.mock('@/shared/lib/save-file', () => ({ saveFile: (name: string, file: Blob) => saved.push({ name, file }) }))

const sales = '91e76207-932b-3a73-3a1b-15965d54a400'
const line = (code: string, kind: string, month: string, amount: string) => ({
  account_id: code === '4000' ? sales : code,
  code,
  name: { '4000': 'Sales', '5000': 'Material', '6900': '=Other' }[code] ?? '',
  kind,
  month,
  amount,
})
const closing = (code: string | null, name: string, kind: string, amount: string) => ({
  account_id: code,
  code,
  name,
  kind,
  opening: '0.00',
  debit: '0.00',
  credit: '0.00',
  closing: amount,
})

const settingsOf = (first_month: number) => ({
  ...{ consultant_number: null, client_number: null, account_length: 4, automatic_accounts: [] },
  ...{ xero_tax_rate: null, format: null, first_month },
})

let calls: Call[]
let results: Record<string, ReturnType<typeof line>[]>
let balances: Record<string, ReturnType<typeof closing>[]>
let firstMonth = 1
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  saved.length = 0
  firstMonth = 1
  results = {
    '2026-01-01': [
      line('4000', 'income', '2026-01', '1000.10'),
      line('4000', 'income', '2026-11', '200.00'),
      line('5000', 'cost', '2026-01', '300.05'),
    ],
    '2025-01-01': [line('4000', 'income', '2025-03', '500.00'), line('6900', 'cost', '2025-03', '90.00')],
  }
  balances = {
    '2026-01-01': [
      closing('1000', 'Bank', 'asset', '1310.05'),
      closing('2100', 'Suppliers', 'liability', '-0.00'),
      closing('2200', 'Owed', 'liability', '-0.00'),
      closing('4000', 'Sales', 'income', '-1200.10'),
      closing('5000', 'Material', 'cost', '300.05'),
      closing(null, 'Result of earlier years', 'equity', '-410.00'),
    ],
    '2025-01-01': [
      closing('1000', 'Bank', 'asset', '430.00'),
      closing('2100', 'Suppliers', 'liability', '-20.00'),
      closing('4000', 'Sales', 'income', '-500.00'),
      closing('6900', '=Other', 'cost', '90.00'),
    ],
  }
  calls = serve(({ path, body }) => {
    const { p_from = '' } = (body ?? {}) as { p_from?: string }
    if (path.includes('/rpc/profit_and_loss')) return { body: results[p_from] ?? [] }
    if (path.includes('/rpc/trial_balance')) return { body: balances[p_from] ?? [] }
    if (path.includes('/hand_over_settings')) return { body: settingsOf(firstMonth) }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (element: React.ReactNode, address = '/') =>
  showTo('accounts', <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>, [
    'invoices',
    'payments',
    'supplier-invoices',
  ])
const asked = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)
/** The cells of a row of that name. */
const cellsOf = (table: HTMLElement, name: string | RegExp) =>
  within(within(table).getByRole('rowheader', { name }).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('profit and loss of this year: accounts by month, sums, shares, the year before, and the sheet of each account', async () => {
  open(<ProfitAndLossScreen />)
  const table = await screen.findByRole('table', { name: 'Profit and loss' })
  expect(asked('profit_and_loss')).toEqual([
    { p_from: '2026-01-01', p_to: '2026-11-28' },
    { p_from: '2025-01-01', p_to: '2025-11-28' },
  ])
  expect(within(table).getAllByRole('columnheader')).toHaveLength(16)
  expect(cellsOf(table, '4000 Sales').slice(0, 5)).toEqual(['1,200.10', '100.0 %', '500.00', '700.10', '1,000.10'])
  expect(cellsOf(table, '4000 Sales').at(-1)).toBe('200.00')
  expect(cellsOf(table, '5000 Material').slice(0, 6)).toEqual(['300.05', '25.0 %', '–', '300.05', '300.05', '–'])
  expect(cellsOf(table, '6900 =Other').slice(0, 4)).toEqual(['–', '–', '90.00', '−90.00'])
  expect(cellsOf(table, 'All costs').slice(0, 4)).toEqual(['300.05', '25.0 %', '90.00', '210.05'])
  expect(cellsOf(table, 'Result').slice(0, 5)).toEqual(['900.05', '75.0 %', '410.00', '490.05', '700.05'])
  expect(screen.getByText('A profit of €900.05')).toBeTruthy()
  expect(screen.getByText('75.0 % of the income, €490.05 more than the year before')).toBeTruthy()
  expect(within(table).getByRole('link', { name: '4000 Sales' }).getAttribute('href')).toBe(
    `/trial-balance/${sales}?days=2026-01-01..2026-11-28`,
  )
})

test('the periods are those of the financial year; one month has no columns, and a loss is said', async () => {
  firstMonth = 7
  results = { '2026-11-01': [line('5000', 'cost', '2026-11', '12.00')] }
  const user = open(<ProfitAndLossScreen />)
  await vi.waitFor(() => expect(asked('profit_and_loss')[0]).toEqual({ p_from: '2026-07-01', p_to: '2026-11-28' }))
  expect(await screen.findByText('Nothing was earned or spent on these days')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'This month' }))
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('columnheader')).toHaveLength(5)
  expect(cellsOf(table, 'Result')).toEqual(['−12.00', '–', '–', '−12.00'])
  expect(screen.getByText('A loss of €12.00')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Last year' }))
  await vi.waitFor(() => expect(asked('profit_and_loss')).toContainEqual({ p_from: '2025-07-01', p_to: '2026-06-30' }))
})

test('profit and loss is saved as CSV and as Excel, with its sums, and text that would run is made inert', async () => {
  const user = open(<ProfitAndLossScreen />, '/?days=2026-01-01..2026-02-28')
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('profit-and-loss-2026-01-01-2026-02-28.csv')
  const rows = (await saved[0]!.file.text()).replace('\uFEFF', '').split('\r\n')
  expect(rows[0]).toBe('Part,Account,Name,Total,% of income,Year before,Difference,Jan 2026,Feb 2026')
  expect(rows).toContain("Costs,6900,'=Other,0.00,0.0,90.00,-90.00,0.00,0.00")
  expect(rows).toContain('Income,,All income,1200.10,100.0,500.00,700.10,1000.10,0.00')
  expect(rows).toContain(',,Result,900.05,75.0,410.00,490.05,700.05,0.00')
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await vi.waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]?.name).toMatch(/\.xlsx$/)
  expect(saved[1]!.file.size).toBeGreaterThan(1000)
})

test('a balance sheet has two equal sides, claims above zero, and the results under equity', async () => {
  open(<BalanceSheetScreen />)
  const assets = await screen.findByRole('table', { name: 'Assets' })
  const claims = screen.getByRole('table', { name: 'Liabilities and equity' })
  expect(asked('trial_balance')).toEqual([
    { p_from: '2026-01-01', p_to: '2026-11-28' },
    { p_from: '2025-01-01', p_to: '2025-12-31' },
  ])
  expect(
    within(assets)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Account', '28 Nov 2026', '31 Dec 2025', 'Difference'])
  expect(cellsOf(assets, '1000 Bank')).toEqual(['1,310.05', '430.00', '880.05'])
  expect(cellsOf(claims, '2100 Suppliers')).toEqual(['–', '20.00', '−20.00'])
  expect(within(claims).queryByText('2200 Owed')).toBeNull()
  expect(cellsOf(claims, 'Result of the financial year')).toEqual(['900.05', '410.00', '490.05'])
  expect(cellsOf(claims, 'Result of earlier years')).toEqual(['410.00', '–', '410.00'])
  expect(cellsOf(claims, 'Liabilities and equity')).toEqual(cellsOf(assets, 'All assets'))
  expect(screen.getByText('Both sides come to €1,310.05')).toBeTruthy()
  expect(within(claims).getByRole('link', { name: 'Result of the financial year' }).getAttribute('href')).toBe(
    '/profit-and-loss?days=2026-01-01..2026-11-28',
  )
  expect(within(claims).queryByRole('link', { name: 'Result of earlier years' })).toBeNull()
})

test('a balance sheet of the chosen day says by how much its sides differ', async () => {
  firstMonth = 4
  balances = {
    '2025-04-01': [closing('1000', 'Bank', 'asset', '10.05'), closing('2100', 'Suppliers', 'liability', '-4')],
  }
  const user = open(<BalanceSheetScreen />, '/?on=2026-03-31')
  expect(await screen.findByText('On 31 Mar 2026 the sides differ: the assets are €6.05 more.')).toBeTruthy()
  expect(asked('trial_balance')).toEqual([
    { p_from: '2025-04-01', p_to: '2026-03-31' },
    { p_from: '2024-04-01', p_to: '2025-03-31' },
  ])
  await user.click(screen.getByRole('radio', { name: 'Today' }))
  expect(await screen.findByText(/As at 28 Nov 2026, in EUR/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'End of last month' }))
  expect(await screen.findByText(/As at 31 Oct 2026, in EUR/)).toBeTruthy()
})

test.each([
  ['profit and loss', <ProfitAndLossScreen key="p" />],
  ['a balance sheet', <BalanceSheetScreen key="b" />],
])('%s that is refused says why', async (_, element) => {
  calls = serve(({ path }) =>
    path.includes('/hand_over_settings')
      ? { body: settingsOf(1) }
      : { status: 403, body: { code: '42501', message: 'You may not see the books', details: null, hint: null } },
  )
  open(element)
  expect(await screen.findByText('You may not see the books')).toBeTruthy()
})
