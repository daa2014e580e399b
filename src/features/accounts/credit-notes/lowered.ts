import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'

type Use = { amount: string; allocated_on: string; invoice: { invoice_number: string | null } }

/** What a credit note lowered, by invoice: its parts with their days, in their order. Amounts are decimal text. */
export function lowered(uses: readonly Use[], currency: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const { amount, allocated_on, invoice } of uses) {
    const label = `Lowers ${invoice.invoice_number ?? ''}`
    const part = `${formatMoney(amount, currency)}, ${calendarDayText(allocated_on)}`
    parts[label] = parts[label] ? `${parts[label]} · ${part}` : part
  }
  return parts
}
