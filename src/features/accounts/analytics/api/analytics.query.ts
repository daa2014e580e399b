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
export type Behind = {
  part: Part
  bucket: string | null
  mark: string | null
  name?: string | null
  /** A box of the VAT return instead of the part; a null `box` is what no box takes, of this treatment and rate. */
  box?: { box: string | null; treatment: string | null; rate: string | null }
  /** A row of the EC sales list instead of the part. */
  ecSales?: { vatNumber: string | null; what: string }
}

export const recordsMost = 500

/** The records behind a figure, the newest first. */
export const recordsQuery = ({ part, bucket, mark, name = null, box, ecSales }: Behind, from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'records', part, bucket, mark, name, box, ecSales, from, to],
    queryFn: async ({ signal }) => {
      const { data } = await (
        box
          ? db.rpc('vat_box_papers', {
              p_from: from,
              p_to: to,
              ...(box.box === null ? {} : { p_box: box.box }),
              ...(box.treatment === null ? {} : { p_treatment: box.treatment }),
              ...(box.rate === null ? {} : { p_rate: box.rate }),
            })
          : ecSales
            ? db.rpc('ec_sales_papers', {
                p_from: from,
                p_to: to,
                p_what: ecSales.what,
                ...(ecSales.vatNumber === null ? {} : { p_vat_number: ecSales.vatNumber }),
              })
            : db.rpc('analytics_records', {
                p_part: part,
                p_from: from,
                p_to: to,
                ...(bucket === null ? {} : { p_bucket: bucket }),
                ...(mark === null ? {} : { p_mark: mark }),
                ...(name === null ? {} : { p_name: name }),
                p_limit: recordsMost,
              })
      )
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
  /** Null where the box does not take it. */
  net: string | null
  vat: string | null
}

/** The boxes of the VAT return of the company's country, and what no box takes; no row where they are not known. */
export const vatBoxesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'vat-boxes', from, to],
    queryFn: async ({ signal }): Promise<VatBox[]> =>
      (await db.rpc('vat_boxes', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()).data,
  })

export type EcSale = { vat_number: string | null; client_name: string; what: string; net: string; papers: number }

/** The EC sales list: each VAT number with its goods and services. A row without a number cannot be filed. */
export const ecSalesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'ec-sales', from, to],
    queryFn: async ({ signal }): Promise<EcSale[]> =>
      (await db.rpc('ec_sales', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()).data,
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
