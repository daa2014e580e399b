import type { SupabaseClient } from '@supabase/supabase-js'
import { quotationSchema } from '../../../src/documents/paper/read.ts'
import type { QuotationDocument } from '../../../src/documents/paper/source.ts'
import { withTexts, type WithTexts } from '../../../src/documents/paper/texts.ts'

/** The quotation behind a link, as `get_public_quotation` shows it to any holder; null where the link opens nothing. */
export async function quotationByLink(
  database: SupabaseClient,
  uuid: string,
  visit: string | null,
): Promise<WithTexts<QuotationDocument> | null> {
  const { data } = await database.rpc('get_public_quotation', { p_uuid: uuid, p_visit: visit }).throwOnError()
  return data === null ? null : withTexts(quotationSchema.parse(data))
}

/** Nobody signed in, or a person without the right. */
const isRefused = (code: string): boolean => code === '42501'

/** The quotation as `preview_quotation` shows it to staff who may view quotations; null to everybody else. */
export async function quotationById(caller: SupabaseClient, id: string): Promise<WithTexts<QuotationDocument> | null> {
  const { data, error } = await caller.rpc('preview_quotation', { p_id: id })
  if (error && isRefused(error.code)) return null
  if (error) throw error
  return data === null ? null : withTexts(quotationSchema.parse(data))
}
