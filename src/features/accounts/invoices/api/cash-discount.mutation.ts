import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/** Settles what the payments left open with the cash discount; `amount`: what is open, as it was shown. */
export async function giveCashDiscount(invoiceId: string, amount: string): Promise<void> {
  await askFirst(() =>
    db.rpc('give_cash_discount', {
      p_invoice_id: invoiceId,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: amount as unknown as number,
    }),
  )
}

/** The client owes it again. */
export async function undoCashDiscount(id: string): Promise<void> {
  await db.rpc('undo_cash_discount', { p_id: id }).throwOnError()
}
