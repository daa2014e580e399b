import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import {
  type Client,
  containsFolded,
  containsPattern,
  containsText,
  type RelatedQuotation,
  unifiedSearchFrom,
} from '@/shared/domain/records/related'
import { tasksKey } from './tasks.query'

const mostOfEach = 5
/**
 * The server also matches addresses and numbers of contacts. So many rows are read, because matches outside the name
 * are dropped.
 */
const reach = 50
const mostOfClient = 20

const contactColumns = 'id, name, last_name, company'
const contactSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
})
const quotationColumns = `id, quotation_number, status, project_title, created_at, contact:contacts!quotations_contact_id_fkey(${contactColumns})`
const quotationSchema = z
  .object({
    id: z.string(),
    quotation_number: z.string(),
    status: z.string(),
    project_title: z.string().nullable(),
    contact: contactSchema.nullable(),
  })
  .transform(({ id, quotation_number, status, project_title, contact }) => ({
    quotation: { id, number: quotation_number } satisfies RelatedQuotation,
    status,
    projectTitle: project_title,
    client: contact && clientOf(contact),
  }))

/** A quotation as a search finds it, with the client it was made for. */
export type FoundQuotation = z.infer<typeof quotationSchema>
const quotationsSchema = z.array(quotationSchema)
const contactsSchema = z.array(contactSchema)

/** One quotation with its client; null when it is not there or may not be seen. */
export async function readRelatedQuotation(id: string): Promise<FoundQuotation | null> {
  const { data } = await db.from('quotations').select(quotationColumns).eq('id', id).maybeSingle().throwOnError()
  return quotationSchema.nullable().parse(data)
}

/** Up to 5 quotations by number and 5 clients by name, without regard to accents, from 2 characters (spec 2 §7, §9). */
export const unifiedSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'related', typed.trim().toLowerCase()],
    enabled: typed.trim().length >= unifiedSearchFrom,
    queryFn: async ({ signal }) => {
      const pattern = containsPattern(typed)
      const [quotations, clients] = await Promise.all([
        db
          .from('quotations')
          .select(quotationColumns)
          .ilike('quotation_number', pattern)
          .order('created_at', { ascending: false })
          .limit(mostOfEach)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('contacts')
          .select(contactColumns)
          .ilike('search_text', containsPattern(foldAccents(typed)))
          .order('name')
          .order('id')
          .limit(reach)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return {
        quotations: quotationsSchema
          .parse(quotations.data)
          .filter(({ quotation }) => containsText(quotation.number, typed)),
        clients: contactsSchema
          .parse(clients.data)
          .filter(({ name }) => containsFolded(name, typed))
          .slice(0, mostOfEach)
          .map(clientOf),
      }
    },
  })

/** One client's quotations, newest first, 20 at most; from 1 character only those whose number holds it (spec 2 §5). */
export const clientQuotationsQuery = (clientId: string, typed: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'client-quotations', clientId, typed.trim().toLowerCase()],
    queryFn: async ({ signal }) => {
      let quotations = db.from('quotations').select(quotationColumns).eq('contact_id', clientId)
      if (typed.trim() !== '') quotations = quotations.ilike('quotation_number', containsPattern(typed))
      const { data } = await quotations
        .order('created_at', { ascending: false })
        .limit(mostOfClient)
        .abortSignal(signal)
        .throwOnError()
      return quotationsSchema.parse(data).filter(({ quotation }) => containsText(quotation.number, typed))
    },
  })

/** A contact as the client of a task. */
export function clientOf({ id, name, last_name, company }: z.infer<typeof contactSchema>): Client {
  return { id, name: [name, last_name].filter(Boolean).join(' ') || company || 'Unknown', company }
}
