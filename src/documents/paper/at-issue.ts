import { compared, exact, isAboveZero, minus, written } from '../../shared/domain/money/decimal.ts'
import { percentOf } from '../../shared/domain/money/tax-on.ts'
import type { CashDiscount, InvoiceDocument } from './source.ts'

type Issued = Pick<
  InvoiceDocument,
  'gross' | 'invoice_kind' | 'taxed_when_paid' | 'paid' | 'deposit' | 'cash_discount' | 'number' | 'status'
>

/**
 * What an invoice asked for on the day it was issued: its total less the deposits that were kept for its orders. Payments, credit notes and write-offs that
 * came later change nothing. A deposit invoice that follows its money was paid when it was issued.
 */
export function atIssue(document: Issued): { balance: string; cash_discount: CashDiscount | null } {
  const { gross, invoice_kind, taxed_when_paid, paid, deposit, cash_discount } = document
  const before = invoice_kind === 'deposit' && taxed_when_paid !== true ? paid : deposit
  const balance = written(minus(exact(gross), exact(before)))
  return { balance, cash_discount: cash_discount ? promisedOf(cash_discount, gross, balance) : null }
}

/** The cash discount that was promised: of the whole invoice. The database computes the same (`private.cash_discount_of`). */
function promisedOf(discount: CashDiscount, gross: string, balance: string): CashDiscount {
  const amount = percentOf(exact(gross), exact(discount.pct), 'nearest')
  const isPart = isAboveZero(written(amount)) && compared(amount, exact(balance)) < 0
  return {
    ...discount,
    base: gross,
    amount: isPart ? written(amount) : null,
    pays: isPart ? written(minus(exact(balance), amount)) : null,
  }
}
