import type { LiveSource } from '@/kit/live/use-live'
import { compared, exact, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'

/** What moves the till. */
export const cashLive: readonly LiveSource[] = [
  {
    page: 'payments',
    tables: [
      'bank_bookings',
      'cash_counts',
      'payments',
      'payment_refunds',
      'supplier_payments',
      'book_entries',
      'account_rules',
      'ledger_accounts',
    ],
  },
]

/** How far a typed count is from what the books say, as decimal text; null where either is not known. */
export function offBy(counted: string, holds: string | null | undefined): string | null {
  const read = readDecimal(counted, { places: 2, least: '0', most: '999999999.99' })
  return 'value' in read && holds ? written(minus(exact(read.value), exact(holds))) : null
}

/** `€3.20 less than the books say`, `as the books say`. */
export function offText(off: string): string {
  const side = compared(exact(off), exact('0'))
  return side === 0
    ? 'as the books say'
    : `${formatMoney(off.replace('-', ''))} ${side < 0 ? 'less' : 'more'} than the books say`
}
