import { db } from '@/shared/db/client'

/** A draft quotation from a brief; asking again gives the same one. Its id. */
export async function quoteBrief(id: string): Promise<string> {
  const { data } = await db.rpc('quote_brief', { p_id: id }).throwOnError()
  return data
}
