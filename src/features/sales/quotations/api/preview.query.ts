import { queryOptions } from '@tanstack/react-query'
import type { QuotationDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

const isDocument = (value: unknown): value is QuotationDocument =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'lines'))

/** The current paper of a quotation, also of a draft. Null when it is missing. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', id, 'preview'],
    queryFn: async ({ signal }): Promise<QuotationDocument | null> => {
      const { data } = await db.rpc('preview_quotation', { p_id: id }).abortSignal(signal).throwOnError()
      const value: unknown = data
      return isDocument(value) ? value : null
    },
  })

export type Version = {
  version: number
  number: string
  sentAt: string
  reason: string | null
  document: QuotationDocument
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
      return data.flatMap(({ snapshot, version, number, sent_at, reason }) => {
        const value: unknown = snapshot
        return isDocument(value) ? [{ version, number, sentAt: sent_at, reason, document: value }] : []
      })
    },
  })
