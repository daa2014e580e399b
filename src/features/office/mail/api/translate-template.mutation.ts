import { db } from '@/shared/db/client'

/** The same mail in another language, begun with the words of this one. Its id; that of the first one where there is one. */
export async function translateTemplate(id: string, language: string, newId: string): Promise<string> {
  const { data } = await db
    .rpc('translate_template', { p_id: id, p_language: language, p_new_id: newId })
    .throwOnError()
  return data
}
