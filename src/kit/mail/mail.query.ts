import { queryOptions } from '@tanstack/react-query'
import { mailValuesSchema } from '@/documents/mail/values'
import { db } from '@/shared/db/client'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import { withTexts } from '@/shared/domain/texts/papers/load'

/** The root of all that is read about mails and their templates. */
export const mailKey = ['mail'] as const

/** A mail of the queue as lists show it. */
export type Mail = {
  id: string
  template_name: string
  record_kind: string | null
  record_id: string | null
  record_label: string | null
  recipients: string[]
  status: string
  send_at: string
  next_try_at: string
  tries: number
  last_error: string | null
  sent_at: string | null
  subject: string | null
  is_reminder: boolean
  /** Of a cancelled one: what it asks for was settled. False where a person cancelled it, or other reminders took its place. */
  stops_with_answer: boolean
  created_by: string | null
}
export const mailColumns =
  'id, template_name, record_kind, record_id, record_label, recipients, status, send_at, next_try_at, tries, last_error, sent_at, subject, is_reminder, stops_with_answer, created_by'

/** The mails of a record, the latest first; of an order also those about its proofs, deliveries, invoices and payments. */
export const mailsOfRecordQuery = (kind: string, id: string) =>
  queryOptions({
    queryKey: [...mailKey, 'of', kind, id],
    queryFn: async ({ signal }): Promise<Mail[]> => {
      const read =
        kind === 'order'
          ? db.rpc('mails_of_order', { p_id: id }).select(mailColumns)
          : db.from('scheduled_emails').select(mailColumns).eq('record_kind', kind).eq('record_id', id)
      const { data } = await read.order('send_at', { ascending: false }).limit(50).abortSignal(signal).throwOnError()
      return data
    },
  })

/** The possible recipients of a document; the first is the default. */
export const mailContactsQuery = (kind: string, id: string) =>
  queryOptions({
    queryKey: [...mailKey, 'contacts', kind, id],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('mail_contacts', { p_kind: kind, p_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })

const usualLanguage = 'en'

/** One template of each key, as the database chooses it: in this language, else in English, else in any. */
export function inLanguage<One extends { key: string; language: string }>(
  all: readonly One[],
  language: string,
): One[] {
  const rank = (one: One) => (one.language === language ? 0 : one.language === usualLanguage ? 1 : 2)
  const best = new Map<string, One>()
  for (const one of all) {
    const known = best.get(one.key)
    if (!known || rank(one) < rank(known)) best.set(one.key, one)
  }
  return [...best.values()]
}

/** The templates for a record, each in the reader's language if it exists. */
export const templatesOfKindQuery = (kind: string, id: string) =>
  queryOptions({
    queryKey: [...mailKey, 'templates', 'of', kind, id],
    queryFn: async ({ signal }) => {
      const { data: language } = await db
        .rpc('mail_language', { p_kind: kind, p_id: id })
        .abortSignal(signal)
        .throwOnError()
      const { data } = await db
        .from('email_templates')
        .select('key, name, subject, body, attaches_paper, language')
        .eq('kind', kind)
        .eq('is_active', true)
        .order('name')
        .abortSignal(signal)
        .throwOnError()
      return inLanguage(data, language)
    },
  })

/** The values of a template: those of a record, or examples without one, in the language of the template. */
export const mailValuesQuery = (kind: string, id: string | null, language?: string) =>
  queryOptions({
    queryKey: [...mailKey, 'values', kind, id, language],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('preview_mail', { p_kind: kind, ...(id ? { p_record_id: id } : {}) })
        .abortSignal(signal)
        .throwOnError()
      const values = mailValuesSchema.parse(data)
      return withTexts({ ...values, language: chosenLanguage(language, values.language) })
    },
  })
