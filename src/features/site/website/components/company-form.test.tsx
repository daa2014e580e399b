// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { CompanySettingsScreen } from './company-settings-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = {
  name: 'Bright',
  registration_number: null,
  vat_number: null,
  email: 'hi@bright.example',
  phone: null,
  address: null,
  postcode: null,
  city: null,
  country: null,
  map_point: null,
  domain: null,
  account_holder: null,
  iban: null,
  bic: null,
  bank_name: null,
  payment_terms_days: 30,
  small_rest: '5.00',
  currency: 'EUR',
  number_style: 'point',
  date_style: 'words',
  hour_style: '24h',
  tax_kind: 'vat',
  tax_name: 'VAT',
  tax_id_name: 'VAT',
  bank_fields: 'iban',
  bank_code: null,
  account_number: null,
  first_weekday: 1,
  paper_size: 'a4',
  length_unit: 'mm',
  electronic_invoices: 'en16931',
  language: 'en',
}

/** A company whose stored row `saving` may change during a save. */
function open(saving: (call: Call, stored: typeof row) => Answer = () => ({ body: [{ id: 1 }] })) {
  const stored = { ...row }
  const calls = serve((call) => {
    if (!call.path.includes('/company_settings')) return { body: [] }
    return call.method === 'PATCH' ? saving(call, stored) : { body: [stored] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <CompanySettingsScreen />
    </MemoryRouter>,
  )
  const saves = () => calls.filter(({ method }) => method === 'PATCH')
  return { user, saves }
}

const phone = () => screen.findByRole('textbox', { name: 'Phone' })
const save = () => screen.getByRole('button', { name: 'Save changes' })

/** Long texts at once: each key draws the whole form anew. */
async function paste(user: ReturnType<typeof open>['user'], field: HTMLElement, text: string) {
  await user.click(field)
  await user.paste(text)
}

test('only what was changed is saved, and only over what stood there', async () => {
  const { user, saves } = open()
  await user.type(await phone(), '+356 5550')
  await paste(user, screen.getByRole('textbox', { name: 'Domain' }), 'https://www.Bright.example/home')
  const place = screen.getByRole('textbox', { name: 'Place on the map' })
  await paste(user, place, 'https://maps.google.com/?q=35.8954,14.4631')
  await user.click(save())
  expect(await screen.findByText('The company is saved.')).toBeTruthy()
  expect(saves().map(({ body }) => body)).toEqual([
    { phone: '+356 5550', map_point: '35.8954, 14.4631', domain: 'www.bright.example' },
  ])
  expect(saves()[0]?.path).toContain('phone=is.null')
})

test('a value that a colleague wrote meanwhile is shown, and nothing is overwritten unasked', async () => {
  const { user, saves } = open((call, stored) => {
    if (call.path.includes('phone=is.null')) {
      Object.assign(stored, { phone: '777' })
      return { body: [] }
    }
    return { body: [{ id: 1 }] }
  })
  await user.type(await phone(), '555')
  await user.click(save())
  expect(await screen.findByText('It is “777” now.')).toBeTruthy()
  expect(await phone()).toHaveProperty('value', '555')
  await user.click(save())
  expect(document.activeElement?.textContent).toContain('Somebody else changed “Phone” meanwhile')
  expect(saves()).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(save())
  expect(await screen.findByText('The company is saved.')).toBeTruthy()
  expect(saves().at(-1)?.path).toContain('phone=eq.777')
})

test('what was typed survives a reload of the page', async () => {
  const { user } = open()
  await user.type(await phone(), '555')
  cleanup()
  open()
  expect(await phone()).toHaveProperty('value', '555')
  expect(screen.getByText('One change is not saved yet, and kept in this browser.')).toBeTruthy()
})

test('a mistyped VAT number is told under its field, and not saved', async () => {
  const { user, saves } = open()
  const field = await screen.findByRole('textbox', { name: 'VAT number' })
  await user.type(field, 'MT 1167 9113')
  expect(screen.getByText('The check digits are wrong: a digit of this number of Malta is mistyped')).toBeTruthy()
  await user.click(save())
  expect(document.activeElement).toBe(field)
  expect(saves()).toEqual([])
  await user.type(field, '{Backspace}2')
  expect(screen.getByText('Malta: the check digits are right')).toBeTruthy()
})

test('a refusal is told in words and loses nothing', async () => {
  const { user } = open(() => ({ status: 403, body: { code: '42501', message: 'new row violates' } }))
  await user.type(await phone(), '555')
  await user.click(save())
  expect(await screen.findByText('You may not do this. Your rights may have changed meanwhile.')).toBeTruthy()
  expect(await phone()).toHaveProperty('value', '555')
})

test('A12: another currency asks, says that amounts are relabelled, and can be undone', async () => {
  const { user, saves } = open()
  const choose = async () => {
    const field = (await screen.findAllByRole('combobox', { name: 'Currency' }))[0]
    if (field) await user.click(field)
    await user.click(await screen.findByRole('option', { name: /^USD/ }))
    await user.click(save())
    return screen.findByRole('dialog', { name: 'Use USD in place of EUR?' })
  }
  const asked = await choose()
  expect(asked.textContent).toContain('Amounts are relabelled, not converted')
  expect(saves()).toEqual([])
  await user.click(within(asked).getByRole('button', { name: 'Use USD' }))
  expect(await screen.findByText('The company is saved. Amounts are shown in USD.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saves().map(({ body }) => body)).toEqual([{ currency: 'USD' }, { currency: 'EUR' }]))
})

test('the bank account is entered here, and a wrong IBAN is never saved', async () => {
  const { user, saves } = open()
  const bank = within(await screen.findByRole('region', { name: 'Bank and terms' }))
  const iban = bank.getByRole('textbox', { name: 'IBAN' })
  await paste(user, iban, 'mt84 malt 0110 0001 2345 mtlc ast0 02s')
  expect(await screen.findByText('The check digits do not match: please look again')).toBeTruthy()
  await user.clear(iban)
  await paste(user, iban, 'mt84 malt 0110 0001 2345 mtlc ast0 01s')
  await paste(user, bank.getByRole('textbox', { name: 'BIC' }), 'valLmtmt')
  await paste(user, bank.getByRole('textbox', { name: 'Bank' }), 'Bank of Valletta')
  await user.clear(bank.getByRole('textbox', { name: 'Payment terms' }))
  await user.type(bank.getByRole('textbox', { name: 'Payment terms' }), '14')
  await user.click(save())
  expect(await screen.findByText('The company is saved.')).toBeTruthy()
  expect(saves().map(({ body }) => body)).toEqual([
    { iban: 'MT84MALT011000012345MTLCAST001S', bic: 'VALLMTMT', bank_name: 'Bank of Valletta', payment_terms_days: 14 },
  ])
  expect(saves()[0]?.path).toContain('iban=is.null')
})
