import { queryOptions } from '@tanstack/react-query'
import { ownTextsKey } from '@/kit/texts/own-texts.query'
import { db } from '@/shared/db/client'
import { isLanguage, type Language } from '@/shared/domain/texts/languages'
import { type TextState, textState } from '@/shared/domain/texts/own-texts'

/** A text of the company in one of its further languages. `from`: what the original said when it was translated. */
export type TextRow = {
  id: string
  source: string
  recordId: string
  /** What staff call the record. */
  name: string
  field: string
  original: string
  language: Language
  body: string | null
  from: string | null
  state: TextState
}

/** Every text of the company in each of its further languages. */
export const textsQuery = queryOptions({
  queryKey: [...ownTextsKey, 'all'],
  queryFn: ({ signal }) => readTexts(signal),
})

export async function readTexts(signal: AbortSignal): Promise<TextRow[]> {
  const { data } = await db.rpc('own_texts').abortSignal(signal).throwOnError()
  return data.flatMap(({ source, record_id, name, field, original, language, body, translated_from }) => {
    if (!isLanguage(language)) return []
    const of = { body, from: translated_from }
    const id = `${source}.${record_id}.${field}.${language}`
    return [{ id, source, recordId: record_id, name, field, original, language, ...of, state: textState(of, original) }]
  })
}

/** Says in which further languages the company writes its texts. Translations in a language that is left out are kept. For admins. */
export async function saveTextLanguages(languages: readonly string[]): Promise<void> {
  await db
    .from('company_settings')
    .update({ text_languages: [...languages] })
    .eq('id', 1)
    .select('id')
    .single()
    .throwOnError()
}
