import { queryOptions } from '@tanstack/react-query'
import { translationsOf } from '@/kit/texts/own-texts.query'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

const ofQuotation = (id: string) => [...quotationsKey, 'one', id] as const

export type ServiceWords = ReadonlyMap<string, { name?: string; summary?: string }>

/** Names and summaries of the services in the language of a quotation, by service; those that nobody translated are not in it. */
export const serviceWordsQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...ofQuotation(quotationId), 'service-words'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ServiceWords> => {
      const { data: language } = await db
        .rpc('mail_language', { p_kind: 'quotation', p_id: quotationId })
        .abortSignal(signal)
        .throwOnError()
      const words = new Map<string, { name?: string; summary?: string }>()
      for (const { recordId, field, body } of await translationsOf('services', language, signal))
        if (field === 'name' || field === 'summary') words.set(recordId, { ...words.get(recordId), [field]: body })
      return words
    },
  })

/** A text of the company on a quotation that is not in its language. `translated`: in its language; null where nobody wrote it. */
export type ForeignText = { what: string; words: string | null; translated: string | null }

/** The texts of the company on a quotation that are not in its language: its terms, and lines with the name of their service. */
export const foreignTextsQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...ofQuotation(quotationId), 'foreign-texts'],
    queryFn: async ({ signal }): Promise<ForeignText[]> => {
      const { data } = await db
        .rpc('texts_in_other_language', { p_quotation_id: quotationId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Writes those texts of a draft in its language, where they are translated; how many. */
export async function writeInLanguage(quotationId: string): Promise<number> {
  const { data } = await db.rpc('write_in_language', { p_quotation_id: quotationId }).throwOnError()
  return data
}
