import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { contactsKey } from './contacts.query'

const cardColumns = `id, user_id, type, profile, name, last_name, company, email, phone, mobile, vat_number, address_line,
  city, postcode, state, country, payment_terms_days, cash_discount_pct::text, cash_discount_days, credit_limit, contact_type_id, account_manager_id, language, length_unit, currency, on_stop, archived_at, logo_url,
  row_version, created_at`

/** One contact; null when it is not there or not for these eyes. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'card', id],
    queryFn: async ({ signal }) => {
      const known = uuidOf(id)
      if (known === null) return null
      const { data } = await db
        .from('contacts')
        .select(cardColumns)
        .eq('id', known)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type BankAccountRow = Awaited<ReturnType<NonNullable<ReturnType<typeof bankAccountsQuery>['queryFn']>>>[number]
export type ContactCardRow = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof contactQuery>['queryFn']>>>>

const otherSide = 'id, type, name, last_name, company, phone, mobile, email'

const ownPapers = ['quotations', 'orders', 'invoices', 'payments'] as const
export type OwnPapers = Record<(typeof ownPapers)[number], number>

/** How many papers people have of their own, by the id of the person. Papers of a business that they buy for are not theirs. */
export const ownPapersQuery = (people: readonly string[]) =>
  queryOptions({
    queryKey: [...contactsKey, 'own-papers', people],
    enabled: people.length > 0,
    queryFn: async ({ signal }) => {
      const found = new Map<string, OwnPapers>()
      for (const kind of ownPapers) {
        const { data } = await db
          .from(kind)
          .select('contact_id')
          .in('contact_id', [...people])
          .limit(1000)
          .abortSignal(signal)
          .throwOnError()
        for (const { contact_id } of data) {
          const counts = found.get(contact_id) ?? { quotations: 0, orders: 0, invoices: 0, payments: 0 }
          found.set(contact_id, { ...counts, [kind]: counts[kind] + 1 })
        }
      }
      return found
    },
  })

/** The relations of a contact, from both sides. */
export const relationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'relations', id],
    queryFn: async ({ signal }) => {
      const [forth, back] = await Promise.all([
        db
          .from('contact_relations')
          .select(
            `id, relation, is_primary, reads_papers, other:contacts!contact_relations_related_contact_id_fkey(${otherSide})`,
          )
          .eq('contact_id', id)
          .order('created_at')
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('contact_relations')
          .select(
            `id, relation, is_primary, reads_papers, other:contacts!contact_relations_contact_id_fkey(${otherSide})`,
          )
          .eq('related_contact_id', id)
          .order('created_at')
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      ])
      return [
        ...forth.data.map((row) => ({ ...row, direction: 'forth' as const })),
        ...back.data.map((row) => ({ ...row, direction: 'back' as const })),
      ]
    },
  })

export type RelationRow = Awaited<ReturnType<NonNullable<ReturnType<typeof relationsQuery>['queryFn']>>>[number]

export const bankAccountsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'bank-accounts', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contact_bank_accounts')
        .select('id, holder, bank_name, iban, bic, currency, is_default, row_version')
        .eq('contact_id', id)
        .order('is_default', { ascending: false })
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

export const sitesQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'sites', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('locations')
        .select('id, label, address, city, country, lat, lng')
        .eq('business_id', id)
        .order('label')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

const storyPage = 50

/** The records of a contact, newest first, by page: all of them, or only these kinds. */
export const timelineQuery = (id: string, kinds: readonly string[] | null = null) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey, 'timeline', id, kinds],
    initialPageParam: null as { at: string; id: string } | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await db
        .rpc('contact_timeline', {
          p_contact_id: id,
          p_limit: storyPage,
          ...(kinds ? { p_kinds: [...kinds] } : {}),
          ...(pageParam ? { p_before: pageParam.at, p_before_id: pageParam.id } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return page.length < storyPage || last === undefined ? null : { at: last.at, id: last.id }
    },
  })

export const contactTypesQuery = queryOptions({
  queryKey: [...contactsKey, 'types'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('contact_types')
      .select('id, name, is_client, is_supplier, contacts(count)')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.map(({ contacts, ...type }) => ({ ...type, used: contacts[0]?.count ?? 0 }))
  },
})

const staffRoles = ['admin', 'team_member', 'sales', 'accounts', 'account_manager']

/** The possible account managers: staff, by name. */
export const colleaguesQuery = queryOptions({
  queryKey: [...contactsKey, 'colleagues'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('contacts')
      .select('user_id, name, last_name')
      .overlaps('roles', staffRoles)
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.flatMap(({ user_id, name, last_name }) => {
      const fullName = [name, last_name].filter(Boolean).join(' ')
      return user_id === null || fullName === '' ? [] : [{ userId: user_id, name: fullName }]
    })
  },
})
