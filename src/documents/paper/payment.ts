import { isAboveZero } from '../../shared/domain/money/decimal.ts'
import { readableBankCode } from '../../shared/domain/money/bank-account.ts'
import { readableIban } from '../../shared/domain/money/iban.ts'
import type { PaperTexts } from '../../shared/domain/texts/papers/load.ts'
import { epcText } from './epc.ts'
import type { Paper } from './paper.ts'
import { factsOf } from './priced.ts'
import type { CompanyFacts } from './source.ts'

type Account = { bank_fields?: string | undefined } & Pick<CompanyFacts, 'iban' | 'account_number'>

/** Whether the company has a bank account to pay to: an IBAN, or an account number where the country writes one. */
export const hasAccount = ({ bank_fields = 'iban', iban, account_number }: Account): boolean =>
  bank_fields === 'iban' ? !!iban : !!account_number

const bankCodeTexts = { routing: 'routing_number', sort_code: 'sort_code' } as const

/** Bank details with the QR code of the transfer; null without an account or without anything to pay. */
export function paymentOf(
  company: CompanyFacts,
  amount: string,
  currency: string,
  reference: string,
  texts: PaperTexts,
): Paper['payment'] {
  if (!isAboveZero(amount)) return null
  const name = company.account_holder ?? company.name
  const { bank_fields: fields = 'iban', bank_code, account_number, iban, bic } = company
  if (!hasAccount(company)) return null
  return {
    label: texts('pay_by_transfer'),
    facts: factsOf([
      [texts('account_holder'), name],
      ...(fields === 'iban'
        ? ([
            ['IBAN', iban && readableIban(iban)],
            ['BIC', bic],
          ] as const)
        : ([
            [texts(bankCodeTexts[fields]), bank_code ? readableBankCode(fields, bank_code) : null],
            [texts('account_number'), account_number ?? null],
          ] as const)),
      [texts('bank'), company.bank_name],
      [texts('reference'), reference],
    ]),
    qr: fields === 'iban' && iban ? epcText({ name, iban, bic, amount, currency, text: reference }) : null,
    qrLabel: texts('scan_to_pay'),
  }
}

/** The bank account of today, for a page or a mail; `is_changed`: the paper names another one. */
export type PayTo = Pick<
  CompanyFacts,
  'account_holder' | 'iban' | 'bic' | 'bank_name' | 'bank_fields' | 'bank_code' | 'account_number'
> & { is_changed?: boolean | undefined }

/** `Please pay to Tramuntana Signs, IBAN DE89 …, BIC …: our account has changed.` */
export function changedAccountText(to: PayTo, texts: PaperTexts): string {
  const { bank_fields: fields = 'iban', iban, bic, bank_code, account_number, account_holder } = to
  const parts =
    fields === 'iban'
      ? [iban && `IBAN ${readableIban(iban)}`, bic && `BIC ${bic}`]
      : [
          bank_code && `${texts(bankCodeTexts[fields])} ${readableBankCode(fields, bank_code)}`,
          account_number && `${texts('account_number')} ${account_number}`,
        ]
  return texts('account_changed', { account: [account_holder, ...parts].filter(Boolean).join(', ') })
}
