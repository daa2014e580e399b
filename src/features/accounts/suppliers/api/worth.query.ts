import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/** Says what a bill in another currency is worth in that of the books, as decimal text; null takes it back. */
export async function stateBillWorth(id: string, worth: string | null): Promise<void> {
  // Decimal text, which PostgreSQL takes for a number without losing a digit.
  await askFirst(() => db.rpc('state_bill_worth', { p_id: id, p_worth: worth as unknown as number }))
}
