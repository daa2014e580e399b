import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { PayTo } from '@/documents/paper/payment'
import { payToSchema } from '@/documents/paper/read'
import { type Account, accountSchema, creditNoteSchema, invoiceSchema } from '@/documents/paper/read-accounts'
import type { CreditNoteDocument, InvoiceDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { type Announced, announcedSchema } from '@/shared/domain/money/announced-transfer'
import { uuidOf } from '@/shared/domain/records/uuid'
import type { Language } from '@/shared/domain/texts/languages'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { newId } from '@/shared/lib/new-id'

/** Opening the page counts as one visit, even when it is read again. */
const visit = newId()

const stateSchema = z.object({ pay_to: payToSchema.optional(), is_overdue: z.boolean(), announced: announcedSchema })
const readerSchema = z.object({ client_language: z.string().nullish() })

/** A paper by its link, with the language that its client chose; the paper keeps the one that it was sent in. */
type Public<Document> = { document: WithTexts<Document>; clientLanguage: string | null }
export type PublicInvoice = Public<InvoiceDocument> & {
  isOverdue: boolean
  announced: Announced
  /** The bank account of today, where the paper names another one. */
  changedAccount: PayTo | null
}

const publicOf = async <Document extends { language: Language }>(
  data: unknown,
  document: Document,
): Promise<Public<Document>> => ({
  document: await withTexts(document),
  clientLanguage: readerSchema.parse(data).client_language ?? null,
})

/** An issued invoice by its link; null for a wrong, revoked or unissued one alike. */
export const publicInvoiceQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['public-invoice', uuid],
    queryFn: async ({ signal }): Promise<PublicInvoice | null> => {
      if (uuidOf(uuid) === null) return null
      const { data } = await db
        .rpc('get_public_invoice', { p_uuid: uuid, p_visit: visit })
        .abortSignal(signal)
        .throwOnError()
      if (data === null) return null
      const { is_overdue: isOverdue, announced, pay_to } = stateSchema.parse(data)
      const changedAccount = pay_to?.is_changed ? pay_to : null
      return { ...(await publicOf(data, invoiceSchema.parse(data))), isOverdue, announced, changedAccount }
    },
  })

/** An issued credit note by its link; null for a wrong, revoked or unissued one alike. */
export const publicCreditNoteQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['public-credit-note', uuid],
    queryFn: async ({ signal }): Promise<Public<CreditNoteDocument> | null> => {
      if (uuidOf(uuid) === null) return null
      const { data } = await db
        .rpc('get_public_credit_note', { p_uuid: uuid, p_visit: visit })
        .abortSignal(signal)
        .throwOnError()
      return data === null ? null : publicOf(data, creditNoteSchema.parse(data))
    },
  })

/** A statement at its link, as it was sent; null for a wrong and for a revoked link. */
export const publicStatementQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['public-statement', uuid],
    queryFn: async ({ signal }): Promise<Public<Account> | null> => {
      if (uuidOf(uuid) === null) return null
      const { data } = await db
        .rpc('get_public_statement', { p_uuid: uuid, p_visit: visit })
        .abortSignal(signal)
        .throwOnError()
      return data === null ? null : publicOf(data, accountSchema.parse(data))
    },
  })
