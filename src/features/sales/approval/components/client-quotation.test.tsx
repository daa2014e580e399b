// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { NEVER } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { currentFormats, firstFormats, setFormats } from '@/shared/domain/text/formats'
import { ClientQuotationScreen } from './client-quotation-screen'

const place = { address: null, city: null, postcode: null, country: null }
const line = (id: string, description: string, unit_price: string, more: object = {}) => ({
  id,
  kind: 'item',
  description,
  details: null,
  qty: '1',
  unit: 'piece',
  width_mm: null,
  height_mm: null,
  unit_price,
  discount_pct: '0',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  ...more,
})

const film = { qty: '3', unit: 'm2', width_mm: '1200', height_mm: '2100', is_optional: true }

const books = vi.hoisted(() => ({
  calls: [] as { name: string; values: Record<string, unknown> }[],
  status: 'sent',
  hasTwoRates: false,
  isUntaxed: false,
  hasFilm: false,
  version: 1,
  film: {},
  note: null as string | null,
  site: null as object | null,
  before: null as object | null,
  orderNow: {},
  company: {},
}))

vi.mock('@/streams/realtime/live-channels', () => ({ channel: () => NEVER }))
vi.mock('@/shared/db/client', () => {
  const answer = (name: string, values: Record<string, unknown>) => {
    books.calls.push({ name, values })
    if (name === 'approve_quotation') books.status = 'converted'
    return { data: name === 'get_public_quotation' ? quotation() : null }
  }
  return {
    db: {
      rpc: (name: string, values: Record<string, unknown>) => {
        const call = { throwOnError: async () => answer(name, values), abortSignal: () => call }
        return call
      },
    },
  }
})

function quotation() {
  const untaxed = books.isUntaxed ? { vat_rate: '0.00', vat_treatment: 'reverse_charge' } : {}
  return {
    number: 'Q-2026-0142',
    version: books.version,
    status: books.status,
    is_past: false,
    being_revised: false,
    decided_at: books.status === 'converted' ? '2026-11-20T13:02:00Z' : null,
    decided_name: books.status === 'converted' ? 'Anna Vella' : null,
    order:
      books.status === 'converted'
        ? {
            order_number: 'SO-2026-0098',
            status: 'awaiting_deposit',
            deposit_amount: '70.80',
            deposit_paid: '0.00',
            gross: '177.00',
            ...books.orderNow,
          }
        : null,
    currency: 'EUR',
    project_title: 'Signs for the new wing',
    company: {
      name: 'Signwright Ltd',
      email: null,
      phone: null,
      ...place,
      vat_number: null,
      registration_number: null,
      logo_url: null,
      brand_color: null,
      iban: null,
      bic: null,
      bank_name: null,
      number_style: 'point',
      date_style: 'words',
      ...books.company,
    },
    client: { name: 'Anna Vella', company: null, ...place, vat_number: null },
    person: null,
    site: books.site,
    lines: [
      line('1', 'Tray panel', '100', untaxed),
      line('2', 'Night installation', '50', {
        is_optional: true,
        option_group: 'Extra',
        is_selected: books.status === 'converted',
        ...untaxed,
      }),
      ...(books.hasFilm ? [line('4', 'Frosted film', '58', { ...film, ...books.film })] : []),
      ...(books.hasTwoRates ? [line('3', 'Printed book', '40', { vat_rate: '5.00' })] : []),
    ],
    vat_table: [
      {
        vat_rate: '18.00',
        vat_treatment: 'standard',
        base: '100.00',
        vat: '18.00',
        ...untaxed,
        ...(books.isUntaxed ? { vat: '0.00' } : {}),
      },
    ],
    net: '100.00',
    vat: books.isUntaxed ? '0.00' : '18.00',
    gross: books.isUntaxed ? '100.00' : '118.00',
    terms: 'Prices hold for 30 days.',
    created_at: '2026-11-20T08:00:00Z',
    sent_at: '2026-11-20T08:00:00Z',
    valid_until: '2026-12-20',
    client_note: books.note,
    before: books.before,
    deposit: { kind: 'percent', value: '40.00', amount: '47.20' },
  }
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ClientQuotationScreen id="00000000-0000-4000-8000-000000000142" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}

test('a client chooses an option, approves what they see, and is told what happens next', async () => {
  const user = userEvent.setup()
  const shown: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this)
  })
  open()
  expect(await screen.findByRole('heading', { name: 'Signs for the new wing' })).toBeTruthy()
  expect(screen.getAllByText('€118.00').length).toBeGreaterThan(0)
  await user.click(screen.getAllByRole('checkbox', { name: 'Night installation' })[0]!)
  expect(screen.getAllByText('€177.00').length).toBeGreaterThan(0)
  // What can be chosen is listed once.
  const lines = () => screen.getByRole('list', { name: 'Lines' })
  expect(within(lines()).queryByText('Night installation')).toBeNull()

  expect(screen.getByText(/ · valid until 20 Dec 2026$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve · €177.00' }))
  expect(screen.getByText('Please enter your name')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Anna Vella')
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of this quotation' }))
  const said = new Set<string>()
  const watch = new MutationObserver(() => {
    const next = screen.queryByRole('region', { name: 'What happens next' })
    if (next) said.add(/A deposit of €70\.80 is due/.test(next.textContent) ? 'deposit' : next.textContent)
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  await user.dblClick(screen.getByRole('button', { name: 'Approve · €177.00' }))

  expect(await screen.findByText(/A deposit of €70\.80 is due/)).toBeTruthy()
  watch.disconnect()
  // “Approved” never stands there without what it asks for.
  expect([...said]).toEqual(['deposit'])
  // An order holds without a last day.
  expect(screen.queryByText(/valid until/)).toBeNull()
  expect(within(lines()).getByText('Night installation')).toBeTruthy()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  // The answer is given at the foot of a phone's page, and its notice stands at the head.
  expect(shown).toEqual([screen.getByRole('status')])
  const approvals = books.calls.filter(({ name }) => name === 'approve_quotation')
  expect(approvals.map(({ values }) => values)).toEqual([
    {
      p_uuid: '00000000-0000-4000-8000-000000000142',
      p_name: 'Anna Vella',
      p_version: 1,
      p_terms_accepted: true,
      p_selected: ['2'],
    },
  ])
})

test('a question keeps the line that it is asked on; one that was sent is no draft any more, also after a reload', async () => {
  books.status = 'sent'
  books.calls.length = 0
  sessionStorage.clear()
  const user = userEvent.setup()
  open()
  const words = () => screen.getByRole('textbox', { name: 'Your question' })
  const ask = async (at: number) => user.click((await screen.findAllByRole('button', { name: 'Ask about this' }))[at]!)
  await ask(0)
  expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveProperty('value', 'About “Tray panel”: ')
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Anna Vella')
  await user.type(words(), 'Is it weatherproof?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull())
  expect(books.calls.find(({ name }) => name === 'ask_about_quotation')?.values).toMatchObject({
    p_question: 'About “Tray panel”: Is it weatherproof?',
  })
  cleanup()
  open()
  await user.click(await screen.findByRole('button', { name: 'Ask a question' }))
  expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveProperty('value', '')
  // What was begun without a line, or on another one, is asked about this one.
  await user.type(words(), 'With eyelets?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull())
  await ask(0)
  expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveProperty(
    'value',
    'About “Tray panel”: With eyelets?',
  )
})

test('a quotation with two rates says what each VAT is charged on, also on a phone', async () => {
  books.status = 'sent'
  books.hasTwoRates = true
  open()
  expect(await screen.findByText('VAT 5 % on €40.00')).toBeTruthy()
  expect(screen.getByText('VAT 18 % on €100.00')).toBeTruthy()
  books.hasTwoRates = false
})

test('a phone says what stands around the lines of the paper: the note to the client, its days, and for whom and where it is', async () => {
  Object.assign(books, {
    status: 'sent',
    note: 'Fitted on Monday, 30 November.',
    site: { ...place, label: 'New wing', city: 'Mdina' },
  })
  open()
  await screen.findByRole('heading', { name: 'Signs for the new wing' })
  const isOnPhone = (text: string) => screen.getAllByText(text).some((one) => !one.closest('[data-paper]'))
  for (const text of ['Fitted on Monday, 30 November.', '20 Nov 2026', 'Anna Vella', 'Mdina'])
    expect(isOnPhone(text), text).toBe(true)
  Object.assign(books, { note: null, site: null })
})

test('an option says its pieces, its size, and what it adds with VAT', async () => {
  books.status = 'sent'
  books.hasFilm = true
  open()
  const options = await screen.findByRole('complementary', { name: 'Your answer' })
  // 3 × 1.2 m × 2.1 m = 7.56 m², at 58.00 and 18 %.
  expect(within(options).getByText('3 × 1,200 × 2,100 mm · 7.56 m² × €58.00 · + €517.40 with VAT')).toBeTruthy()
  expect(within(options).getByText('1 × €50.00 · + €59.00 with VAT')).toBeTruthy()
  cleanup()
  // With 10 % off: 438.48 − 43.848 is cut to 394.63, and 18 % of it to 71.03.
  books.film = { discount_pct: '10.00', net: '394.63', charged_qty: '7.5600' }
  open()
  const now = await screen.findByRole('complementary', { name: 'Your answer' })
  expect(within(now).getByText('3 × 1,200 × 2,100 mm · 7.56 m² × €58.00, less 10 % · + €465.66 with VAT')).toBeTruthy()
  books.hasFilm = false
  books.film = {}
})

test('a new version says what the office changed since the one that the client saw, with its old amounts, and not what they choose', async () => {
  const film = line('4', 'Frosted film', '58', { qty: '2', net: '116.00' })
  Object.assign(books, {
    status: 'sent',
    version: 2,
    hasFilm: true,
    film: { is_optional: false, width_mm: null, height_mm: null },
    before: {
      number: 'Q-2026-0142-R1',
      gross: '99.00',
      terms: 'Prices hold for 30 days.',
      client_note: 'Ready in June.',
      lines: [line('1', 'Tray panel', '80', { net: '80.00' }), line('9', 'Survey', '20', { net: '20.00' })],
      sent: [line('1', 'Tray panel', '100', { net: '100.00' }), film],
    },
  })
  const client = open()
  const changes = await screen.findByRole('region', { name: 'Changed since Q-2026-0142-R1' })
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Tray panel – Before: 1 × €80.00 · €80.00',
    'New: Frosted film',
    'Removed: Survey · €20.00',
    'Total before: €99.00',
    'Our note to you was changed.',
  ])
  const cards = within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => /Before: 1 × €80.00|^New/.exec(textContent)?.[0])).toEqual([
    'Before: 1 × €80.00',
    'New',
  ])
  // The client orders another quantity: the version as it was sent stays what it is compared with.
  books.film = { ...books.film, qty: '4', net: '232.00' }
  await act(() => client.invalidateQueries())
  expect(within(changes).getAllByRole('listitem')).toHaveLength(5)
  Object.assign(books, { version: 1, hasFilm: false, film: {}, before: null })
})

test('a quotation without an amount of VAT says nothing of VAT at its total and at its options', async () => {
  books.status = 'sent'
  books.isUntaxed = true
  open()
  const answer = await screen.findByRole('complementary', { name: 'Your answer' })
  expect(within(answer).getByText('Total').parentElement?.textContent).toBe('Total €100.00')
  expect(within(answer).getByText('1 × €50.00 · + €50.00')).toBeTruthy()
  expect(document.body.textContent).not.toContain('with VAT')
  expect(document.querySelector('dl + p')?.textContent).toMatch(/^Reverse charge/)
  books.isUntaxed = false
})

test('after the delivery the page says that the invoice is open, and leads to its payment', async () => {
  books.status = 'converted'
  books.orderNow = {
    status: 'delivered',
    deposit_paid: '70.80',
    paid: '70.80',
    ahead: '0.00',
    open_invoices: [
      { number: 'INV-7', kind: 'final', balance: '106.20', due_date: null, is_overdue: false, public_uuid: 'u-7' },
    ],
  }
  open()
  expect(
    await screen.findByText(/was delivered\. We received €70\.80\. Your final invoice INV-7 is open: €106\.20\.$/),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay the invoice' }).getAttribute('href')).toBe('/invoices/payment/u-7')
  Object.assign(books, { status: 'sent', orderNow: {} })
})

test('after the rest of the order ended, what stays stands above the quotation as it was approved', async () => {
  books.status = 'converted'
  books.orderNow = {
    status: 'delivered',
    gross: '70.80',
    ended: { on: '2026-11-30', gross_before: '177.00' },
    stays: { net: '60.00', vat: '10.80', lines: [{ ...line('1', 'Tray panel', '60'), qty: '3' }] },
  }
  open()
  const stays = await screen.findByRole('region', { name: 'What stays of your order' })
  expect(within(stays).getByText('Tray panel')).toBeTruthy()
  expect(within(stays).getByText('€70.80')).toBeTruthy()
  expect(
    screen.getByText(/The rest of it ended on 30 Nov 2026: the order comes to €70\.80 instead of €177\.00\./),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'As you approved it' })).toBeTruthy()
  const answer = screen.getByRole('complementary', { name: 'Your answer' })
  expect(within(answer).getByText('€70.80')).toBeTruthy()
  const rows = [...stays.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['Net€60.00', 'VAT€10.80', 'Total with VAT€70.80'])
  Object.assign(books, { status: 'sent', orderNow: {} })
})

test('an order that was lowered to what was made shows its new lines, the day and both totals', async () => {
  books.status = 'converted'
  books.orderNow = {
    status: 'in_production',
    gross: '70.80',
    lowered: { on: '2026-11-30', gross_before: '177.00' },
    stays: { net: '60.00', vat: '10.80', lines: [{ ...line('1', 'Tray panel', '60'), qty: '3' }] },
  }
  open()
  expect(await screen.findByRole('region', { name: 'What stays of your order' })).toBeTruthy()
  expect(
    screen.getByText(
      /It was lowered on 30 Nov 2026, because fewer are made: the order comes to €70\.80 instead of €177\.00\./,
    ),
  ).toBeTruthy()
  Object.assign(books, { status: 'sent', orderNow: {} })
})

test('the page writes and rounds as the company did on the day of sending, whatever it does today', async () => {
  books.company = { country: 'DE', tax_name: 'USt', tax_kind: 'vat', number_style: 'comma', date_style: 'day_first' }
  setFormats({ ...firstFormats, tax_kind: 'sales_tax', tax_name: 'sales tax', date_style: 'month_first' })
  try {
    books.status = 'sent'
    open()
    await screen.findByText(/ · valid until 20\/12\/2026$/)
    expect(currentFormats()).toMatchObject({ tax_kind: 'vat', tax_name: 'USt', date_style: 'day_first' })
    expect(document.body.textContent).not.toContain('12/20/2026')
    cleanup()
    expect(currentFormats()).toMatchObject({ tax_kind: 'sales_tax', date_style: 'month_first' })
  } finally {
    books.company = {}
    setFormats(firstFormats)
  }
})
