import { withTax } from '@/shared/domain/text/formats'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields, type Drafts } from '@/kit/fields/field'
import { iban } from '@/kit/fields/iban-field'
import { money, percent } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { currencyCodes, type ExchangeRates } from '@/shared/domain/money/currency'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { readDecimal } from '@/shared/domain/money/money'
import { dayAfter, isDay } from '@/shared/domain/time/days'
import { hasTreatments, isFreeOfTax, isOwnTax, purchaseTreatments } from '../shared/purchase-treatments'
import { booksCurrency, worthFields } from './bill-worth'
import type { BillQuestions } from './api/bill-questions.query'
import { useCostAccounts } from './api/cost-accounts.query'
import type { PurchaseProposal } from './api/suppliers.query'

const isCredit = ({ is_credit }: Drafts) => is_credit === 'yes'
const isBill = (drafts: Drafts) => !isCredit(drafts)

/** The head of a supplier's invoice or credit note. */
export const supplierFields = defineFields({
  supplier_id: record('Supplier', contacts, { required: true, missing: 'Please choose the supplier' }),
  supplier_number: text('Invoice number', { required: true, max: 100 }),
  invoice_date: date('Date', { required: true }),
  due_date: date('Due'),
  net: money('Net', { required: true, missing: 'Please enter the net amount' }),
  vat: money('{Tax}', { required: true, missing: 'Please enter the {tax}; 0 without any' }),
  is_credit: checkbox('It is a credit note: the supplier gives this back'),
  credited_number: text('For invoice', {
    max: 120,
    help: 'As the supplier writes its number.',
    hiddenUnless: isCredit,
  }),
  iban: iban(),
  discount_pct: percent('Discount for paying early', { least: '0.01', most: '99', hiddenUnless: isBill }),
  discount_until: date('Discount until', { hiddenUnless: isBill }),
  payment_reference: text('Payment reference', { max: 140 }),
  note: longText('Note'),
})

/** The problems of an invoice's days and discount, by field. */
export function headProblems(draft: Readonly<Record<string, string>>): Record<string, string> {
  const { invoice_date = '', due_date = '', discount_pct = '', discount_until = '' } = draft
  return {
    ...(invoice_date && due_date && due_date < invoice_date
      ? { due_date: 'Please enter a day that is not before the date' }
      : {}),
    ...(discount_pct && !discount_until ? { discount_until: 'Please say until when' } : {}),
    ...(discount_until && !discount_pct ? { discount_pct: 'Please enter the discount' } : {}),
    ...(discount_until && invoice_date && discount_until < invoice_date
      ? { discount_until: 'Please enter a day that is not before the date of the invoice' }
      : {}),
  }
}

/** Fields are made once for each look: a field that is made anew loses the cursor of whoever types in it. */
function remembered<Made>(make: (currency: string, isFixed: boolean) => Made) {
  const made = new Map<string, Made>()
  return (currency: string, isFixed: boolean): Made => {
    const key = `${currency} ${isFixed}`
    const known = made.get(key) ?? make(currency, isFixed)
    made.set(key, known)
    return known
  }
}

/** Net and VAT in the currency of the bill. `isFixed`: its worth is said, and they follow from that. */
const amountFields = remembered((currency: string, isFixed: boolean) => {
  const help = isFixed ? { readOnly: true, help: 'From the worth. To change it, take the worth back.' } : {}
  return {
    net: money('Net', { required: true, missing: 'Please enter the net amount', currency, ...help }),
    vat: money('{Tax}', { required: true, missing: 'Please enter the {tax}; 0 without any', currency, ...help }),
  }
})

/** The head with its questions: why it is another bill, and whether its VAT is as on the paper. */
export const billFields = (asks: BillQuestions, currency = booksCurrency(), isFixed = false) =>
  defineFields({
    ...supplierFields,
    ...amountFields(currency, isFixed),
    another_bill_reason: longText('Why it is another bill', {
      required: true,
      max: 500,
      missing: 'Please say why it is another bill',
      placeholder: 'Two deliveries on one day',
      hiddenUnless: () => asks.same_total !== null && asks.same_number === null,
    }),
    vat_confirmed: checkbox('The {tax} is as the paper says it', { hiddenUnless: () => asks.vat !== null }),
  })

/** Whether a typed amount of VAT is some. */
const isBilled = (vat: string) => /[1-9]/.test(vat)

/** What is proposed for a new bill of its supplier. `days`: how long it gave before. `isMixed`: its file states several treatments. */
export type Proposals = { days: number | null; tax: PurchaseProposal | null; isMixed: boolean }

/** The treatment of a new bill, as far as its form says it. */
const treatmentFields = ({ tax, isMixed }: Proposals) => ({
  vat_treatment: choice('{Tax} treatment', purchaseTreatments, {
    required: true,
    proposed: ({ vat = '' }) => (tax === null || isBilled(vat) ? 'standard' : tax.treatment),
    hiddenUnless: () => hasTreatments() && !isMixed,
  }),
  own_rate: percent('Your {tax} rate', {
    places: 4,
    proposed: () => tax?.rate ?? '',
    placeholder: 'Your usual rate',
    hiddenUnless: ({ vat_treatment }) => hasTreatments() && !isMixed && isOwnTax(vat_treatment),
  }),
  deductible_pct: percent('Deducted share of the {tax}', {
    proposed: () => tax?.deductible_pct ?? '100',
    help: 'What is not deducted is cost.',
    hiddenUnless: ({ vat_treatment }) => hasTreatments() && !isFreeOfTax(vat_treatment),
  }),
})

/** Whether the supplier bills no VAT: under the chosen treatment, else under the proposed one. */
const billsNone = ({ vat_treatment = '' }: Drafts, { tax, isMixed }: Proposals): boolean => {
  const treatment = vat_treatment || tax?.treatment
  return hasTreatments() && !isMixed && (isOwnTax(treatment) || isFreeOfTax(treatment))
}

const currencyField = choice(
  'Currency',
  currencyCodes.map((value) => ({ value, label: value })),
  { required: true },
)

/** The typed total of a bill, as decimal text; null while an amount cannot be read. */
function totalOf({ net = '', vat = '' }: Drafts): string | null {
  const read = [readDecimal(net), readDecimal(vat)]
  const values = read.flatMap((one) => ('value' in one ? [exact(one.value)] : []))
  return values.length === 2 ? written(sum(values)) : null
}

/** The fields that ask for the worth of a new bill in another currency. */
export const newWorthFields = (currency: string, rates: ExchangeRates | null) =>
  worthFields(currency, rates, totalOf, ({ currency = '' }) => currency !== '' && currency !== booksCurrency())
const noWorth = newWorthFields('EUR', null)

/** `billFields` of a new bill, with the account and the VAT treatment of its lines. */
export const newBillFields = (asks: BillQuestions, proposals: Proposals, currency = booksCurrency(), worth = noWorth) =>
  defineFields({
    ...billFields(asks, currency),
    due_date: {
      ...supplierFields.due_date,
      proposed: ({ invoice_date = '' }) =>
        proposals.days === null || !isDay(invoice_date) ? '' : dayAfter(invoice_date, proposals.days),
    },
    vat: {
      ...amountFields(currency, false).vat,
      proposed: (drafts) => (billsNone(drafts, proposals) ? '0.00' : ''),
    },
    currency: currencyField,
    ...worth,
    ...treatmentFields(proposals),
    cost_account_id: costAccount('For all lines. Each line may have another.'),
  })

/** `headProblems`, and missing answers to the questions. */
export const billProblems = (draft: Readonly<Record<string, string>>, asks: BillQuestions): Record<string, string> => ({
  ...headProblems(draft),
  ...(asks.same_number
    ? { supplier_number: `The invoice ${asks.same_number.number} of this supplier is here already` }
    : {}),
  ...(asks.vat !== null && draft.vat_confirmed !== 'yes'
    ? { vat_confirmed: withTax('Please confirm the {tax}, or correct it') }
    : {}),
})

/** The account of a line: the accounts that accept lines, and the current one. */
export const costAccount = (help?: string, current: string | null = null) =>
  choice('Cost account', () => useCostAccounts(current), help ? { help } : {})
