import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { totalOf } from '@/shared/domain/money/decimal'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { currentFormats } from '@/shared/domain/text/formats'
import { analyticsKey } from './analytics.query'

const figure = z.object({ box: z.string().nullable(), name: z.string() })
/** A box takes the net, the tax, or both. */
const amounts = { net: z.string().nullable(), vat: z.string().nullable() }
const differences = { net: z.string(), vat: z.string() }
const filed = z.object({
  id: z.string(),
  filed_at: z.string(),
  filed_by: z.string().nullable(),
  figures: z.array(figure.extend(amounts)),
  changes: z.array(figure.extend(differences)),
  papers: z.array(
    z.object({
      kind: z.string().transform((kind) => (isRecordKind(kind) ? kind : null)),
      id: z.string(),
      label: z.string().nullable(),
      side: z.string(),
      rate: z.string(),
      ...differences,
    }),
  ),
})
/** A return as it was filed. `changes` and `papers` are differences since then, as decimal text. */
export type FiledVatReturn = z.infer<typeof filed>

/** What was saved as filed for exactly these days, and what changed since; null where nothing was. */
export const vatReturnQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'vat-return', from, to],
    queryFn: async ({ signal }): Promise<FiledVatReturn | null> => {
      const { data } = await db.rpc('vat_return_state', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return filed.nullable().parse(data)
    },
  })

/** The periods that were saved as filed, the newest first. */
export const filedPeriodsQuery = queryOptions({
  queryKey: [...analyticsKey, 'vat-returns'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('vat_returns')
      .select('from_day, to_day')
      .order('place', { ascending: false })
      .limit(24)
      .abortSignal(signal)
      .throwOnError()
    return [...new Map(data.map((days) => [`${days.from_day}..${days.to_day}`, days])).values()].slice(0, 6)
  },
})

/** Keeps the figures of these days as filed. Twice under one id is once. */
export async function fileVatReturn(id: string, from: string, to: string): Promise<void> {
  await db.rpc('file_vat_return', { p_id: id, p_from: from, p_to: to }).throwOnError()
}

/** Bills booked on these days that nobody approved, as the closing counts them, with the tax of those in the currency of the books, as text. */
export const unapprovedBillsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'unapproved-bills', from, to],
    queryFn: async ({ signal }) => {
      const { data, count } = await db
        .from('supplier_invoices')
        .select('currency, vat::text', { count: 'exact' })
        .in('status', ['received', 'disputed'])
        .gte('booked_on', from)
        .lte('booked_on', to)
        .abortSignal(signal)
        .throwOnError()
      return {
        number: count ?? 0,
        vat: totalOf(data.filter(({ currency }) => currency === currentFormats().currency).map(({ vat }) => vat)),
      }
    },
  })
