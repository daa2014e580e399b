// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import type { CreditNote } from '../api/credit-note.query'
import { PayBack } from './pay-back'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const note = {
  id: '9c000000-0000-4000-8000-000000000001',
  currency: 'EUR',
  reason: 'Two banners came torn',
  invoice: { invoice_number: 'INV-7' },
} as unknown as CreditNote
const paidBy = (id: string, more: object) => ({
  payment_id: `9a000000-0000-4000-8000-00000000000${id}`,
  payment_number: `RCPT-${id}`,
  method: 'card',
  is_card: true,
  received_on: '2026-11-20',
  amount: '43.66',
  ...more,
})
const transfer = paidBy('2', { method: 'bank', is_card: false, amount: '20.00' })

/** Shows the form over these payments, and answers what was sent to the bank and to the books. */
function open(options: object[]) {
  const calls = serve(({ path }) =>
    path.includes('/rpc/refund_options') ? { body: options } : { body: { status: 'done' } },
  )
  const onClose = vi.fn()
  const user = showTo('admin', <PayBack row={note} onClose={onClose} />)
  const sentTo = (name: string): Call['body'] => calls.find(({ path }) => path.includes(name))?.body
  return { user, onClose, sentTo }
}

test('what is left of a credit note goes back to the card that paid its invoice, as that note', async () => {
  const { user, onClose, sentTo } = open([paidBy('1', {})])
  expect(await screen.findByText(/^INV-7 stays settled/)).toBeTruthy()
  expect(screen.getByText(/^It was paid with RCPT-1, Card, 20 Nov 2026/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '43.66')
  await user.click(screen.getByRole('button', { name: 'Pay back' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo('/functions/v1/card-payment')).toMatchObject({
    payment: '9a000000-0000-4000-8000-000000000001',
    amount: '43.66',
    reason: 'Two banners came torn',
    credit_note: note.id,
  })
  expect(sentTo('/rpc/refund_payment')).toBeUndefined()
})

test('of several payments one is chosen, with what can go back by it; one by transfer is recorded and asks no bank', async () => {
  const { user, onClose, sentTo } = open([paidBy('1', {}), transfer])
  const choice = await screen.findByRole('combobox', { name: 'Payment' })
  await user.selectOptions(choice, 'RCPT-2, Bank transfer, 20 Nov 2026, up to €20.00')
  expect(screen.getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '20.00')
  await user.click(screen.getByRole('button', { name: 'Pay back' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo('/rpc/refund_payment')).toMatchObject({
    p_id: transfer.payment_id,
    p_credit_note_id: note.id,
    p_way: 'bank',
  })
  expect(sentTo('/functions/v1/card-payment')).toBeUndefined()
})

test('where no payment settles the invoice, the form says what can be done instead', async () => {
  open([])
  expect(await screen.findByText(/^No payment settles INV-7, so there is none to pay back\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay back' })).toBeNull()
})
