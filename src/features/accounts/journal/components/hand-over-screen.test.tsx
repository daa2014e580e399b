// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { HandOverScreen } from './hand-over-screen'

const saved = vi.hoisted(() => [] as { name: string; file: Blob }[])
vi.mock('@/shared/lib/save-file', () => ({ saveFile: (name: string, file: Blob) => saved.push({ name, file }) }))

const earlier = {
  id: 'f0000000-0000-4000-a000-000000000001',
  place: 7,
  format: 'datev',
  from_day: '2026-10-01',
  to_day: '2026-10-31',
  is_whole: false,
  is_closed: false,
  entries: 12,
  taken_back: 0,
  debit: '1180.00',
  made_by: 'Ann Borg',
  made_at: '2026-11-05T09:00:00Z',
  came_later: 3,
  changed: 1,
  gone: 0,
}
const none: {
  entries: number
  given: number
  new: number
  changed: number
  gone: number
  is_closed: boolean
  others: { format: string; at: string }[]
} = { entries: 15, given: 12, new: 3, changed: 1, gone: 0, is_closed: false, others: [] }
const line = { code: '1100', account: 'Clients', part: 'clients', personal: 10_001, amount: '118.00' }

const balances = [
  {
    side: 'clients',
    contact_id: 'c0000000-0000-4000-a000-000000000001',
    contact_type: 'Business',
    account: 10_001,
    party: '=Stone Ltd',
    vat_number: null,
    country: 'MT',
    balance: '98.00',
    not_due: '0.00',
    days_30: '0.00',
    days_60: '118.00',
    days_90: '0.00',
    older: '0.00',
    credit: '-20.00',
    papers: 2,
  },
]

let calls: Call[]
let state: typeof none
let list: (typeof earlier)[]
let clientsAccount: string
let keptFormat: string | null
let firstMonth: number
let missing: { what: string; name: string | null; id: string | null }[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  state = none
  list = [earlier]
  clientsAccount = '1400'
  keptFormat = null
  firstMonth = 1
  missing = []
  saved.length = 0
  calls = serve(({ path }) => {
    if (path.includes('/rpc/hand_over_list')) return { body: list }
    if (path.includes('/rpc/hand_over_state')) return { body: state }
    if (path.includes('/rpc/hand_over_missing')) return { body: missing }
    if (path.includes('/rpc/hand_over_changes'))
      return {
        body: [
          {
            change: 'new',
            entry_id: 'a',
            on_date: '2026-10-30',
            kind: 'invoice',
            id: 'x',
            number: 'INV-2026-0009',
            party: 'Stone Ltd',
            given: null,
            now: '23.60',
          },
          {
            change: 'changed',
            entry_id: 'b',
            on_date: '2026-10-02',
            kind: 'supplier_invoice',
            id: 'y',
            number: 'B-1',
            party: 'Films',
            given: '59.00',
            now: '60.00',
          },
        ],
      }
    if (path.includes('/rpc/personal_balances')) return { body: balances }
    if (path.includes('/rpc/make_hand_over')) return { body: earlier.id }
    if (path.includes('/hand_over_settings'))
      return {
        body: {
          id: 1,
          consultant_number: 29_098,
          client_number: 55_003,
          account_length: 4,
          automatic_accounts: ['8300', '8400'],
          xero_tax_rate: null,
          format: keptFormat,
          first_month: firstMonth,
        },
      }
    if (path.includes('/account_rules')) return { body: [{ account: { code: clientsAccount } }] }
    if (path.includes('/hand_overs'))
      return {
        body: {
          place: 7,
          format: 'datev',
          from_day: '2026-10-01',
          to_day: '2026-10-31',
          is_closed: false,
          created_at: '2026-11-05T09:00:00Z',
          facts: {
            company: 'Signs',
            currency: 'EUR',
            consultant_number: 29_098,
            client_number: 55_003,
            account_length: 4,
          },
        },
      }
    if (path.includes('/hand_over_entries'))
      return {
        body: [
          {
            id: 1,
            undoes_id: null,
            entry_id: 'a',
            on_date: '2026-10-30',
            kind: 'invoice',
            number: 'INV-2026-0009',
            party: 'Stone Ltd',
            words: 'Letters',
            lines: [line, { ...line, code: '4000', part: 'sales', personal: null, amount: '-118.00' }],
          },
        ],
      }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pages = ['invoices', 'payments', 'supplier-invoices'] as const
const open = (address = '/hand-over') =>
  showTo('admin', <MemoryRouter initialEntries={[address]}>{<HandOverScreen />}</MemoryRouter>, [...pages])
const asked = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)

test('the month that is over is proposed in the last format, and what changed since is named', async () => {
  const user = open()
  expect(await screen.findByText('3 entries came later, 1 entry changed')).toBeTruthy()
  expect(asked('hand_over_state')[0]).toEqual({ p_format: 'datev', p_from: '2026-10-01', p_to: '2026-10-31' })
  expect(screen.getByText(/Since the hand-over of 5 Nov/).textContent).toContain(
    '3 entries came later, 1 entry changed.',
  )
  await user.click(screen.getAllByRole('button', { name: 'Show them' })[0] as HTMLElement)
  const changes = await screen.findByRole('list', { name: 'What changed' })
  expect(within(changes).getByText('€59.00 → €60.00')).toBeTruthy()
  expect(within(changes).getByRole('link', { name: 'INV-2026-0009' })).toBeTruthy()
})

test('what is new is handed over, and its file saved', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Hand over 4 entries' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 15_000 })
  expect(asked('make_hand_over')).toMatchObject([
    { p_format: 'datev', p_from: '2026-10-01', p_to: '2026-10-31', p_whole: false },
  ])
  expect(saved[0]?.name).toBe('EXTF_Buchungsstapel_2026-10-01_2026-10-31_7.csv')
  expect(await saved[0]?.file.text()).toContain('118,00;"S";"EUR";;;;10001;4000;;3010;"INV-2026-0009"')
})

test('DATEV warns where the books have another chart than SKR03', async () => {
  clientsAccount = '1100'
  open()
  expect((await screen.findByText(/DATEV expects the numbers of SKR03/)).parentElement?.textContent).toContain(
    'Chart of accounts',
  )
})

test('DATEV says nothing of the chart where it is SKR03', async () => {
  open()
  await screen.findByRole('button', { name: 'Hand over 4 entries' })
  await vi.waitFor(() => expect(calls.some(({ path }) => path.includes('/account_rules'))).toBe(true))
  expect(screen.queryByText(/DATEV expects/)).toBeNull()
})

test('everything once more is asked first, with how many were given before', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Everything once more' }))
  const question = await screen.findByRole('dialog', { name: 'Hand over all 15 entries once more?' })
  expect(question.textContent).toContain('12 entries of these days were given as DATEV before')
  expect(asked('make_hand_over')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Hand over everything' }))
  await vi.waitFor(() => expect(asked('make_hand_over')).toMatchObject([{ p_whole: true }]))
})

test('where everything was given, nothing is left to hand over', async () => {
  state = { ...none, new: 0, changed: 0, is_closed: true }
  open()
  expect(await screen.findByText('Everything of these days was handed over')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Hand over' }).hasAttribute('disabled')).toBe(true)
})

test('what DATEV asks for stands before the button, which waits for it', async () => {
  missing = [
    { what: 'consultant_number', name: null, id: null },
    { what: 'account_code', name: '40-00 Sales', id: 'z' },
  ]
  open()
  expect(await screen.findByText('40-00 Sales')).toBeTruthy()
  expect(await screen.findByRole('textbox', { name: /Consultant number/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Hand over 4 entries' }).hasAttribute('disabled')).toBe(true)
})

test('the settings of DATEV are saved as numbers, and refused where DATEV would', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Settings of DATEV' }))
  const consultant = await screen.findByRole('textbox', { name: /Consultant number/ })
  expect((consultant as HTMLInputElement).value).toBe('29098')
  await user.clear(consultant)
  await user.type(consultant, '12')
  await user.click(screen.getByRole('button', { name: 'Save DATEV settings' }))
  expect(await screen.findByText('Please enter a number from 1001 to 9999999')).toBeTruthy()
  await user.type(consultant, '345')
  await user.click(screen.getByRole('button', { name: 'Save DATEV settings' }))
  const changes = () => calls.filter(({ path, method }) => method === 'PATCH' && path.includes('hand_over_settings'))
  await vi.waitFor(() => expect(changes()).toHaveLength(1), { timeout: 15_000 })
  expect(changes()[0]?.body).toEqual({
    consultant_number: 12_345,
    client_number: 55_003,
    account_length: 4,
    first_month: 1,
    automatic_accounts: ['8300', '8400'],
  })
})

test('the format and the settings of the company are there at each visit, and a chosen format is kept', async () => {
  keptFormat = 'datev'
  list = [{ ...earlier, format: 'csv' }]
  firstMonth = 4
  const user = open()
  expect(
    await screen.findByText('Consultant 29098 · client 55003 · accounts of 4 digits · year from April'),
  ).toBeTruthy()
  const format = screen.getByRole('combobox', { name: 'Format' })
  expect((format as HTMLSelectElement).value).toBe('datev')
  await user.selectOptions(format, 'xero')
  await vi.waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ format: 'xero' }]),
  )
})

test('an account of a client begins as clients do', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: /Account of a client or supplier/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Account of a client or supplier' })
  const number = within(dialog).getByRole('textbox', { name: /^Account/ })
  await user.type(number, '70001')
  await user.click(within(dialog).getByRole('button', { name: 'Save account' }))
  expect(await within(dialog).findByText('Clients begin with 1 to 6')).toBeTruthy()
  await user.clear(number)
  await user.type(number, '1234')
  expect(await within(dialog).findByText('Please enter a number of 5 to 9 digits')).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/personal_accounts'))).toEqual([])
})

test('a DATEV file is of one year, and other formats that held these days are named', async () => {
  open('/hand-over?format=datev&days=2025-12-01..2026-01-31')
  expect((await screen.findByRole('alert')).textContent).toContain('of one financial year')
  cleanup()
  // Its financial year begins in April.
  firstMonth = 4
  open('/hand-over?format=datev&days=2025-12-01..2026-01-31')
  expect(await screen.findByRole('button', { name: 'Hand over 4 entries' })).toBeTruthy()
  cleanup()
  state = { ...none, others: [{ format: 'xero', at: '2026-11-06T09:00:00Z' }] }
  open('/hand-over?format=csv&days=2025-12-01..2026-01-31')
  expect(await screen.findByText(/also handed over as Xero, last on 6 Nov 2026/)).toBeTruthy()
})

test('a first hand-over says how many entries there are', async () => {
  list = []
  state = { ...none, given: 0, new: 15, changed: 0 }
  open('/hand-over')
  expect(await screen.findByText('15 entries to hand over')).toBeTruthy()
  expect(screen.getByText('Nothing was handed over yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Everything once more' })).toBeNull()
  expect(asked('hand_over_state')[0]).toMatchObject({ p_format: 'xlsx' })
})

test('with a hand-over go the accounts of clients and suppliers, as they were on its last day', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Clients and suppliers as at 31 Oct 2026' }))
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['clients-and-suppliers-2026-10-31.csv']))
  expect(asked('personal_balances')).toEqual([{ p_on: '2026-10-31' }])
  expect((await saved[0]?.file.text())?.split(/\r?\n/)[1]).toBe(
    "10001,'=Stone Ltd,Client,,MT,98.00,0.00,0.00,118.00,0.00,0.00,-20.00",
  )
})
