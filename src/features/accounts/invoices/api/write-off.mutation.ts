import { z } from 'zod'
import { db } from '@/shared/db/client'

/** Writes off the open amount of an invoice. The form chooses `id`, so a repeated call writes off once. */
export async function writeOff(of: { id: string; invoiceId: string; amount: string; reason: string }): Promise<void> {
  await db
    .rpc('write_off_invoice', {
      p_id: of.id,
      p_invoice_id: of.invoiceId,
      p_reason: of.reason,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: of.amount as unknown as number,
    })
    .throwOnError()
}

/** Reverses a write-off by a record of its own; the amount is owed again. */
export async function undoWriteOff(id: string, reason: string): Promise<void> {
  await db.rpc('undo_write_off', { p_id: id, p_reason: reason }).throwOnError()
}

/** So much credit of the client lowers the invoice; `amount` and the answer, how much was used, are decimal text. */
export async function spendCredit(uuid: string, amount: string): Promise<string> {
  const { data } = await db.rpc('use_credit', { p_uuid: uuid, p_amount: amount as unknown as number }).throwOnError()
  return z.object({ used: z.string() }).parse(data).used
}
