import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { accountsKey } from '../../shared/keys'

export const closingKey = [...accountsKey, 'closing'] as const

/** For whom days are closed: for everybody, or for those who may not change payments. */
export type ClosingScope = 'everybody' | 'others'

/** A closing or a reopening. `closedTo` is the last closed day, null where every day was opened. */
export type Closing = {
  id: string
  scope: ClosingScope
  closedTo: string | null
  reason: string | null
  by: string | null
  at: string
}

/** The last two years of closings and reopenings, the newest first: the first of each scope counts. */
export const closingsQuery = queryOptions({
  queryKey: [...closingKey, 'history'],
  queryFn: async ({ signal }): Promise<Closing[]> => {
    const { data } = await db
      .from('book_closings')
      .select('id, scope, closed_to, reason, created_by, created_at')
      .order('place', { ascending: false })
      .limit(50)
      .abortSignal(signal)
      .throwOnError()
    return data.map(({ id, scope, closed_to, reason, created_by, created_at }) => ({
      id,
      scope: scope === 'others' ? 'others' : 'everybody',
      closedTo: closed_to,
      reason,
      by: created_by,
      at: created_at,
    }))
  },
})

const checkSchema = z.array(
  z.object({
    part: z.enum([
      'bank_entries',
      'draft_invoices',
      'draft_credit_notes',
      'to_invoice',
      'deposits_without_invoice',
      'open_payments',
      'unapproved_bills',
      'foreign_bills',
      'costs_without_account',
      'assets_without_register',
      'unpaid_runs',
      'bank_differs',
      'cash_differs',
      'changed_returns',
      'returns_to_file',
      'differences',
    ]),
    number: z.number(),
    amount: z.string().nullable(),
    /** Orders whose deposit is free, though nothing is left to invoice. */
    orders: z.array(z.object({ id: z.string(), number: z.string(), gross: z.string() })).default([]),
    /** The days of returns. */
    periods: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
  }),
)

/** What is left to do before days are closed. `amount` is decimal text, null where nothing adds up. */
export type Check = z.infer<typeof checkSchema>[number]

/** What is left to do before the days up to `to` are closed. A part without any is not among them. */
export const closingChecksQuery = (to: string) =>
  queryOptions({
    queryKey: [...closingKey, 'checks', to],
    queryFn: async ({ signal }): Promise<Check[]> => {
      const { data } = await db.rpc('closing_checks', { p_to: to }).abortSignal(signal).throwOnError()
      return checkSchema.parse(data)
    },
  })

/** The days of filed returns that begin on or before `to`, the newest first. */
export const filedReturnsQuery = (to: string) =>
  queryOptions({
    queryKey: [...closingKey, 'filed', to],
    queryFn: async ({ signal }): Promise<{ from: string; to: string }[]> => {
      const { data } = await db
        .from('vat_returns')
        .select('from_day, to_day')
        .lte('from_day', to)
        .order('to_day', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      const periods = new Map(
        data.map((row) => [`${row.from_day}..${row.to_day}`, { from: row.from_day, to: row.to_day }]),
      )
      return [...periods.values()]
    },
  })
