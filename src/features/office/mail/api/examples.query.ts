import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { templatesKey } from './templates.query'

/** A record that a template can be looked at with. */
export type Example = { id: string; label: string }

type Read = (signal: AbortSignal) => Promise<Example[]>
const latest = 30

const labelled = (rows: readonly { id: string; number: string | null; about?: string | null }[]): Example[] =>
  rows.map(({ id, number, about }) => ({ id, label: [number, about].filter(Boolean).join(' · ') }))

const reads: Readonly<Record<string, Read>> = {
  quotation: async (signal) =>
    labelled(
      (
        await db
          .from('quotations')
          .select('id, number:number_with_version, about:project_title')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  order: async (signal) =>
    labelled(
      (
        await db
          .from('orders')
          .select('id, number:order_number, about:project_title')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  invoice: async (signal) =>
    labelled(
      (
        await db
          .from('invoices')
          .select('id, number:invoice_number, about:project_title')
          .not('invoice_number', 'is', null)
          .order('issued_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  credit_note: async (signal) =>
    labelled(
      (
        await db
          .from('credit_notes')
          .select('id, number:credit_number, about:reason')
          .not('credit_number', 'is', null)
          .order('issued_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  delivery: async (signal) =>
    labelled(
      (
        await db
          .from('deliveries')
          .select('id, number:delivery_number, about:project_title')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  statement: async (signal) =>
    labelled(
      (
        await db
          .from('statements')
          .select('id, number:statement_number')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  payment: async (signal) =>
    labelled(
      (
        await db
          .from('payments')
          .select('id, number:payment_number, about:method')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
  mockup: async (signal) =>
    labelled(
      (
        await db
          .from('jobs')
          .select('id, number:job_number, about:title')
          .order('created_at', { ascending: false })
          .limit(latest)
          .abortSignal(signal)
          .throwOnError()
      ).data,
    ),
}

/** The latest records of a kind, as far as the person may see them. */
export const examplesQuery = (kind: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'examples', kind],
    queryFn: async ({ signal }): Promise<Example[]> => (await reads[kind]?.(signal)) ?? [],
  })
