// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { company as facts, exampleLines, invoiceOf } from '@/documents/paper/testing'
import { ClientPage } from '@/kit/client-page/client-page'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { decimalText, formatMoney } from '@/shared/domain/money/money'
import { loadPart, type Part, textsOfPart } from '@/shared/domain/texts/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { begunHere } from '../begun-memory'
import { ManualPaymentScreen, PayDepositScreen, PayInvoiceScreen } from './pay-screen'
import { PayStatement } from './pay-statement'
import { PaymentFailedScreen, PaymentSuccessScreen } from './return-screens'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
const company = {
  ...facts,
  name: 'Xcompany',
  bank_name: 'Xbank',
  account_holder: 'Xholder',
  phone: '555',
  email: 'x@x.x',
}
/** As a text is compared: spaces of every kind are one. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
const parts = [accountsPart as unknown as Part<Catalogue>]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (page: ReactNode, address = '/') =>
  showTo('client', <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>)

const told = [{ id: 'r1', amount: '20.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: ['i2'] }]
const order = (status: string, paid: string, rest = {}) => ({
  order_number: 'SO-1',
  status,
  deposit_amount: '59.00',
  deposit_paid: paid,
  gross: '118.00',
  paid,
  paid_on: paid === '0.00' ? null : '2026-11-20',
  ...rest,
})
const orders: [name: string, order: object | null][] = [
  ['not approved', null],
  ['with the deposit open', order('awaiting_deposit', '0.00')],
  ['with credit that can pay it', order('awaiting_deposit', '0.00', { credit: '70.00' })],
  ['with the deposit paid', order('confirmed', '59.00')],
  ['paid in full', order('confirmed', '118.00')],
  ['with an invoice being written', order('delivered', '59.00', { ahead: '0.00', invoice_follows: true })],
  ['on hold', order('on_hold', '59.00')],
  [
    'cancelled',
    order('cancelled', '59.00', {
      money: {
        credit: '9.00',
        used: [{ number: 'INV-8', amount: '10.00' }],
        paid_back: '40.00',
        paid_back_on: '2026-12-01',
      },
    }),
  ],
  ['announced', order('awaiting_deposit', '0.00', { announced: told })],
]

describe.each(['de', 'pl'] as const)('the pages of payment for a client in %s have no English', (language) => {
  const locale = language === 'de' ? 'de' : 'fr'
  const written = (amount: string) => formatMoney(amount, 'EUR', locale)
  const textsHere = async () => textsOfPart(accountsPart, language, await loadPart(accountsPart, language))
  const quotation = (of: object | null, client_language: string | null = language) => ({
    project_title: 'Xpanel',
    currency: 'EUR',
    company,
    client_language,
    language: 'en',
    order: of,
  })

  test.each(orders)('for an order that is %s', async (_name, of) => {
    serve(({ path }) => ({ body: path.includes('get_public_quotation') ? quotation(of) : { cards: true } }))
    show(<PayDepositScreen quotationId={uuid} />)
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish(language, parts)
  })

  test('for an invoice: all of it, a part, a wrong amount, by credit and by transfer alone', async () => {
    const invoice = { ...invoiceOf(exampleLines), project_title: 'Xpanel', company, balance: '118.00', credit: '20.00' }
    serve(({ path }) => ({
      body: path.includes('get_public_invoice')
        ? { ...invoice, client_language: language }
        : path.includes('get_public_quotation')
          ? null
          : { cards: true },
    }))
    const user = show(<PayInvoiceScreen invoiceId={uuid} />)
    const texts = await textsHere()
    await screen.findByRole('button', { name: texts('pay_by_card', { amount: written('118.00') }) })
    await expectNoEnglish(language, parts)
    await user.click(screen.getByRole('radio', { name: texts('another_amount') }))
    await expectNoEnglish(language, parts)
    await user.type(screen.getByRole('textbox'), '200')
    expect(
      screen.getByText(spaced(texts('bounds_please', { least: written('1.00'), most: written('118.00') }))),
    ).toBeTruthy()
    await user.type(screen.getByRole('textbox'), 'x')
    expect(screen.getByText(spaced(texts('enter_number', { example: decimalText('1250.50', locale) })))).toBeTruthy()
    await expectNoEnglish(language, parts)
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), '40')
    await expectNoEnglish(language, parts)
    cleanup()
    show(<ManualPaymentScreen />, `/?id=${uuid}`)
    await screen.findByRole('heading', { name: texts('pay_by_transfer'), level: 1 })
    await expectNoEnglish(language, parts)
  })

  test('for the invoices of a statement, and where nothing can be paid here', async () => {
    const due = { due_date: '2026-11-01', project_title: 'Xpanel', balance: '20.00' }
    const payable = [
      { id: 'i1', number: 'INV-1', is_overdue: true, ...due },
      { id: 'i2', number: 'INV-2', is_overdue: false, ...due },
    ]
    const statement = { number: 'ST-1', currency: 'EUR', credit: '5.00', announced: told, payable }
    serve(({ path }) => ({
      body: path.includes('get_public_statement')
        ? { ...statement, company: { ...company, iban: null } }
        : { cards: false },
    }))
    const user = show(
      <ClientPage own={language}>
        <PayStatement uuid={uuid} />
      </ClientPage>,
    )
    const texts = await textsHere()
    await screen.findByText(texts('no_way_by_two', { phone: '555', mail: 'x@x.x' }))
    await expectNoEnglish(language, parts)
    await user.click(screen.getByRole('checkbox', { name: /INV-1/ }))
    await screen.findByText(texts('choose_invoice'))
    await expectNoEnglish(language, parts)
  })

  const request = {
    id: 'r1',
    purpose: 'statement',
    status: 'paid',
    amount: '50.50',
    currency: 'EUR',
    document_number: null,
    document_uuid: 'u1',
    company: { name: 'Xcompany' },
    left: '20.20',
    credit: '0.00',
  }
  test.each([
    ['paid', { state: 'paid', request }],
    ['paid with credit left', { state: 'paid', request: { ...request, document_number: 'X-1', credit: '1.00' } }],
    ['paid after it was closed', { state: 'paid', request: { ...request, status: 'closed' } }],
    ['undecided', { state: 'undecided', request }],
    ['refused', { state: 'refused', request: { ...request, purpose: 'invoice' } }],
    ['unknown', { state: 'unknown', request: null }],
    ['unreachable', null],
  ])('after the bank: %s', async (_name, answer) => {
    begunHere.keep({ request: 'r1', uuid: 'u1', purpose: 'deposit', language })
    serve(() => (answer ? { body: answer } : { status: 500, body: {} }))
    show(<PaymentSuccessScreen />, '/?t=abc')
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish(language, parts)
  })

  test('turned back, and by a link that opens nothing or cannot be read', async () => {
    begunHere.keep({ request: 'r1', uuid: 'u1', purpose: 'deposit', language })
    serve(() => ({ body: { request: null } }))
    show(<PaymentFailedScreen />)
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish(language, parts)
    cleanup()
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    serve(() => ({ body: null }))
    show(<PayInvoiceScreen invoiceId={uuid} />)
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish(language, parts)
    cleanup()
    serve(() => ({ status: 500, body: {} }))
    show(<PayInvoiceScreen invoiceId={uuid} />)
    await screen.findByText((await textsHere())('amount_unread'))
    await expectNoEnglish(language, parts)
  })
})

test('a refusal of the database and of the bank is said with its reason in the reader’s language', async () => {
  const known = { company, project_title: 'Xpanel', client_language: 'de' }
  const invoice = { ...invoiceOf(exampleLines), ...known, balance: '118.00', credit: '0.00' }
  let refusal: object = { code: 'PT409', message: 'Of this invoice only €98.00 are open' }
  serve(({ path, body }) =>
    path.includes('get_public_invoice')
      ? { body: invoice }
      : path.includes('tell_bank_transfer')
        ? { status: 409, body: { details: '', hint: null, ...refusal } }
        : path.includes('card-payment') && 'purpose' in Object(body)
          ? { status: 502, body: { error: 'The bank cannot be reached. Nothing was paid. Please try again.' } }
          : { body: path.includes('get_public_quotation') ? null : { cards: true } },
  )
  const user = show(<PayInvoiceScreen invoiceId={uuid} />)
  await user.click(await screen.findByRole('button', { name: 'Ich habe bezahlt' }))
  await screen.findByText('Von dieser Rechnung sind nur 98,00 € offen')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sprache' }), 'fr')
  await user.click(await screen.findByRole('button', { name: 'J’ai payé' }))
  await screen.findByText('Il ne reste que 98,00 € à payer sur cette facture')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Langue' }), 'de')
  await screen.findByText('Von dieser Rechnung sind nur 98,00 € offen')
  await user.click(screen.getByRole('button', { name: '118,00\u00a0€ mit Karte bezahlen' }))
  await screen.findByText('Die Bank ist nicht erreichbar. Es wurde nichts bezahlt. Bitte versuchen Sie es noch einmal.')
  await expectNoEnglish('de', parts)
  refusal = { code: 'XX000', message: 'cache lookup failed' }
  await user.click(screen.getByRole('button', { name: 'Ich habe bezahlt' }))
  await screen.findByText('Das war nicht möglich. Bitte laden Sie die Seite neu oder fragen Sie uns.')
})
