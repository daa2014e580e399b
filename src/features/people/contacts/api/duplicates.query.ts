import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { contactsKey } from './contacts.query'

const atMost = 50
const columns = 'id, type, name, last_name, company, email, phone, mobile, vat_number, city, created_at'

/** Apart from the other contacts: one import tells of hundreds of contacts, and this list is read again less often. */
export const duplicatesKey = ['contact-duplicates'] as const

/** Pairs of contacts that may be one, the surest first, and how many there are in all. */
export const duplicatesQuery = queryOptions({
  queryKey: duplicatesKey,
  queryFn: async ({ signal }) => {
    const { data: pairs } = await db.rpc('duplicate_contacts', { p_limit: atMost }).abortSignal(signal).throwOnError()
    if (pairs.length === 0) return { total: 0, pairs: [] }
    const ids = [...new Set(pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]))]
    const { data: contacts } = await db
      .from('contacts')
      .select(columns)
      .in('id', ids)
      .abortSignal(signal)
      .throwOnError()
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    return {
      total: pairs[0]?.total ?? 0,
      pairs: pairs.flatMap(({ one_id, other_id, reasons }) => {
        const [one, other] = [byId.get(one_id), byId.get(other_id)]
        return one && other ? [{ one, other, reasons }] : []
      }),
    }
  },
})
export type DuplicatePair = Awaited<ReturnType<NonNullable<typeof duplicatesQuery.queryFn>>>['pairs'][number]

/** The number of records that a merge would move, by table. Empty for people who may not merge. */
export const belongingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'belongings', id],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('contact_belongings', { p_contact_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** The contact into which an old id was merged; null when it was not. */
export const mergedIntoQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'merged-into', id],
    queryFn: async ({ signal }) => {
      if (uuidOf(id) === null) return null
      const { data } = await db
        .from('merged_contacts')
        .select('kept:contacts(id, type)')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data?.kept ?? null
    },
  })
