import { queryOptions } from '@tanstack/react-query'
import type { QuotationDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { quotationsKey } from './quotations.query'

const isDocument = (value: unknown): value is QuotationDocument =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'lines'))

/** Versions from before papers had a language are English. */
const inItsLanguage = (document: QuotationDocument): Promise<WithTexts<QuotationDocument>> =>
  withTexts({ ...document, language: chosenLanguage(document.language) })

/** The current paper of a quotation, also of a draft. Null when it is missing. `stamp`: another one is another state of it, which is read anew. */
export const previewQuery = (id: string, stamp = '') =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', id, 'preview', ...(stamp === '' ? [] : [stamp])],
    queryFn: async ({ signal }): Promise<WithTexts<QuotationDocument> | null> => {
      const { data } = await db.rpc('preview_quotation', { p_id: id }).abortSignal(signal).throwOnError()
      const value: unknown = data
      return isDocument(value) ? inItsLanguage(value) : null
    },
  })

export type Version = {
  version: number
  number: string
  sentAt: string
  reason: string | null
  document: WithTexts<QuotationDocument>
}

/** Every version that was sent, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', id, 'versions'],
    queryFn: async ({ signal }): Promise<Version[]> => {
      const { data } = await db
        .from('quotation_versions')
        .select('version, number, sent_at, reason, snapshot')
        .eq('quotation_id', id)
        .order('version', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      const versions = data.map(async ({ snapshot, version, number, sent_at, reason }) => {
        const value: unknown = snapshot
        return isDocument(value)
          ? [{ version, number, sentAt: sent_at, reason, document: await inItsLanguage(value) }]
          : []
      })
      return (await Promise.all(versions)).flat()
    },
  })
