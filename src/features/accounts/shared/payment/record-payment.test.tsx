// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { worthOn } from '../api/client-currency.query'
import { RecordPayment } from './record-payment'

let calls: Call[]
let discount: object
let card: object
let currency: string
let open: string | null
let refused: boolean
beforeEach(() => {
  localStorage.clear()
  discount = {}
  currency = 'EUR'
  open = '100.00'
  refused = false
  card = { type: 'Business', address_line: '1 Main Street', city: 'Mosta', country: 'Malta', vat_number: null }
  calls = serve(({ path }) => {
    if (path.includes('/orders'))
      return {
        body: [
          {
            id: 'order',
            order_number: 'SO-1',
            deposit_amount: '728.06',
            deposit_paid: '100.00',
            quotation: null,
            asked: [],
          },
          {
            id: 'paid',
            order_number: 'SO-2',
            deposit_amount: '50.00',
            deposit_paid: '50.00',
            quotation: null,
            asked: [],
          },
        ],
      }
    if (path.includes('/exchange_rates'))
      return {
        body: [
          { on_date: '2026-11-20', rate: '0.92' },
          { on_date: '2026-10-01', rate: '0.9' },
        ],
      }
    if (path.includes('/contacts')) return { body: card }
    if (path.includes('/company_settings'))
      return {
        body: { name: 'Plain Signs', address: '1 Main Street', country: 'Malta', iban: null, bank_fields: 'iban' },
      }
    if (path.includes('open_cash_discounts'))
      return { body: [{ invoice_id: 'new', amount: '2.00', pays: '98.00', until: '2026-11-11', is_late: false }] }
    if (path.includes('/invoices'))
      return {
        body: [
          {
            id: 'old',
            invoice_number: 'INV-1',
            due_date: '2026-10-01',
            issue_date: '2026-09-01',
            balance: '40.00',
            currency,
          },
          ...(open === null
            ? []
            : [
                {
                  id: 'new',
                  invoice_number: 'INV-2',
                  due_date: '2026-12-01',
                  issue_date: '2026-11-01',
                  balance: open,
                  currency,
                  ...discount,
                },
              ]),
        ],
      }
    if (refused && path.includes('record_payment'))
      return { status: 409, body: { code: 'PT409', message: 'Of INV-2 only €0.00 are open', details: '' } }
    return { body: 'payment' }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const sent = () => calls.find(({ path }) => path.includes('record_payment'))?.body
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(name) })

test('a payment settles the oldest due first, and says so before it is recorded', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount'), '50')
  expect(screen.getByText('Settles €40.00 of INV-1, €10.00 of INV-2.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_contact_id: 'client', p_amount: 50, p_method: 'bank' }))
  expect(sent()).not.toHaveProperty('p_allocations')
})

test('from an invoice the payment is for that invoice; more than its balance stays credit', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const amount = await field('^Amount')
  expect(amount).toHaveProperty('value', '100.00')
  await user.clear(amount)
  await user.type(amount, '120.50')
  expect(screen.getByText('Settles €100.00 of INV-2. €20.50 stays credit of the client.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_allocations: [{ invoice_id: 'new', amount: '100.00' }] }))
})

test('exactly what is to be paid with the cash discount takes it, unless the person says that it does not', async () => {
  discount = { cash_discount_pct: 2 }
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const amount = await field('^Amount')
  expect(screen.getByText('€98.00 with the cash discount of €2.00, until 11 Nov 2026.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.clear(amount)
  await user.type(amount, '98')
  const takes = await screen.findByRole('checkbox', { name: 'What is left is the cash discount' })
  expect(takes).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({ p_allocations: [{ invoice_id: 'new', amount: '98.00', discount: '2.00' }] }),
  )
})

test('a cent too much does not lose the cash discount: what is left of it is taken', async () => {
  discount = { cash_discount_pct: 2 }
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const amount = await field('^Amount')
  await user.clear(amount)
  await user.type(amount, '97.99')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.clear(amount)
  await user.type(amount, '98.01')
  expect(await screen.findByRole('checkbox', { name: 'What is left is the cash discount' })).toHaveProperty(
    'checked',
    true,
  )
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({ p_allocations: [{ invoice_id: 'new', amount: '98.01', discount: '1.99' }] }),
  )
})

test('a payment of a day before its invoice is asked about, and recorded when it was so', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const day = await field('^Received on')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.clear(day)
  await user.type(day, '1 Jan 2020')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('INV-2 is of 1 Nov 2026. Was it paid on 1 Jan 2020?')).toBeTruthy()
  expect(sent()).toBeUndefined()
  await user.click(screen.getByRole('checkbox', { name: 'It was paid before the day of its invoice' }))
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_received_on: '2020-01-01' }))
  expect(calls.find(({ path }) => path.includes('record_payment'))?.yes).toBe('paid_before')
})

test('only the invoices that are settled are asked about', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount'), '40')
  const day = await field('^Received on')
  await user.clear(day)
  await user.type(day, '2 Sep 2026{Tab}')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.clear(await field('^Amount'))
  await user.type(await field('^Amount'), '50')
  expect(await screen.findByRole('checkbox')).toBeTruthy()
})

test('no more is allocated than came in, nor than an invoice has open', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount'), '50')
  await user.click(screen.getByRole('combobox', { name: /Settles/ }))
  await user.click(await screen.findByRole('option', { name: 'As I choose' }))
  await user.type(await field('Amount of INV-1'), '40')
  await user.type(await field('Amount of INV-2'), '20')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('The invoices come to €60.00, more than the payment')).toBeTruthy()
  expect(sent()).toBeUndefined()
  await user.clear(await field('Amount of INV-2'))
  await user.type(await field('Amount of INV-2'), '10')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({
      p_allocations: [
        { invoice_id: 'old', amount: '40.00' },
        { invoice_id: 'new', amount: '10.00' },
      ],
    }),
  )
})

test('a chosen deposit fills the amount with what is due of it, until somebody types another one', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  const amount = await field('^Amount')
  await user.click(screen.getByRole('combobox', { name: /Settles/ }))
  expect(screen.queryByRole('option', { name: /SO-2/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Deposit of SO-1, €628.06 due' }))
  expect(amount).toHaveProperty('value', '628.06')
  await user.clear(amount)
  await user.type(amount, '600')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_order_id: 'order', p_amount: 600 }))
})

test('a deposit whose client has no country says so before its invoice is issued, and no other payment does', async () => {
  card = { ...card, country: null }
  const user = showTo(
    'admin',
    <MemoryRouter>
      <RecordPayment contactId="client" onClose={() => {}} />
    </MemoryRouter>,
  )
  await user.type(await field('^Amount'), '50')
  expect(calls.some(({ path }) => path.includes('/contacts') && path.includes('country'))).toBe(false)
  await user.click(screen.getByRole('combobox', { name: /Settles/ }))
  await user.click(await screen.findByRole('option', { name: /^Deposit of SO-1/ }))
  const box = (await screen.findByText('The client’s card lacks a country.')).closest('[role=alert]')
  expect(box?.textContent).toMatch(/^Before the deposit invoice.*Open the card$/)
})

test('a payment that was just recorded is undone in the notice; a deposit has its invoice, and is not', async () => {
  notifications.clean()
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount'), '50')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const undone = () => calls.find(({ path }) => path.includes('take_back_payment'))?.body
  await waitFor(() =>
    expect(undone()).toEqual({ p_id: expect.any(String), p_reason: 'Undone right after it was recorded' }),
  )
  expect((undone() as { p_id: string }).p_id).toBe((sent() as { p_id: string }).p_id)
  cleanup()
  notifications.clean()
  const again = showTo('admin', <RecordPayment contactId="client" orderId="order" onClose={() => {}} />)
  await again.click(await screen.findByRole('button', { name: 'Record payment' }))
  await screen.findByText('The payment is recorded.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('of a client who pays in dollars the amounts are dollars, and what came in is proposed by the rate of the day', async () => {
  card = { ...card, currency: 'USD' }
  currency = 'USD'
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount in USD'), '50')
  expect(screen.getByText('Settles $40.00 of INV-1, $10.00 of INV-2.')).toBeTruthy()
  const came = await field('^What came in, in EUR')
  expect(came).toHaveProperty('value', '46.00')
  await user.clear(came)
  await user.type(came, '45.10')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_amount: 50, p_worth: 45.1 }))
})

test('a worth that was typed for another amount is proposed anew, and says for which it was typed', async () => {
  card = { ...card, currency: 'USD' }
  currency = 'USD'
  const show = () => showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const user = show()
  const came = await field('^What came in, in EUR')
  await user.clear(came)
  await user.type(came, '87.40')
  cleanup()
  show()
  expect(await field('^What came in, in EUR')).toHaveProperty('value', '87.40')
  cleanup()
  // Somebody wrote 90 dollars off meanwhile.
  open = '10.00'
  const again = show()
  expect(await field('^Amount in USD')).toHaveProperty('value', '10.00')
  expect(await field('^What came in, in EUR')).toHaveProperty('value', '9.20')
  expect(screen.getByText('This is proposed anew: €87.40 was typed for $100.00.')).toBeTruthy()
  await again.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toMatchObject({ p_amount: 10, p_worth: 9.2 }))
})

test('an amount that is taken from the invoice again takes its own worth along', async () => {
  card = { ...card, currency: 'USD' }
  currency = 'USD'
  const show = () => showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  const user = show()
  await user.clear(await field('^Amount in USD'))
  await user.type(await field('^Amount in USD'), '1000')
  await user.clear(await field('^What came in, in EUR'))
  await user.type(await field('^What came in, in EUR'), '1400')
  cleanup()
  open = '35.89'
  const again = show()
  await again.click(await screen.findByRole('button', { name: 'Take it' }))
  expect(await field('^What came in, in EUR')).toHaveProperty('value', '33.02')
  expect(screen.getByText('This is proposed anew: €1,400.00 was typed for $1,000.00.')).toBeTruthy()
})

test('an invoice that is paid while the form is open is said', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={() => {}} />)
  await user.clear(await field('^Amount'))
  await user.type(await field('^Amount'), '120')
  refused = true
  open = null
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('INV-2 is not open any more')).toBeTruthy()
})

test('while it is sent the form keeps the amount of its invoice', async () => {
  const closed = vi.fn()
  const user = showTo('admin', <RecordPayment contactId="client" invoiceId="new" onClose={closed} />)
  const amount = await field('^Amount')
  const reads = () => calls.filter(({ path }) => path.includes('/invoices')).length
  const before = reads()
  open = null
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(reads()).toBeGreaterThan(before)
  await new Promise((done) => setTimeout(done, 50))
  expect(amount).toHaveProperty('value', '100.00')
  expect(screen.queryByText('INV-2 is not open any more')).toBeNull()
})

test('who pays in the currency of the books is not asked what came in', async () => {
  const user = showTo('admin', <RecordPayment contactId="client" onClose={() => {}} />)
  await user.type(await field('^Amount'), '50')
  expect(screen.queryByRole('textbox', { name: /What came in/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toBeDefined())
  expect(sent()).not.toHaveProperty('p_worth')
})

test('what an amount is worth is by the last rate before its day, else by the first one after', () => {
  const rates = [
    { on_date: '2026-11-20', rate: '0.92' },
    { on_date: '2026-10-01', rate: '0.9' },
  ]
  expect(['2026-11-20', '2026-11-19', '2026-09-01', 'soon'].map((day) => worthOn('100.01', day, { rates }))).toEqual([
    '92.01',
    '90.01',
    '90.01',
    '',
  ])
  expect(worthOn('100.01', '2026-11-20', { rates: [] })).toBe('')
})
