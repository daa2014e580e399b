import { db } from '@/shared/db/client'

type Chosen = { uuid: string; version: number; line: string; qty: string }

/** The client orders another quantity of a line; `qty` is decimal text. @throws in words, as for every answer by the link */
export async function chooseQuantity({ uuid, version, line, qty }: Chosen): Promise<void> {
  // PostgREST accepts a number as text without losing digits; the generated types have only numbers.
  const exactly = qty as unknown as number
  await db.rpc('choose_quantity', { p_uuid: uuid, p_version: version, p_line: line, p_qty: exactly }).throwOnError()
}
