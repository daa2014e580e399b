// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { NewEntry } from './new-entry'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = () => {
  const calls = serve(({ path }) => ({
    body: path.includes('post_entry')
      ? 'JE-2026-0001'
      : path.includes('ledger_accounts')
        ? [
            { id: 'bank', code: '1000', name: 'Bank' },
            { id: 'clients', code: '1100', name: 'Clients' },
          ]
        : path.includes('cost_accounts')
          ? [{ id: 'rent', code: '6100', name: 'Rent' }]
          : path.includes('account_rules')
            ? [{ account_id: 'clients' }]
            : [],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <NewEntry copied="" onClose={() => undefined} />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  const line = async (number: number) => within(await screen.findByRole('group', { name: `Line ${number}` }))
  return { calls, user, line }
}

test('an entry is typed, its rest is put on the free line, and its lines are sent with plain amounts', async () => {
  const { calls, user, line } = show()
  await user.type(await screen.findByRole('textbox', { name: /^For/ }), 'Rent of November')
  const [one, two] = [await line(1), await line(2)]
  await user.type(one.getByRole('combobox', { name: 'Account' }), '6100')
  await user.keyboard('{Enter}')
  await user.type(one.getByRole('textbox', { name: 'Debit' }), '1,200.5')
  await user.type(two.getByRole('combobox', { name: 'Account' }), '1000')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Book it' }))
  expect((await screen.findByText(/^Line 2: Please enter a debit or a credit/)).textContent).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Put the rest of €1,200.50 on line 2' }))
  await user.click(screen.getByRole('button', { name: 'Book it' }))
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path.includes('post_entry'))?.body).toMatchObject({
      p_words: 'Rent of November',
      p_purpose: 'entry',
      p_lines: [
        { account: 'rent', words: '', debit: '1200.50', credit: '' },
        { account: 'bank', words: '', debit: '', credit: '1200.50' },
      ],
    }),
  )
})

test('rows of a spreadsheet fill the lines; accounts that only papers move are named', async () => {
  const { line } = show()
  const first = await line(1)
  // The accounts are there when the list offers one.
  await vi.waitFor(() => {
    fireEvent.paste(first.getByRole('textbox', { name: 'Text' }), {
      clipboardData: { getData: () => '1000\t500.00\n6100\t\t20.00\n1100 Clients\t3.00' },
    })
    expect(screen.getByText(/only papers move it: 1100 Clients\.$/)).toBeTruthy()
    expect(
      (
        within(screen.getByRole('group', { name: 'Line 2' })).getByRole('textbox', {
          name: 'Credit',
        }) as HTMLInputElement
      ).value,
    ).toBe('20.00')
  })
})

test('amounts that may be 12 or 12,000 are asked about, and come with the answer', async () => {
  const { user, line } = show()
  const first = await line(1)
  const amount = (number: number, name: string) =>
    (
      within(screen.getByRole('group', { name: `Line ${number}` })).getByRole('textbox', {
        name,
      }) as HTMLInputElement
    ).value
  await vi.waitFor(() => {
    fireEvent.paste(first.getByRole('textbox', { name: 'Text' }), {
      clipboardData: { getData: () => '1000\t12.000\n6100\t\t12.000' },
    })
    expect(screen.getByText(/^12\.000 can be read in two ways/)).toBeTruthy()
  })
  expect([amount(1, 'Debit'), amount(2, 'Credit')]).toEqual(['', ''])
  await user.click(screen.getByRole('radio', { name: '1.234,56' }))
  expect([amount(1, 'Debit'), amount(2, 'Credit')]).toEqual(['12000.00', '12000.00'])
  expect(screen.queryByText(/can be read in two ways/)).toBeNull()
})
