import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { ContactKind } from '@/shared/domain/contact'
import { storableLine } from '@/shared/domain/storable'

/** The root of everything this feature reads: invalidate it and every open list and card reads again. */
export const contactsKey = ['contacts'] as const

export type ContactFilter = {
  text: string
  kind: ContactKind | null
  typeId: string | null
  onStop: boolean
  archived: boolean
}
export type ContactLine = {
  id: string
  type: string
  name: string | null
  last_name: string | null
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  vat_number: string | null
  address_line: string | null
  city: string | null
  postcode: string | null
  country: string | null
  payment_terms_days: number | null
  contact_type_id: string | null
  account_manager_id: string | null
  on_stop: boolean
  sort_name: string
}
type Cursor = Pick<ContactLine, 'sort_name' | 'id'>

const columns = `id, type, name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode,
  country, payment_terms_days, contact_type_id, account_manager_id, on_stop, sort_name`
const pageSize = 50
/** One character would find nearly everybody. */
const searchFrom = 2

export async function readContacts(
  filter: ContactFilter,
  after: Cursor | null,
  limit: number,
  signal?: AbortSignal,
): Promise<ContactLine[]> {
  const text = storableLine(filter.text)
  const found = db
    .rpc('search_contacts', {
      ...(text.length >= searchFrom ? { p_text: text } : {}),
      ...(filter.kind ? { p_kind: filter.kind } : {}),
      ...(filter.typeId ? { p_type_id: filter.typeId } : {}),
      p_on_stop: filter.onStop,
      p_archived: filter.archived,
      ...(after ? { p_after_name: after.sort_name, p_after_id: after.id } : {}),
      p_limit: limit,
    })
    .select(columns)
  const { data } = await (signal ? found.abortSignal(signal) : found).throwOnError()
  return data
}

/** The contacts that fit, by name, a page at a time. */
export const contactListQuery = (filter: ContactFilter) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey, 'list', filter],
    initialPageParam: null as Cursor | null,
    queryFn: ({ pageParam, signal }) => readContacts(filter, pageParam, pageSize, signal),
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
  })

export type SimilarContact = {
  id: string
  type: string
  name: string | null
  last_name: string | null
  company: string | null
  email: string | null
  vat_number: string | null
  reason: string
  /** Somebody said already that this one and `except` are two. */
  is_distinct: boolean
}

/** Contacts that may be the one being typed. */
export const similarContactsQuery = (wanted: { email: string; vat: string; name: string; except: string | null }) =>
  queryOptions({
    queryKey: [...contactsKey, 'similar', wanted],
    enabled: wanted.name.length >= 3 || wanted.email.length >= 5 || wanted.vat.length >= 4,
    queryFn: async ({ signal }): Promise<SimilarContact[]> => {
      const { data } = await db
        .rpc('similar_contacts', {
          ...(wanted.email ? { p_email: wanted.email } : {}),
          ...(wanted.vat ? { p_vat_number: wanted.vat } : {}),
          ...(wanted.name ? { p_name: wanted.name } : {}),
          ...(wanted.except ? { p_except: wanted.except } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
