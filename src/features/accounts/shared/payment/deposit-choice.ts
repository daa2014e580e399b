import { compared, exact } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { keepsDeposits } from '@/shared/domain/text/formats'
import type { OpenDeposit } from '../api/open-deposits.query'
import type { OpenInvoice } from '../api/open-invoices.query'

/** The choice that pays the deposit of an order. */
export const depositChoice = (orderId: string): string => `deposit ${orderId}`

/** The choices: each unpaid deposit with its amount. */
export const depositChoices = (deposits: readonly OpenDeposit[]) =>
  deposits.map(({ id, number, due, currency }) => ({
    value: depositChoice(id),
    label: `Deposit of ${number}, ${formatMoney(due, currency)} due`,
  }))

/** The deposit that was chosen; undefined where something else was. */
export const chosenDeposit = (choice: string, deposits: readonly OpenDeposit[]): OpenDeposit | undefined =>
  deposits.find(({ id }) => depositChoice(id) === choice)

/** Numbers of orders and quotations in a text of a bank, however they are separated: `so 2026 0098` is SO-2026-0098. */
const numbersIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(/(?<![A-Z])(SO|Q)[^A-Z0-9]{0,3}(20\d{2})[^A-Z0-9]{0,3}(\d{4,7})(?!\d)/g)].map(
    ([, kind, year, number]) => `${kind}-${year}-${number}`,
  )

const isEqual = (one: string, other: string): boolean => compared(exact(one), exact(other)) === 0

/**
 * The deposit that a transfer means: its text names the order or its quotation; or it is the only open deposit over exactly
 * this amount, and no open invoice has it.
 */
export function depositMeant(
  { amount, text }: { amount: string; text: string },
  deposits: readonly OpenDeposit[],
  open: readonly OpenInvoice[],
): OpenDeposit | undefined {
  const named = numbersIn(text)
  const byText = deposits.find(
    ({ number, quotation }) => named.includes(number) || (quotation !== null && named.includes(quotation)),
  )
  if (byText) return byText
  const [only, ...others] = deposits.filter(({ due }) => isEqual(due, amount))
  return others.length > 0 || open.some(({ balance }) => isEqual(balance, amount)) ? undefined : only
}

/** What becomes of a payment for the deposit of an order. */
export const aheadWords = ({ number, invoice }: Pick<OpenDeposit, 'number' | 'invoice'>): string =>
  invoice !== null
    ? `Pays ${invoice}, the deposit invoice of ${number}. What the order does not need stays credit of the client.`
    : keepsDeposits()
      ? `Pays ${number} ahead. The money is kept for it, and the invoice charges the tax. What the order does not need stays credit of the client.`
      : `Pays ${number} ahead. Its deposit invoice is issued at once. What the order does not need stays credit of the client.`
