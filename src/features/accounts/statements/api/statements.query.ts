import { queryOptions } from '@tanstack/react-query'
import { type Account, accountSchema } from '@/documents/paper/read-accounts'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { statementsKey } from '../../shared/keys'
import type { statementFilters } from '../statement-filters'

/** The tables that change a client's account. */
export const accountLive = [
  {
    page: 'statements',
    tables: [
      'invoices',
      'credit_notes',
      'credit_allocations',
      'payments',
      'payment_allocations',
      'payment_refunds',
      'write_offs',
      'cash_discounts',
    ],
  },
] as const

/** A client's debt today, by age. Amounts are decimal text; `balance` is the ages minus the credit. */
export type ClientBalance = {
  /** That of the client: the amounts are in it. */
  currency: string
  /** The balance in the currency of the books. */
  books_balance: string
  id: string
  client_name: string | null
  balance: string
  overdue: string
  credit: string
  not_due: string
  days_30: string
  days_60: string
  days_90: string
  older: string
  oldest_due: string | null
}

const columns = `id, client_name, oldest_due, balance::text, overdue::text, credit::text, not_due::text, days_30::text,
  days_60::text, days_90::text, older::text, currency, books_balance::text`

/** One page of clients who owe something or have credit. */
export function readBalances({ filter, ...page }: PageRequest<typeof statementFilters>) {
  let query = db.rpc('client_ageing', filter.client ? { p_contact_id: filter.client } : {}).select(columns)
  if (filter.overdue) query = query.gt('overdue', 0)
  return pageOf<ClientBalance>(query, page)
}

/** The account of a client between two days, both included. Null for a missing contact. */
export const accountQuery = (contactId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...statementsKey, 'account', contactId, from, to],
    queryFn: async ({ signal }): Promise<WithTexts<Account> | null> => {
      const { data } = await db
        .rpc('client_statement', { p_contact_id: contactId, p_from: from, p_to: to })
        .abortSignal(signal)
        .throwOnError()
      const read = accountSchema.safeParse(data)
      if (!read.success && data !== null && Reflect.get(Object(data), 'client') === null) return null
      return withTexts(accountSchema.parse(data))
    },
  })

/** A numbered statement; null when the id is not a statement's. */
export const keptStatementQuery = (id: string) =>
  queryOptions({
    queryKey: [...statementsKey, 'kept', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('statements')
        .select('id, statement_number, public_uuid, contact_id, date_from, date_to, sent_at, first_viewed_at, snapshot')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (data === null) return null
      // The current open amount and bank account, as on the public link. A closed link has neither.
      const { data: now } = await db
        .rpc('get_public_statement', { p_uuid: data.public_uuid })
        .abortSignal(signal)
        .throwOnError()
      return { ...data, account: await withTexts(accountSchema.parse(now ?? data.snapshot)) }
    },
  })
export type KeptStatement = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof keptStatementQuery>['queryFn']>>>
>
