import type { Status } from '@/documents/statuses'
import { statusOf } from '@/documents/statuses'
import { exact, negative, written } from '@/shared/domain/money/decimal'

type Amounts = { net: string; vat: string }

/** An amount without its sign, as the paper of a credit note says it. */
export const withoutSign = (amount: string): string => amount.replace(/^-/, '')

const below = (amount: string): string => written(negative(exact(amount)))

/** Amounts as they count: those of a credit note below zero. */
export const counted = <Of extends Amounts>(isCredit: boolean, of: Of): Of =>
  isCredit ? { ...of, net: below(of.net), vat: below(of.vat) } : of

/** The status of a credit note in its own words; null for an invoice. */
export function creditState({ is_credit, status }: { is_credit: boolean; status: string }): Status | null {
  const known = statusOf('supplier_invoice', status)
  const label = { paid: 'Used', part_paid: 'Partly used' }[status]
  return is_credit && known && label ? { ...known, label } : null
}
