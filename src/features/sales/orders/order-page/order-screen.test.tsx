// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { FetchOrderScreen } from '../components/fetch-order-screen'
import { OrderScreen } from './order-screen'
import { OrdersScreen } from '../components/orders-screen'

afterEach(cleanup)

const client = { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs', on_stop: false }
const order = {
  id: 'o1',
  order_number: 'SO-2026-0098',
  status: 'in_production',
  public_uuid: 'u1',
  quotation_id: 'q1',
  project_title: 'Shop front',
  client_po: 'PO 77',
  priority: 'high',
  ordered_at: '2026-11-02T09:00:00Z',
  due_date: '2020-01-31',
  promised_date: null,
  hold_reason: null,
  cancel_reason: null,
  currency: 'EUR',
  row_version: 3,
  net: '1231.74',
  vat: '221.71',
  gross: '1453.45',
  deposit_amount: '726.72',
  deposit_paid: '726.72',
  deposit_back: '0.00',
  delivered_pct: '25.00',
  invoiced_pct: '0.00',
  drafted_pct: '0.00',
  contact: client,
  person: null,
  location: null,
  extras: [],
  quotation: { id: 'q1', quotation_number: 'Q-2026-0142', status: 'converted' },
  items: [
    {
      id: 'i1',
      kind: 'item',
      description: 'Tray fascia',
      details: null,
      unit: 'piece',
      qty: '6.0000',
      width_mm: null,
      height_mm: null,
      unit_price: '142.3750',
      net: '854.25',
      qty_ready: '6.0000',
      qty_delivered: '2.0000',
      qty_invoiced: '0.0000',
      qty_drafted: '0.0000',
    },
  ],
}
const nothingBrought = {
  delivered_pct: '0.00',
  items: order.items.map((item) => ({ ...item, qty_delivered: '0.0000' })),
}
const jobs = [
  {
    id: 'j1',
    job_number: 'JOB-2026-0098-A',
    title: 'Tray fascia',
    status: 'ready',
    due_date: null,
    steps: [{ status: 'done' }],
  },
]

const Place = () => <output data-testid="place">{useLocation().pathname}</output>

function open(change: object = {}, answers: (call: Call) => Answer | null = () => null) {
  const row = { ...order, ...change }
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rest/v1/orders')) return { body: call.path.includes('id=eq.') ? row : [row] }
    if (call.path.includes('/rest/v1/jobs')) return { body: jobs }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/orders/o1']}>
      <Routes>
        <Route path="/orders/o1" element={<OrderScreen id="o1" />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
  )
  return { user, calls }
}

test('an order names the version of the quotation that was approved', async () => {
  open({ quotation_version: 2 })
  expect(await screen.findByRole('link', { name: 'Q-2026-0142-R2' })).toBeTruthy()
})

test('credit notes of its invoices, and payments of those, are money of the order; a line says what was credited of it', async () => {
  const transfer = {
    id: 'p1',
    payment_number: 'RCPT-2026-0244',
    status: 'succeeded',
    method: 'bank',
    received_on: '2026-11-20',
    currency: 'EUR',
    amount: '500.00',
  }
  const note = (id: string, status: string) => ({
    is_billed_again: false,
    id,
    credit_number: status === 'draft' ? null : 'CN-2026-0006',
    status,
    issue_date: null,
    currency: 'EUR',
    gross: '21.77',
    lines: [
      { qty: '1.0000', net: '18.45', by_amount: false, of: { order_item_id: 'i1' } },
      { qty: '-0.3333', net: '-5.00', by_amount: false, of: { order_item_id: 'i9' } },
    ],
  })
  const invoice = {
    id: 'v1',
    invoice_number: 'INV-2026-0300',
    kind: 'final',
    status: 'paid',
    issue_date: '2026-11-19',
    due_date: null,
    currency: 'EUR',
    gross: '122.59',
    balance: '0.00',
    off: [{ order_item_id: 'i9', net: '-15.00' }],
    credits: [note('n1', 'issued'), note('n2', 'draft'), note('n3', 'void')],
    settled: [
      { amount: '100.00', payment: transfer },
      { amount: '22.59', payment: transfer },
    ],
  }
  const discount = { ...order.items[0], id: 'i9', kind: 'discount', description: 'Loyalty discount', qty: '-1.0000' }
  const items = [
    { ...order.items[0], qty_invoiced: '6.0000' },
    { ...discount, net: '-15.00', qty_invoiced: '1.0000', unit: 'piece' },
  ]
  open({ items }, ({ path }) => (path.includes('/rest/v1/invoices') ? { body: [invoice] } : null))
  const credits = await screen.findByRole('region', { name: 'Credit notes' })
  expect(within(credits).getAllByRole('row')).toHaveLength(2)
  expect(credits.textContent).toContain('CN-2026-0006')
  expect(credits.textContent).toContain('of INV-2026-0300')
  expect(credits.textContent).toContain('−€21.77')
  const payments = screen.getByRole('region', { name: 'Payments' })
  expect(within(payments).getAllByRole('row')).toHaveLength(1)
  expect(payments.textContent).toContain('RCPT-2026-0244')
  expect(payments.textContent).toContain('Bank transfer, part of €500.00')
  expect(payments.textContent).toContain('€122.59')
  // After 1 of 6 is credited, the label "all of it" is missing.
  const line = screen.getAllByText('Tray fascia', { selector: 'td' })[0]?.closest('tr') as HTMLElement
  expect(within(line).getAllByRole('cell')[4]?.textContent).toBe('61 credited, not charged')
  // A discount is an amount.
  const off = screen.getAllByText('Loyalty discount', { selector: 'td' })[0]?.closest('tr') as HTMLElement
  expect(
    within(off)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Loyalty discount', '−€15.00', '', '', '−€15.00−€5.00 credited', '−€15.00'])
})

test('each line says how much of it is ready, delivered and invoiced; jobs say their steps', async () => {
  open()
  const line = (await screen.findByText('Tray fascia', { selector: 'td' })).closest('tr') as HTMLElement
  expect(
    within(line)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Tray fascia', '6', '6, all of it', '2', '–', '€854.25'])
  const part = await screen.findByRole('region', { name: 'Jobs' })
  expect(within(part).getByText('JOB-2026-0098-A')).toBeTruthy()
  expect(within(part).getByText('1 of 1')).toBeTruthy()
  expect(screen.getByText('€726.72 paid')).toBeTruthy()
})

test('what is only on a draft invoice is said apart, of the order and of each line', async () => {
  const off = { ...order.items[0], id: 'i9', kind: 'discount', description: 'Loyalty discount', qty: '-1.0000' }
  const draft = {
    ...{ id: 'v1', invoice_number: null, kind: 'standard', status: 'draft', issue_date: null, due_date: null },
    ...{ currency: 'EUR', gross: '100.00', balance: '100.00', credits: [], settled: [] },
    off: [{ order_item_id: 'i9', net: '-8.70' }],
  }
  open(
    {
      drafted_pct: '58.33',
      items: [
        { ...order.items[0], qty_invoiced: '3.5000', qty_drafted: '3.5000' },
        { ...off, net: '-15.00', qty_invoiced: '0.5800', qty_drafted: '0.5800' },
      ],
    },
    ({ path }) => (path.includes('/rest/v1/invoices') ? { body: [draft] } : null),
  )
  const share = await screen.findByRole('progressbar', { name: 'Invoiced' })
  expect(share.getAttribute('aria-valuetext')).toBe('0 %, 58 % in a draft')
  expect(screen.getByText(/58 % in a draft/).parentElement?.textContent).toBe('0 % · 58 % in a draft')
  const invoiced = (text: string) =>
    within(screen.getAllByText(text, { selector: 'td' })[0]?.closest('tr') as HTMLElement).getAllByRole('cell')[4]
      ?.textContent
  expect(invoiced('Tray fascia')).toBe('–3.5 in a draft')
  await waitFor(() => expect(invoiced('Loyalty discount')).toBe('–−€8.70 in a draft'))
})

test('an order is put on hold with a reason, and not without one', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Put on hold' }))
  const dialog = await screen.findByRole('dialog', { name: 'Put SO-2026-0098 on hold' })
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'The client changes the colour')
  await user.click(within(dialog).getByRole('button', { name: 'Put on hold' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('hold_order'))?.body).toEqual({
      p_id: 'o1',
      p_reason: 'The client changes the colour',
    }),
  )
})

test('whoever cancels an order is told what is paid and what becomes of it', async () => {
  const { user } = open({ ...nothingBrought, deposit_paid: '726.72' }, ({ path }) =>
    path.includes('deposit_to_free') ? { body: '426.72' } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel SO-2026-0098' })
  await within(dialog).findByText(/€426.72 is paid as deposit. .* the money becomes credit of the client/)
})

test('a deposit that no invoice can deduct is said, with a link that credits it', async () => {
  open({ status: 'completed', invoiced_pct: '100.00' }, ({ path }) =>
    path.includes('free_deposits') ? { body: [{ id: 'd1', number: 'INV-2026-0101', gross: '17.82' }] } : null,
  )
  expect(
    await screen.findByText(/€17\.82 of the deposit is free\. Pay it back or keep it for more work\./),
  ).toBeTruthy()
  expect(screen.getByText(/Credit INV-2026-0101/)).toBeTruthy()
})

test('everything invoiced of an order is credited after its total was shown, and only that total', async () => {
  const credit = {
    net: '134.09',
    vat: '19.69',
    gross: '153.78',
    freed: '40.00',
    papers: [
      { id: 'n1', invoice_number: 'INV-2026-0120', kind: 'final', gross: '113.78' },
      { id: 'n2', invoice_number: 'INV-2026-0101', kind: 'deposit', gross: '40.00' },
    ],
    rates: [{ vat_rate: '18.00', vat_treatment: 'standard', base: '99.99', vat: '17.99' }],
  }
  const { user, calls } = open({ invoiced_pct: '100.00' }, ({ path }) =>
    path.includes('order_credit') ? { body: credit } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Credit all of it…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Credit SO-2026-0098' })
  await within(dialog).findByText(/€40.00 that was paid becomes credit of the client/)
  expect(within(dialog).getByText('INV-2026-0101')).toBeTruthy()
  expect(within(dialog).getByText('VAT 18 % on €99.99')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'The shop closed')
  // Nobody guesses whether it is billed again.
  await user.click(within(dialog).getByRole('button', { name: 'Credit €153.78' }))
  expect(await within(dialog).findByText('Please choose what becomes of it')).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/credit_order'))).toEqual([])
  await user.click(within(dialog).getByRole('combobox', { name: /What becomes of it/ }))
  await user.click(await screen.findByRole('option', { name: /^It is not charged/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Credit €153.78' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('credit_order'))?.body).toEqual({
      p_order_id: 'o1',
      p_reason: 'The shop closed',
      p_shown: '153.78',
      p_again: false,
    }),
  )
})

test('an order on hold says why and is resumed; its hold is not offered again', async () => {
  const { user, calls } = open({ ...nothingBrought, status: 'on_hold', hold_reason: 'Waits for the permit' })
  expect(await screen.findByText('Waits for the permit')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Resume order' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('release_order'))).toBe(true))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Cancel order' })
  expect(screen.queryByRole('menuitem', { name: 'Put on hold' })).toBeNull()
})

test('the rest of a part-delivered order is ended after its lines and total were shown, and is not cancelled', async () => {
  const end = {
    choices: [
      {
        id: 'i1',
        position: 'a1',
        description: 'Tray fascia',
        unit: null,
        ordered: '3',
        delivered: '1',
        stays: '1',
        is_uncounted: false,
        net: '600.00',
      },
      {
        id: 'i2',
        position: 'a3',
        description: 'Delivery and fitting',
        unit: null,
        ordered: '1',
        delivered: '0',
        stays: '1',
        is_uncounted: true,
        net: '80.00',
      },
    ],
    lines: [
      {
        position: 'a1',
        description: 'Tray fascia',
        kind: 'item',
        ordered: '3',
        left: '1',
        net_before: '600.00',
        net: '200.00',
      },
      {
        position: 'a2',
        description: 'For the year',
        kind: 'discount',
        ordered: '-1',
        left: '-0.3334',
        net_before: '-60.00',
        net: '-20.00',
      },
    ],
    deliveries: [{ number: 'DN-2026-0101', is_cancelled: true }],
    jobs: [{ number: 'JOB-2026-0098-A', has_begun: true }],
    gross_before: '637.20',
    gross: '212.40',
    freed: '87.60',
  }
  const [item] = order.items
  const { user, calls } = open(
    {
      status: 'part_delivered',
      delivered_pct: '33.33',
      deposit_paid: '300.00',
      items: [{ ...item, qty: '3', qty_delivered: '1' }],
    },
    ({ path, body }) =>
      path.includes('order_end')
        ? { body: JSON.stringify(body).includes('"qty":"0.0000"') ? { ...end, gross: '118.00' } : end }
        : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const cancel = await screen.findByRole('menuitem', { name: /Cancel order/ })
  expect(cancel.textContent).toContain('End the rest instead.')
  expect(cancel).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('menuitem', { name: 'End the rest…' }))
  const dialog = await screen.findByRole('dialog', { name: 'End the rest of SO-2026-0098' })
  await within(dialog).findByRole('cell', { name: '−€20.00' })
  expect(within(dialog).getByText(/JOB-2026-0098-A has begun: it ends here/)).toBeTruthy()
  expect(within(dialog).getByText('DN-2026-0101 is cancelled.')).toBeTruthy()
  expect(within(dialog).getByText(/^€87\.60 that was paid ahead is credited/)).toBeTruthy()
  const fitting = within(dialog).getByLabelText('Stays of Delivery and fitting')
  await user.clear(fitting)
  await user.type(fitting, '2')
  expect(await within(dialog).findByText('Between 0 and 1')).toBeTruthy()
  await user.clear(fitting)
  await user.type(fitting, '0')
  await within(dialog).findByRole('cell', { name: '€118.00' })
  await user.type(within(dialog).getByLabelText(/Why/), 'The shop closed')
  await user.click(within(dialog).getByRole('button', { name: 'End the rest' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('/rpc/end_order'))?.body).toEqual({
      p_order_id: order.id,
      p_reason: 'The shop closed',
      p_shown: '118.00',
      p_stays: [
        { id: 'i1', qty: '1.0000' },
        { id: 'i2', qty: '0.0000' },
      ],
    }),
  )
})

test('the approval cannot be undone once the deposit is paid', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const undo = await screen.findByRole('menuitem', { name: /Undo approval/ })
  expect(undo.textContent).toContain('The deposit is paid')
  expect(undo).toHaveProperty('disabled', true)
})

test.each([
  ['A job has begun', {}],
  ['Extra work was added', { extras: [{ id: 'x', number_with_version: 'Q-2', status: 'converted', gross: '1.00' }] }],
])('nor can it where the database refuses it: %s', async (why, changes) => {
  const { user } = open({ deposit_paid: '0.00', ...changes })
  await screen.findAllByText('JOB-2026-0098-A')
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const undo = await screen.findByRole('menuitem', { name: /Undo approval/ })
  expect(undo.textContent).toContain(why)
})

test('the list says what is late, what is made, and what deposit is due', async () => {
  serve(({ path }) =>
    path.includes('/rpc/timings')
      ? { body: [{ kind: 'order', id: order.id, timing: 'late', why: 'Its day is over' }] }
      : path.includes('/rest/v1/orders')
        ? {
            body: [
              {
                ...order,
                deposit_paid: '0.00',
                jobs: [
                  { status: 'in_production', steps: [{ status: 'done' }, { status: 'skipped' }, { status: 'todo' }] },
                  { status: 'cancelled', steps: [{ status: 'todo' }] },
                ],
              },
            ],
          }
        : { body: [] },
  )
  showTo(
    'admin',
    <MemoryRouter>
      <OrdersScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('31 Jan 2020 · late')).toBeTruthy()
  expect(screen.getByText('2 of 3')).toBeTruthy()
  expect(screen.getByText('€726.72 due')).toBeTruthy()
})

test('orders of which a question waits are those that were asked about, by their own page or by that of the quotation', async () => {
  const asked = (kind: string, record_id: string) => ({ kind, record_id, label: kind, part: 'question-1' })
  const calls = serve(({ path }) => ({
    body: path.includes('open_questions')
      ? [asked('order', 'o7'), asked('quotation', 'q7'), asked('invoice', 'i7')]
      : [],
  }))
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/orders?asked=yes']}>
      <OrdersScreen />
    </MemoryRouter>,
  )
  await waitFor(() =>
    expect(calls.some(({ path }) => path.includes('or=(id.in.(o7),quotation_id.in.(q7))'))).toBe(true),
  )
})

test('an order is found by its number; an unknown one says so', async () => {
  serve(({ path }) => ({ body: path.includes('order_number=ilike.SO-2026-0098') ? [{ id: 'o1' }] : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/fetch']}>
      <Routes>
        <Route path="/fetch" element={<FetchOrderScreen />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
  )
  const field = screen.getByRole('textbox', { name: /Number or id/ })
  await user.type(field, 'SO-1{Enter}')
  expect(await screen.findByText('There is no order with this number or id.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'SO-2026-0098{Enter}')
  expect((await screen.findByTestId('place')).textContent).toBe('/order/o1')
})

test('whoever moves the promised day reads which jobs move with it, and where that shows', async () => {
  localStorage.clear()
  const open_job = { ...jobs[0], id: 'j2', job_number: 'JOB-2026-0098-B', status: 'new' }
  const { user } = open({ due_date: null }, ({ path }) =>
    path.includes('/rest/v1/jobs') ? { body: [...jobs, open_job] } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change order' }))
  await user.type(await screen.findByRole('textbox', { name: /Promised/ }), '31 Dec 2999')
  expect((await screen.findByText(/becomes the day of/)).textContent).toBe(
    '31 Dec 2999 becomes the day of JOB-2026-0098-B too. The calendar, the board and the wall show it at once.',
  )
})

test('the promised day says who set it and whether the client was told; whoever moves it reads what they were told', async () => {
  localStorage.clear()
  const promise = { by: 'terms', name: null, told: { how: 'page', at: '2026-11-03T09:00:00Z' } }
  const { user } = open({ promised_date: '2999-12-30', due_date: null }, ({ path }) =>
    path.includes('/rpc/order_promise') ? { body: promise } : null,
  )
  expect(await screen.findByText('By the accepted terms. The client’s page shows it since 3 Nov 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change order' }))
  const day = await screen.findByRole('textbox', { name: /Promised/ })
  await user.clear(day)
  await user.type(day, '31 Dec 2999')
  expect(
    await screen.findByText(
      'The client was told 30 Dec 2999. Please send the confirmation again: it says the new day.',
    ),
  ).toBeTruthy()
})

test('what was typed into the closed dialog of an order stands on its page, and nothing is mailed before it is saved', async () => {
  localStorage.clear()
  const { user } = open()
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Title|Project/ })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change order' }))
  await user.type(await title(), ' and fascia')
  expect(screen.queryByText('Changes of this order are not saved')).toBeNull()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Changes of this order are not saved')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Send by mail' }))
  expect((await title()).value).toBe('Shop front and fascia')
  expect(screen.queryByText('Send this confirmation by mail')).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('Changes of this order are not saved')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send by mail' }))
  expect(await screen.findByText('Send this confirmation by mail')).toBeTruthy()
})

const awaiting = { status: 'awaiting_deposit', deposit_paid: '0.00' }
const depositInvoice = { id: 'v9', invoice_number: 'INV-2026-0301', kind: 'deposit', status: 'issued', state: 'issued' }

test('an order that waits for its deposit sends the invoice over it, due on a day, and leads to its mail', async () => {
  const { user, calls } = open(awaiting, ({ path }) =>
    path.includes('/rpc/issue_deposit_invoice') ? { body: 'v9' } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send deposit invoice…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deposit invoice for SO-2026-0098' })
  expect(dialog.textContent).toContain('It asks for €726.72 and gets its number now.')
  await user.type(within(dialog).getByRole('textbox', { name: /Due on/ }), '9 Dec 2026')
  await user.click(within(dialog).getByRole('button', { name: 'Issue and write the mail' }))
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/invoices/v9'))
  expect(calls.filter(({ path }) => path.includes('issue_deposit_invoice')).map(({ body }) => body)).toEqual([
    { p_order_id: 'o1', p_due_on: '2026-12-09' },
  ])
})

test('an order whose deposit invoice is open leads to it', async () => {
  const { user } = open(awaiting, ({ path }) =>
    path.includes('/rest/v1/invoices')
      ? {
          body: [
            {
              ...depositInvoice,
              currency: 'EUR',
              gross: '726.72',
              balance: '726.72',
              credits: [],
              off: [],
              settled: [],
            },
          ],
        }
      : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const link = await screen.findByRole('menuitem', { name: 'Deposit invoice INV-2026-0301' })
  expect(link.getAttribute('href')).toBe('/invoices/v9')
})
