import type { WithTexts } from '../../shared/domain/texts/papers/load'
import { expect, test } from 'vitest'
import { plainIban } from '../../shared/domain/money/iban'
import { item } from '../testing'
import { codeOf } from './code-testing'
import { statementPaper } from './delivery-papers'
import type { Paper } from './paper'
import { creditNotePaper, invoicePaper, orderConfirmationPaper, quotationPaper } from './papers'
import type { CompanyFacts, OrderDocument, OrderOfQuotation } from './source'
import { company, creditNoteOf, invoiceOf, quotationOf, statement } from './testing'

/** 100.00 at 18 %: 118.00, half of it as deposit. */
const lines = [item({ qty: '1.0000', unit_price: '100.0000' })]
const iban = 'MT84MALT011000012345MTLCAST001S'

const order = (changes: Partial<OrderDocument> = {}): WithTexts<OrderDocument> => {
  const { created_at: _, sent_at: __, valid_until: ___, deposit: ____, ...rest } = quotationOf(lines)
  return {
    ...rest,
    number: 'SO-2026-0098',
    status: 'awaiting_deposit',
    ordered_at: '2026-11-22T09:00:00+00:00',
    due_date: null,
    client_po: null,
    quotation_number: 'Q-2026-0142',
    deposit_required: '59.00',
    deposit_paid: '0.00',
    ...changes,
  }
}
const approved = (changes: Partial<OrderOfQuotation> = {}) =>
  quotationOf(lines, {
    status: 'converted',
    order: {
      order_number: 'SO-2026-0098',
      status: 'awaiting_deposit',
      deposit_amount: '59.00',
      deposit_paid: '0.00',
      ...changes,
    },
  })
const without = (changes: Partial<CompanyFacts>) => ({ company: { ...company, ...changes } })

/** The amount, account and reference in the QR code of a paper, as a banking app reads them; null without a code. */
function read({ payment }: Paper) {
  if (!payment?.qr) return null
  const [tag, version, , kind, bic, name, account, amount, , structured, reference] = codeOf(payment.qr).words.split(
    '\n',
  )
  expect([tag, version, kind, bic, name, structured]).toEqual(['BCD', '002', 'SCT', company.bic, company.name, ''])
  const shown = Object.fromEntries(payment.facts.map(({ label, value }) => [label, value]))
  expect(plainIban(shown.IBAN ?? '')).toBe(account)
  expect(shown.IBAN).toMatch(/^(\S{4} )+\S{1,4}$/)
  expect(shown.Reference).toBe(reference)
  return [amount, account, reference]
}

test.each<[string, Paper, string | null, string?]>([
  ['a whole invoice', invoicePaper(invoiceOf(lines)), '118.00'],
  [
    'an invoice after a part payment and a credit',
    invoicePaper(invoiceOf(lines, { status: 'partly_paid', paid: '20.00', credited: '8.00', balance: '90.00' })),
    '90.00',
  ],
  ['one cent', invoicePaper(invoiceOf(lines, { status: 'partly_paid', balance: '0.01' })), '0.01'],
  ['a paid invoice', invoicePaper(invoiceOf(lines, { status: 'paid', balance: '0.00' })), null],
  ['a void invoice', invoicePaper(invoiceOf(lines, { status: 'void' })), null],
  ['a draft', invoicePaper(invoiceOf(lines, { status: 'draft', number: null })), null],
  ['an invoice in dollars', invoicePaper(invoiceOf(lines, { currency: 'USD' })), null],
  ['a company without an account', invoicePaper(invoiceOf(lines, without({ iban: null }))), null],
  ['a credit note', creditNotePaper(creditNoteOf(lines)), null],
  ['the deposit of an order', orderConfirmationPaper(order()), '59.00', 'SO-2026-0098'],
  ['the rest of a deposit', orderConfirmationPaper(order({ deposit_paid: '50.00' })), '9.00', 'SO-2026-0098'],
  ['an order whose deposit came', orderConfirmationPaper(order({ status: 'confirmed', deposit_paid: '59.00' })), null],
  ['a cancelled order', orderConfirmationPaper(order({ status: 'cancelled' })), null],
  ['an order on hold', orderConfirmationPaper(order({ status: 'on_hold' })), null],
  ['a quotation before the approval', quotationPaper(quotationOf(lines)), null],
  ['an approved quotation', quotationPaper(approved()), '59.00', 'SO-2026-0098'],
  ['an approved quotation whose deposit came', quotationPaper(approved({ deposit_paid: '59.00' })), null],
  ['approved extra work', quotationPaper(approved({ is_amended: true })), null],
  ['a statement', statementPaper({ ...statement, closing: '500.00' }), '500.00', statement.number ?? ''],
  [
    'a statement of which a part came',
    statementPaper({ ...statement, closing: '500.00', open: '120.00' }),
    '120.00',
    statement.number ?? '',
  ],
  ['a statement that was paid', statementPaper({ ...statement, closing: '500.00', open: '0.00' }), null],
  [
    'a statement whose client owes more by now',
    statementPaper({ ...statement, closing: '500.00', open: '900.00' }),
    '500.00',
    statement.number ?? '',
  ],
])('%s asks for what is open, on the account of the company', (_, paper, amount, reference = 'INV-2026-0120') =>
  expect(read(paper)).toEqual(amount === null ? null : [`EUR${amount}`, iban, reference]),
)

test('an invoice in another currency names the account, without a code', () => {
  const { payment } = invoicePaper(invoiceOf(lines, { currency: 'USD' }))
  expect([payment?.label, payment?.qr]).toEqual(['Pay by bank transfer', null])
})
