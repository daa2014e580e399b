// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { BankScreen } from './bank-screen'

const entry = (id: string, more: object = {}) => ({
  id,
  booked_on: '2026-11-20',
  direction: 'out',
  amount: '11.80',
  currency: 'EUR',
  party_name: 'Bank',
  party_iban: null,
  remittance: 'Account fee 11/2026',
  end_to_end: null,
  status: 'open',
  has_recorded: false,
  payment: null,
  run: null,
  booking: null,
  payouts: [],
  ...more,
})
const proposal = {
  kind: 'account',
  name: '6400 Software and telephone',
  vat_rate: '18.0000',
  vat: '1.80',
  is_sure: false,
  seen: 'seen of the rule',
  reasons: ['Entries with this text are booked there.'],
}

let calls: Call[]
let entries: object[]
let proposed: object[]
beforeEach(() => {
  localStorage.clear()
  entries = [
    entry('fee'),
    entry('rent', { amount: '900.00', party_iban: 'DE89370400440532013000', remittance: 'Rent' }),
  ]
  proposed = []
  calls = serve(({ path, method }) => {
    if (path.includes('bank_suggestions')) return { body: [{ entry_id: 'fee', matches: proposed, doubts: [] }] }
    if (path.includes('bank_summary'))
      return {
        body: { open: 0, amount: '0.00', open_out: 2, amount_out: '911.80', imports: 1, last_day: '2026-11-20' },
      }
    if (path.includes('book_bank_entries')) return { body: 1 }
    if (path.includes('split_bank_entry')) {
      const part = { split_of: 'rent', remittance: 'Rent' }
      entries = [
        entry('fee'),
        entry('part 1', { ...part, amount: '700.00', split_words: 'Office' }),
        entry('part 2', { ...part, amount: '200.00', split_words: null }),
      ]
      return { body: 2 }
    }
    if (path.includes('confirm_shown_entries'))
      return { body: { confirmed: 1, left: 0, booked: { fee: 'BANK-2026-0001' } } }
    if (path.includes('/bank_entries')) return { body: entries }
    if (path.includes('/bank_rules') && method === 'GET')
      return {
        body: [
          {
            id: 'rule',
            direction: 'out',
            party_iban: null,
            words: 'account fee',
            vat_rate: '18.0000',
            created_at: '2026-11-20T08:00:00Z',
            account: null,
            cost: { code: '6400', name: 'Software and telephone' },
          },
        ],
      }
    if (path.includes('/vat_rates'))
      return {
        body: ['18.0000', '7.0000'].map((rate, place) => ({
          label: `${Number(rate)} %`,
          rate,
          is_default: place === 0,
          valid_from: null,
          valid_to: null,
        })),
      }
    if (path.includes('/ledger_accounts'))
      return {
        body: [
          { id: 'bank', code: '1000', name: 'Bank' },
          { id: 'clients', code: '1100', name: 'Clients' },
          { id: 'fees', code: '6960', name: 'Bank fees', kind: 'cost' },
          { id: 'owner', code: '3100', name: 'Money put in by the owner', kind: 'equity' },
          { id: 'other', code: '4700', name: 'Other income', kind: 'income' },
        ],
      }
    if (path.includes('/cost_accounts'))
      return { body: [{ id: 'software', code: '6400', name: 'Software and telephone' }] }
    if (path.includes('/account_rules'))
      return {
        body: [
          { part: 'money', method: null, account_id: 'bank' },
          { part: 'clients', method: null, account_id: 'clients' },
          { part: 'fees', method: null, account_id: 'fees' },
        ],
      }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const show = (at = '/') =>
  showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <BankScreen />
    </MemoryRouter>,
  )
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Entries of bank statements' })).getAllByRole('listitem')
const booked = () => calls.filter(({ path }) => path.endsWith('/rpc/book_bank_entries')).map(({ body }) => body)
const inRow = (row: HTMLElement | undefined) => within(row ?? document.body)

test('a fee is booked to a cost account with its VAT, and the next one is proposed by its text', async () => {
  const user = show()
  const [fee] = await rows()
  await user.click(inRow(fee).getByRole('button', { name: 'Book to an account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book €11.80 of 20 Nov 2026 to an account' }))
  await user.click(await dialog.findByRole('combobox', { name: /^Account/ }))
  // Not the bank itself, and not what papers move.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '3100 Money put in by the owner',
    '4700 Other income',
    '6400 Software and telephone',
    '6960 Bank fees',
  ])
  await user.click(screen.getByRole('option', { name: '6400 Software and telephone' }))
  await user.click(dialog.getByRole('combobox', { name: /^Rate of VAT/ }))
  await user.click(await screen.findByRole('option', { name: '18 %' }))
  await user.click(dialog.getByRole('combobox', { name: /^Next time/ }))
  // The bank names no account of the other side.
  expect(screen.queryByRole('option', { name: /for entries of/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Propose this account for the same text' }))
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  await waitFor(() =>
    expect(booked()).toEqual([{ p_ids: ['fee'], p_account_id: 'software', p_vat_rate: '18', p_learn: 'text' }]),
  )
})

test('other income is booked with the VAT that is owed of it, the money of the owner without', async () => {
  entries = [entry('scrap', { direction: 'in', amount: '119.00', remittance: 'Scrap' })]
  const user = show()
  const [scrap] = await rows()
  await user.click(inRow(scrap).getByRole('button', { name: 'Book to an account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book €119.00 of 20 Nov 2026 to an account' }))
  await user.click(await dialog.findByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '3100 Money put in by the owner' }))
  expect(dialog.queryByRole('combobox', { name: /^Rate of VAT/ })).toBeNull()
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '4700 Other income' }))
  await user.click(dialog.getByRole('combobox', { name: /^Rate of VAT/ }))
  await user.click(await screen.findByRole('option', { name: '7 %' }))
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(booked()).toEqual([{ p_ids: ['scrap'], p_account_id: 'other', p_vat_rate: '7' }]))
})

test('several entries are booked at once', async () => {
  const user = show()
  for (const row of await rows()) await user.click(inRow(row).getByRole('checkbox'))
  await user.click(
    within(screen.getByRole('group', { name: 'Chosen entries' })).getByRole('button', { name: 'Book to an account' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Book 2 entries to an account' }))
  await user.click(await dialog.findByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '6960 Bank fees' }))
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(booked()).toEqual([{ p_ids: ['fee', 'rent'], p_account_id: 'fees' }]))
})

test('the account of a rule is proposed, and booked by a person as it was shown', async () => {
  proposed = [proposal]
  const user = show()
  const [fee] = await rows()
  expect(inRow(fee).getByText('Is booked to this account. €1.80 of it is VAT at 18 %.')).toBeTruthy()
  await user.click(inRow(fee).getByRole('button', { name: 'Book: 6400 Software and telephone for €11.80' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/rpc/confirm_shown_entries'))?.body).toEqual({
      p_shown: { fee: 'seen of the rule' },
    }),
  )
})

test('rules are listed and removed', async () => {
  const user = show('/?show=rules')
  const rules = within(await screen.findByRole('table', { name: 'Rules' }))
  expect(rules.getByText('6400 Software and telephone, VAT 18 %')).toBeTruthy()
  await user.click(rules.getByRole('button', { name: 'Remove the rule for Text: account fee' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(calls.some(({ path, method }) => method === 'DELETE' && path.includes('/bank_rules'))).toBe(true),
  )
})

test('an entry is split into parts that come to it, once', async () => {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <BankScreen />
    </MemoryRouter>,
  )
  const rent = within((await screen.findByText('Rent')).closest('li') ?? document.body)
  await user.click(rent.getByRole('button', { name: 'Split' }))
  await user.type(await screen.findByRole('textbox', { name: 'Amount of part 1' }), '700')
  await user.type(screen.getByRole('textbox', { name: 'Amount of part 2' }), '150')
  expect(screen.getByText('€50.00 left of €900.00')).toBeTruthy()
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  expect(await dialog.findByText('€50.00 of the entry is in no part')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Amount of part 2' }), '{Backspace}{Backspace}{Backspace}200')
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('split_bank_entry'))?.body).toMatchObject({
      p_id: 'rent',
      p_parts: [
        { direction: 'out', amount: '700.00' },
        { direction: 'out', amount: '200.00' },
      ],
    }),
  )
  // The parts take the place of the whole at once.
  expect(await screen.findByText('A part of a split entry: Office')).toBeTruthy()
  expect(screen.queryByText('€900.00', { exact: false })).toBeNull()
})
