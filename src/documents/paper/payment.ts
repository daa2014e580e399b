import { isAboveZero } from '../../shared/domain/money/decimal.ts'
import { readableIban } from '../../shared/domain/money/iban.ts'
import { epcText } from './epc.ts'
import type { Paper } from './paper.ts'
import { factsOf } from './priced.ts'
import type { CompanyFacts } from './source.ts'

/** Bank details with the QR code of the transfer; null without an account or without anything to pay. */
export function paymentOf(
  company: CompanyFacts,
  amount: string,
  currency: string,
  reference: string,
): Paper['payment'] {
  if (!company.iban || !isAboveZero(amount)) return null
  const { iban, bic } = company
  const name = company.account_holder ?? company.name
  return {
    label: 'Pay by bank transfer',
    facts: factsOf([
      ['Account holder', name],
      ['IBAN', readableIban(iban)],
      ['BIC', bic],
      ['Bank', company.bank_name],
      ['Reference', reference],
    ]),
    qr: epcText({ name, iban, bic, amount, currency, text: reference }),
    qrLabel: 'Scan to pay with a banking app',
  }
}
