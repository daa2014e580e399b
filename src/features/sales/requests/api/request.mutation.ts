import { db } from '@/shared/db/client'

/** A draft quotation that answers the request; asking again gives the same one. Its id. */
export async function quoteRequest(id: string): Promise<string> {
  const { data } = await db.rpc('quote_request', { p_id: id }).throwOnError()
  return data
}

/** Says that a request was answered or declined, or opens it again. */
export async function settleRequest({ id, status }: { id: string; status: string }): Promise<void> {
  await db.rpc('settle_request', { p_id: id, p_status: status }).throwOnError()
}
