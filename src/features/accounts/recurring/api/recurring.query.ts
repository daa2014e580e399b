import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { accountsKey } from '../../shared/keys'
import type { Schedule } from '../recurring'

export const recurringKey = [...accountsKey, 'recurring'] as const

const columns = `id, direction, title, every, starts_on, day_of_month, ends_on, days_before, amount::text, iban, payment_reference, note,
  is_paused, next_on, last_error, row_version, contact_id, vat_rate_id, cost_account_id,
  contact:contacts!recurring_payments_contact_id_fkey(id, type, name, last_name, company), vat:vat_rates(label, rate::text)`

/** Every rule, the next one first. A company has some dozens. */
export async function readRules(signal: AbortSignal) {
  const { data } = await db
    .from('recurring_payments')
    .select(columns)
    .order('next_on', { nullsFirst: false })
    .order('id')
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type Rule = Awaited<ReturnType<typeof readRules>>[number]

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: [...recurringKey, 'one', id],
    queryFn: async ({ signal }): Promise<Rule | null> => {
      const { data } = await db
        .from('recurring_payments')
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** The results of a rule's last periods, newest first. */
export const periodsQuery = (id: string) =>
  queryOptions({
    queryKey: [...recurringKey, 'one', id, 'periods'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('recurring_periods')
        .select(
          `id, period_on, outcome, invoice:invoices(id, invoice_number, state, gross::text),
          supplier_invoice:supplier_invoices(id, supplier_number, status, gross::text)`,
        )
        .eq('recurring_payment_id', id)
        .order('period_on', { ascending: false })
        .limit(24)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The next days of a schedule, at most six, as the database will make them. */
export const datesQuery = ({ every, starts_on, day_of_month }: Schedule, endsOn: string | null, from: string | null) =>
  queryOptions({
    queryKey: [...recurringKey, 'dates', every, starts_on, day_of_month, endsOn, from],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data } = await db
        .rpc('recurring_dates', {
          p_every: every,
          p_starts_on: starts_on,
          ...(day_of_month === null ? {} : { p_day: day_of_month }),
          ...(endsOn === null ? {} : { p_ends_on: endsOn }),
          ...(from === null ? {} : { p_from: from }),
        })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
