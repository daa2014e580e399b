import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { isLanguage, type Language } from '@/shared/domain/texts/languages'

/** The root of everything that is read about the company's own texts in other languages. */
export const ownTextsKey = ['own-texts'] as const

export type TextLanguages = { own: string; others: Language[] }

/** The company's language, and the further ones in which it writes its texts. */
export const textLanguagesQuery = queryOptions({
  queryKey: [...ownTextsKey, 'languages'],
  staleTime: 60_000,
  queryFn: ({ signal }) => readTextLanguages(signal),
})

async function readTextLanguages(signal: AbortSignal): Promise<TextLanguages> {
  const { data } = await db
    .from('company_settings')
    .select('language, text_languages')
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  const own = data?.language ?? 'en'
  return { own, others: (data?.text_languages ?? []).filter(isLanguage).filter((code) => code !== own) }
}

/** A translation of a field; `from`: what the original said when it was translated. */
export type Translation = { field: string; language: string; body: string; from: string }

/** The translations of one row. */
export const translationsQuery = (source: string, recordId: string) =>
  queryOptions({
    queryKey: [...ownTextsKey, 'of', source, recordId],
    queryFn: async ({ signal }): Promise<Translation[]> => {
      const { data } = await db
        .from('text_translations')
        .select('field, language, body, from:original')
        .eq('source', source)
        .eq('record_id', recordId)
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Names one text of the company in one other language. */
export type TextKey = { source: string; recordId: string; field: string; language: Language }

/**
 * Writes a translation; an empty one removes it. `seen`: the one that the person saw.
 * @throws errors of translate_text, in words: no right, too long, changed by somebody else, original gone
 */
export async function translateText(
  { source, recordId, field, language }: TextKey,
  text: string | null,
  seen: string | null,
): Promise<void> {
  await db
    .rpc('translate_text', {
      p_source: source,
      p_record: recordId,
      p_field: field,
      p_language: language,
      p_text: text ?? '',
      p_seen: seen ?? '',
    })
    .throwOnError()
}

/** The translations of all rows of a table in a language; none in a language in which the company does not write. */
export async function translationsOf(
  source: string,
  language: string,
  signal: AbortSignal,
): Promise<{ recordId: string; field: string; body: string }[]> {
  const [{ others }, texts] = await Promise.all([
    readTextLanguages(signal),
    db
      .from('text_translations')
      .select('recordId:record_id, field, body')
      .eq('source', source)
      .eq('language', language)
      .limit(10_000)
      .abortSignal(signal)
      .throwOnError(),
  ])
  return others.some((code) => code === language) ? texts.data : []
}
