import { askFirst, type Unusual } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/**
 * Issues the credit note: assigns its number and lowers the invoice as far as it is open. The rest is the client's
 * credit.
 */
export async function issueCreditNote(id: string, said: readonly Unusual[] = []): Promise<void> {
  await askFirst(() => db.rpc('issue_credit_note', { p_id: id }), said)
}

/** Ends a draft: its quantities can be credited again. */
export async function voidCreditNote(id: string): Promise<void> {
  await db.rpc('void_credit_note', { p_id: id }).throwOnError()
}

/** Credit that lowers nothing yet lowers an open invoice of the same client. `amount` is decimal text. */
export async function allocateCredit(id: string, invoiceId: string, amount: string): Promise<void> {
  await db
    // At most eleven digits, so JSON keeps them exactly.
    .rpc('allocate_credit', { p_credit_note_id: id, p_invoice_id: invoiceId, p_amount: Number(amount) })
    .throwOnError()
}

/** Whether what was credited is invoiced again, or a deposit asked for again. Refused in words once it is. */
export async function billAgain(id: string, isAgain: boolean): Promise<void> {
  await db.rpc('bill_again', { p_id: id, p_again: isAgain }).throwOnError()
}
