import { db } from '@/shared/db/client'

/** Creates the mail in another language with this one's text. Returns its id, or that of the existing one. */
export async function translateTemplate(id: string, language: string, newId: string): Promise<string> {
  const { data } = await db
    .rpc('translate_template', { p_id: id, p_language: language, p_new_id: newId })
    .throwOnError()
  return data
}
