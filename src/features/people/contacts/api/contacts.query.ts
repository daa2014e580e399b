import { queryOptions } from '@tanstack/react-query'
import type { Cursor, Page, Sort } from '@/kit/list/define-list'
import { keysetArguments } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import type { ContactKind } from '@/shared/domain/people/contact'
import { storableLine } from '@/shared/domain/text/storable'
import { uuidOf } from '@/shared/domain/records/uuid'

/** The root of everything this feature reads: invalidate it and every open list and card reads again. */
export const contactsKey = ['contacts'] as const

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
  state: string | null
  country: string | null
  payment_terms_days: number | null
  contact_type_id: string | null
  account_manager_id: string | null
  on_stop: boolean
  sort_name: string
  created_at: string
  updated_at: string
}

const columns = `id, type, name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, state,
  country, payment_terms_days, contact_type_id, account_manager_id, on_stop, sort_name, created_at, updated_at`
/** One character would find nearly everybody. */
const searchFrom = 2

type ContactsRequest = {
  filter: { q: string; kind: ContactKind | 'all'; type: string | null; stop: boolean; archived: boolean }
  sort: Sort
  after: Cursor | null
  limit: number
  signal: AbortSignal
}

/** The person's company; a business has its own name. */
export const companyOf = ({ type, company }: Pick<ContactLine, 'type' | 'company'>): string | null =>
  type === 'Business' ? null : company

/** The value that each order sorts by, after which the next page begins. */
const sortValues: Record<string, (row: ContactLine) => string | null> = {
  name: ({ sort_name }) => sort_name,
  company: companyOf,
  email: ({ email }) => email,
  city: ({ city }) => city,
  created: ({ created_at }) => created_at,
  updated: ({ updated_at }) => updated_at,
}

/** One page of the contacts that match. */
export async function readContacts({
  filter,
  sort,
  after,
  limit,
  signal,
}: ContactsRequest): Promise<Page<ContactLine>> {
  const text = storableLine(filter.q)
  const type = uuidOf(filter.type)
  const wanted = {
    ...(text.length >= searchFrom ? { p_text: text } : {}),
    ...(filter.kind === 'all' ? {} : { p_kind: filter.kind }),
    ...(type ? { p_type_id: type } : {}),
    p_on_stop: filter.stop,
    p_archived: filter.archived,
  }
  const [{ data }, total] = await Promise.all([
    db
      .rpc('search_contacts', {
        ...wanted,
        ...keysetArguments(sort, after),
        p_limit: limit,
      })
      .select(columns)
      .abortSignal(signal)
      .throwOnError(),
    after ? null : countContacts(wanted, signal),
  ])
  const last = data.length < limit ? undefined : data.at(-1)
  return { rows: data, total, next: last ? { value: sortValues[sort.by]?.(last) ?? null, id: last.id } : null }
}

type Wanted = { p_text?: string; p_kind?: string; p_type_id?: string; p_on_stop: boolean; p_archived: boolean }

/** Null where the database could not count: the rows are shown all the same. */
async function countContacts(wanted: Wanted, signal: AbortSignal): Promise<number | null> {
  const { data } = await db.rpc('count_contacts', wanted).abortSignal(signal)
  return typeof data === 'number' ? data : null
}

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
