// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { BalanceScreen } from './balance-screen'
import { ChartScreen } from './chart-screen'
import { JournalScreen } from './journal-screen'
import { OpenItemsScreen } from './open-items-screen'
import { SheetScreen } from './sheet-screen'

const clients = '91e76207-932b-3a73-3a1b-15965d54a400'
const line = (place: string, code: string, debit: string | null, credit: string | null) => ({
  place,
  on_date: '2026-11-03',
  kind: 'invoice',
  id: 'f0000000-0000-4000-a000-000000000001',
  entry_id: 'f0000000-0000-4000-a000-000000000001',
  number: 'INV-2026-0001',
  contact_id: null,
  party: 'Ħanut Ltd',
  words: '=Shop front',
  account_id: clients,
  code,
  account: code === '1100' ? 'Clients' : 'Sales',
  vat_rate: code === '4000' ? '18' : null,
  vat_treatment: code === '4000' ? 'standard' : null,
  debit,
  credit,
  balance: debit,
})
const balance = [
  {
    account_id: clients,
    code: '1100',
    name: 'Clients',
    kind: 'asset',
    opening: '10.05',
    debit: '118.00',
    credit: '0.00',
    closing: '128.05',
  },
  {
    account_id: 'x',
    code: '4000',
    name: 'Sales',
    kind: 'income',
    opening: '0.00',
    debit: '0.00',
    credit: '118.00',
    closing: '-118.00',
  },
  {
    account_id: null,
    code: null,
    name: 'Result of earlier years',
    kind: 'equity',
    opening: '-10.05',
    debit: '0.00',
    credit: '0.00',
    closing: '-10.05',
  },
]

const keptAccount = '1200 is used and keeps its name, VAT on purchases. Bank has the number 1201.'
let calls: Call[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  calls = serve(({ path }) => {
    if (path.includes('/rpc/journal'))
      return { body: [line('a', '1100', '118.00', null), line('b', '4000', null, '118.00')] }
    if (path.includes('/rpc/account_sheet')) return { body: [line('a', '1100', '118.00', null)] }
    if (path.includes('/rpc/personal_balances'))
      return {
        body: [
          {
            side: 'suppliers',
            contact_id: 'c0000000-0000-4000-a000-000000000001',
            contact_type: 'Business',
            account: 70_000,
            party: 'Films Ltd',
            vat_number: null,
            country: 'DE',
            balance: '-59.00',
            not_due: '-59.00',
            days_30: '0.00',
            days_60: '0.00',
            days_90: '0.00',
            older: '0.00',
            credit: '0.00',
            papers: 1,
          },
        ],
      }
    if (path.includes('/rpc/trial_balance')) return { body: balance }
    if (path.includes('/rpc/use_chart')) return { body: keptAccount }
    if (path.includes('/ledger_accounts'))
      return { body: [{ id: clients, code: '1100', name: 'Clients', used: [{ count: 1 }] }] }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pages = ['invoices', 'payments', 'supplier-invoices'] as const
const open = (element: React.ReactNode, address = '/', role: 'accounts' | 'admin' = 'accounts') =>
  showTo(role, <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>, [...pages])
const asked = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)

test('the journal asks for this year, sums both sides and leads to the sheet of the account on the same days', async () => {
  open(<JournalScreen />)
  expect(await screen.findAllByText('INV-2026-0001')).toHaveLength(2)
  expect(asked('journal')[0]).toMatchObject({ p_from: '2026-01-01', p_to: '2026-11-28' })
  const sums = screen.getByLabelText('Sums of these days')
  expect(await within(sums).findAllByText('€118.00')).toHaveLength(2)
  expect(screen.getByRole('link', { name: '1100 Clients' }).getAttribute('href')).toBe(
    `/trial-balance/${clients}?days=2026-01-01..2026-11-28`,
  )
})

test('the chosen days are asked for', async () => {
  open(<JournalScreen />, '/journal?days=2026-02-01..2026-02-28')
  await screen.findAllByText('INV-2026-0001')
  expect(asked('journal')[0]).toMatchObject({ p_from: '2026-02-01', p_to: '2026-02-28' })
})

test('the openings and closings of the trial balance come to zero; the result of earlier years has no sheet', async () => {
  open(<BalanceScreen />)
  expect(await screen.findByText('Result of earlier years')).toBeTruthy()
  const sums = screen.getByLabelText('Sums of all accounts')
  expect(within(sums).getAllByText('€0.00')).toHaveLength(2)
  expect(within(sums).getAllByText('€118.00')).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Result of earlier years' })).toBeNull()
})

test('the sheet of an account names it, with what it had before and has now', async () => {
  open(<SheetScreen id={clients} />)
  expect(await screen.findByRole('heading', { name: '1100 Clients' })).toBeTruthy()
  const ends = screen.getByLabelText('Opening and closing')
  expect(await within(ends).findByText('€10.05')).toBeTruthy()
  expect(within(ends).getByText('€128.05')).toBeTruthy()
  expect(asked('account_sheet')[0]).toMatchObject({ p_account_id: clients })
})

test('a chart is used after a question, and the accounts that keep their name are said', async () => {
  const user = open(<ChartScreen />, '/', 'admin')
  await user.click(await screen.findByRole('button', { name: 'Germany: SKR03' }))
  const question = await screen.findByRole('dialog', { name: 'Use the accounts of Germany: SKR03?' })
  expect(asked('use_chart')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Use these accounts' }))
  await vi.waitFor(() => expect(asked('use_chart')).toEqual([{ p_chart: 'skr03' }]))
  expect(await screen.findByText(keptAccount)).toBeTruthy()
})

test('open items are asked for as at the chosen day, of the chosen side, with the account at the accountant', async () => {
  open(<OpenItemsScreen />, '/open-items?on=2026-10-31&side=suppliers')
  const row = await screen.findByRole('row', { name: /Films Ltd/ })
  expect(within(row).getByText('70000')).toBeTruthy()
  expect(within(row).getAllByText('−€59.00').length).toBeGreaterThan(0)
  expect(asked('personal_balances')[0]).toEqual({ p_on: '2026-10-31', p_side: 'suppliers' })
  expect((await screen.findByText('Suppliers together')).nextElementSibling?.textContent).toBe('−€59.00')
  expect(screen.getByText(/^As at 31 Oct 2026/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Open Items, 31 Oct 2026' })).toBeTruthy()
})

test('without a day open items are those of today', async () => {
  open(<OpenItemsScreen />, '/open-items')
  await screen.findByRole('row', { name: /Films Ltd/ })
  expect(asked('personal_balances')[0]).toEqual({ p_on: '2026-11-28' })
})
