import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { type Part, parts } from '../figures'

export const analyticsKey = ['analytics'] as const

const line = z.object({
  bucket: z.string(),
  name: z.string().nullable(),
  mark: z.string().nullable(),
  count: z.number(),
  amount: z.string(),
  other: z.string().nullable(),
})
const figures = z.partialRecord(z.enum(parts), z.array(line))

/** The figures of days of the company, both included. Parts that the person may not see are not there. */
export const figuresQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'figures', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('analytics', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return figures.parse(data)
    },
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  })

/** The records behind a figure: a part, and optionally one bucket and one mark. */
export type Behind = { part: Part; bucket: string | null; mark: string | null }

export const recordsMost = 500

/** The records behind a figure, the newest first. */
export const recordsQuery = ({ part, bucket, mark }: Behind, from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'records', part, bucket, mark, from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('analytics_records', {
          p_part: part,
          p_from: from,
          p_to: to,
          ...(bucket === null ? {} : { p_bucket: bucket }),
          ...(mark === null ? {} : { p_mark: mark }),
          p_limit: recordsMost,
        })
        .abortSignal(signal)
        .throwOnError()
      return data.map((row) => ({ ...row, kind: isRecordKind(row.kind) ? row.kind : null }))
    },
  })

/** The bills that count on another day than their own, because that day was closed when they came. */
export const lateBillsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'late-bills', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('late_bills', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return data
    },
  })

type VatBox = {
  box: string | null
  words: string | null
  treatment: string | null
  rate: string | null
  net: string
  vat: string
}

/** The boxes of the VAT return of the company's country, and what no box takes; no row where they are not known. */
export const vatBoxesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'vat-boxes', from, to],
    queryFn: async ({ signal }): Promise<VatBox[]> =>
      (await db.rpc('vat_boxes', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()).data,
  })

/** So many rows does the database answer at once at most. */
const rowsAtOnce = 1000

const ledgerRows = (side: 'sales' | 'purchases', from: string, to: string, begin: number) =>
  db
    .rpc('ledger', { p_side: side, p_from: from, p_to: to })
    .range(begin, begin + rowsAtOnce - 1)
    .throwOnError()

/** The whole ledger for the accountant, oldest first: a line a paper and VAT rate. */
export async function readLedger(side: 'sales' | 'purchases', from: string, to: string) {
  let { data } = await ledgerRows(side, from, to, 0)
  const rows = [...data]
  while (data.length === rowsAtOnce) {
    data = (await ledgerRows(side, from, to, rows.length)).data
    rows.push(...data)
  }
  return rows
}
