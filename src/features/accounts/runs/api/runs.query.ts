import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { likeAnywhere } from '@/shared/db/like'
import { storable } from '@/shared/domain/text/storable'
import { accountsKey } from '../../shared/keys'
import type { runFilters } from '../run-filters'

export const runsKey = [...accountsKey, 'runs'] as const

/** A line of the list. The total is decimal text in euro. */
export type RunLine = {
  id: string
  run_number: string
  status: string
  pay_on: string
  paid_on: string | null
  payments: number
  total: string
  prepared_by: string | null
}

const open = ['prepared', 'approved', 'exported']
const shown: Readonly<Record<string, readonly string[]>> = { open, paid: ['paid'], cancelled: ['cancelled'] }

/** One page of payment runs, filtered and sorted by the database. */
export function readRuns({ filter, ...page }: PageRequest<typeof runFilters>) {
  let query = db
    .from('payment_runs')
    .select(
      'id, run_number, status, pay_on, paid_on, payments, total::text, prepared_by',
      page.after === null ? { count: 'exact' } : {},
    )
  const statuses = shown[filter.show]
  if (statuses) query = query.in('status', [...statuses])
  const text = storable(filter.q).trim()
  if (text !== '') query = query.ilike('run_number', likeAnywhere(text))
  return pageOf<RunLine>(query, page)
}

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payment_runs')
        .select(
          `id, run_number, status, pay_on, total::text, payments, debtor_name, debtor_iban, message_id, note, prepared_by,
          changed_by, approved_by, exported_at, paid_on, cancel_reason, row_version,
          items:payment_run_items(id, supplier_invoice_id, supplier_id, status, amount::text, discount::text, creditor, iban,
            reference, end_to_end_id, is_known_account, account_changed_at, changed_iban, failure, accepted_at,
            invoice:supplier_invoices(supplier_number, due_date))`,
        )
        .eq('id', id)
        .order('end_to_end_id', { referencedTable: 'items' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Run = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof runQuery>['queryFn']>>>>
export type RunPayment = Run['items'][number]

/** Which payments of a run the bank seems to have paid already: a sentence by the id of the payment. */
export const runNotesQuery = (id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'one', id, 'notes'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { data } = await db.rpc('payment_run_notes', { p_id: id }).abortSignal(signal).throwOnError()
      return new Map(data.map(({ item_id, bank_note }) => [item_id, bank_note]))
    },
  })

/** An approved invoice of a supplier that a run could pay. Amounts are decimal text, days ISO 8601. */
export type Candidate = {
  id: string
  supplier_id: string
  supplier: string
  supplier_number: string
  due_date: string | null
  scheduled_for: string | null
  currency: string
  open: string
  /** The cost of the payment: the open amount minus the discount. */
  amount: string
  discount: string
  discount_until: string | null
  iban: string | null
  is_known_account: boolean
  /** Why it cannot be in a run, as a sentence. */
  why: string | null
  /** A debit of the bank that seems to have paid it and that nobody booked, as a sentence. */
  bank_note: string | null
  is_suggested: boolean
  /** A credit note, below zero: it is deducted from the chosen invoices of its supplier. */
  is_credit: boolean
}

/** The approved and unpaid invoices and the credit notes, the earliest due first, for a payment on that day. */
export const candidatesQuery = (payOn: string) =>
  queryOptions({
    queryKey: [...runsKey, 'candidates', payOn],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Candidate[]> => {
      const { data } = await db.rpc('payment_candidates', { p_pay_on: payOn }).abortSignal(signal).throwOnError()
      return data
    },
  })
