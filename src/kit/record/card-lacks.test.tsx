// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { CardLacks } from './card-lacks'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const whole = {
  type: 'Business',
  address_line: '1 Main Street',
  city: 'Mosta',
  country: 'Malta',
  vat_number: 'MT10000001',
}
const ready = {
  name: 'Plain Signs',
  address: '1 Main Street',
  country: 'Malta',
  vat_number: 'MT12345634',
  tax_kind: 'vat',
  currency: 'EUR',
  bank_fields: 'iban',
  iban: 'MT84MALT011000012345MTLCAST001S',
  account_number: null,
}
test.each([
  [{}, false, null],
  [{ vat_number: null }, false, null],
  [{ country: ' ' }, false, 'The client’s card lacks a country.'],
  [{ address_line: null, city: null, country: null }, false, 'The client’s card lacks an address and a country.'],
  [{ vat_number: null }, true, 'The client’s card lacks a VAT number, which reverse charge needs.'],
  [
    { country: 'Germany', vat_number: 'DE136695975' },
    true,
    'The client’s VAT number is DE136695975. The check digits are wrong: a digit of this number of Germany is mistyped.',
  ],
  [{ country: 'Germany', vat_number: 'DE136695976' }, true, null],
])('a card with %o says before the paper what it lacks (%s)', async (of, needsVatNumber, words) => {
  const calls = serve(({ path }) => ({ body: path.includes('/company_settings') ? ready : { ...whole, ...of } }))
  showTo(
    'admin',
    <MemoryRouter>
      <CardLacks contactId="c1" paper="invoice" needsVatNumber={needsVatNumber} />
    </MemoryRouter>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/contacts'))).toBe(true))
  if (words) expect((await screen.findByRole('alert')).textContent).toContain(words)
  else expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['admin', null, true, '/settings/company#vat_number'],
  ['sales', null, true, null],
  ['admin', 'MT12345634', true, undefined],
  ['admin', null, false, undefined],
] as const)(
  'an %s reads before a paper with VAT that the company lacks its VAT number (%s, %s)',
  async (role, vat_number, chargesVat, link) => {
    const calls = serve(({ path }) => ({
      body: path.includes('/company_settings') ? { ...ready, vat_number } : whole,
    }))
    showTo(
      role,
      <MemoryRouter>
        <CardLacks contactId="c1" paper="invoice" chargesVat={chargesVat} />
      </MemoryRouter>,
    )
    await waitFor(() => expect(calls.some(({ path }) => path.includes('/contacts'))).toBe(true))
    if (link === undefined) expect(screen.queryByRole('alert')).toBeNull()
    else {
      expect((await screen.findByRole('alert')).textContent).toContain(
        'Your company has no VAT number, and VAT is charged.',
      )
      expect(screen.queryByRole('link', { name: 'Enter the VAT number' })?.getAttribute('href') ?? null).toBe(link)
    }
  },
)

test.each([
  [{ vat_number: null }, 'Until then no invoice can be issued. A deposit can be paid all the same.'],
  [
    { vat_number: null, address: ' ' },
    'Until then no invoice can be issued, and no deposit can be recorded. One that the client pays by card comes in all the same.',
  ],
])('a company with %o reads what is refused until then', async (of, words) => {
  serve(({ path }) => ({ body: path.includes('/company_settings') ? { ...ready, ...of } : whole }))
  showTo(
    'admin',
    <MemoryRouter>
      <CardLacks contactId="c1" paper="deposit invoice" chargesVat />
    </MemoryRouter>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

test.each([
  [
    'admin',
    { address: ' ' },
    [{ id: 'r1' }],
    'Your company lacks its address, which every invoice names.',
    '/settings/company#address',
  ],
  [
    'admin',
    { name: 'Our company', address: null, country: null },
    [{ id: 'r1' }],
    'Your company lacks its name, its address and its country, which every invoice names.',
    '/settings/company#name',
  ],
  [
    'sales',
    { country: null },
    [{ id: 'r1' }],
    'Your company lacks its country, which every invoice names. An admin can enter it.',
    null,
  ],
  ['admin', {}, [], 'Nobody chose the VAT of the lines: they have 0 %.', '/settings/company#vat-rates'],
  ['admin', {}, [{ id: 'r1' }], null, null],
] as const)('an %s reads what the company lacks for an invoice (%o, rates %o)', async (role, of, rates, says, link) => {
  const calls = serve(({ path }) => ({
    body: path.includes('/company_settings') ? { ...ready, ...of } : path.includes('/vat_rates') ? rates : whole,
  }))
  showTo(
    role,
    <MemoryRouter>
      <CardLacks contactId="c1" paper="invoice" hasPlainZero />
    </MemoryRouter>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/vat_rates'))).toBe(true))
  if (says === null) expect(screen.queryByRole('alert')).toBeNull()
  else {
    expect((await screen.findByRole('alert')).textContent).toContain(says)
    expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(link)
  }
})

const noWay = 'Your company has no bank account and takes no cards: the client has no way to pay.'
const unpaid = 'Until then the client who wants to pay reads: “This cannot be paid here yet.”'
test.each([
  ['admin', {}, false, '/settings/company#iban'],
  ['sales', {}, false, null],
  ['admin', {}, true, undefined],
  ['admin', { currency: 'USD' }, true, '/settings/company#iban'],
  ['admin', { currency: 'USD', bank_fields: 'aba', account_number: '12345678' }, false, undefined],
] as const)('an %s reads that nobody can pay the company (%o, cards %s)', async (role, of, cards, link) => {
  const calls = serve(({ path }) => ({
    body: path.includes('/company_settings')
      ? { ...ready, iban: null, ...of }
      : path.includes('card-payment')
        ? { cards }
        : whole,
  }))
  showTo(
    role,
    <MemoryRouter>
      <CardLacks contactId="c1" paper="deposit invoice" />
    </MemoryRouter>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/contacts'))).toBe(true))
  if (link === undefined) expect(screen.queryByRole('alert')).toBeNull()
  else {
    const words = (await screen.findByRole('alert')).textContent
    expect(words).toContain(noWay)
    expect(words).toContain(unpaid)
    expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(link)
  }
})

test('a company without a place, a VAT number and an account reads each refusal once', async () => {
  const bare = { ...ready, address: null, vat_number: null, iban: null }
  serve(({ path }) => ({
    body: path.includes('/company_settings') ? bare : path.includes('card-payment') ? { cards: false } : whole,
  }))
  showTo(
    'admin',
    <MemoryRouter>
      <CardLacks contactId="c1" paper="deposit invoice" chargesVat />
    </MemoryRouter>,
  )
  const box = await screen.findByRole('alert')
  await waitFor(() => expect(box.textContent).toContain(noWay))
  expect(box.textContent).toContain(`Until then no invoice can be issued, and no deposit can be recorded. ${unpaid}`)
  expect(box.textContent).not.toContain('all the same')
})
