import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import type { Database } from '@/shared/db/database.types'
import { accountsKey } from '../../shared/keys'

export const assetsKey = [...accountsKey, 'assets'] as const

type Row = Database['public']['Functions']['asset_register']['Returns'][number]
type Empty = 'disposed_on' | 'proceeds' | 'bill_id' | 'bill_number' | 'note'
export type Asset = Omit<Row, Empty> & Record<Empty, string | null>

/** Every fixed asset, as the register says it today. Amounts are decimal text. A company has some dozens. */
export async function readAssets(signal: AbortSignal): Promise<Asset[]> {
  const { data } = await db.rpc('asset_register').abortSignal(signal).throwOnError()
  return data
}

export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'one', id],
    queryFn: async ({ signal }): Promise<Asset | null> =>
      (await readAssets(signal)).find((asset) => asset.id === id) ?? null,
  })

/** The depreciation of an asset by month, also of months to come. */
export const depreciationQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'one', id, 'months'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('asset_depreciation', { p_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })
export type Month = Awaited<ReturnType<NonNullable<ReturnType<typeof depreciationQuery>['queryFn']>>>[number]

const missing = z.object({
  line_id: z.string(),
  bill_id: z.string(),
  number: z.string(),
  words: z.string(),
  on_date: z.string(),
  amount: z.string(),
})
const totalsSchema = z.object({ accounts: z.string(), register: z.string(), missing: z.array(missing) })
/** A line of a bill on an account of fixed assets that is not in the register. */
export type MissingLine = z.infer<typeof missing>

/** What the accounts of fixed assets have today, what the register comes to, and the lines that make the difference. */
export const assetTotalsQuery = queryOptions({
  queryKey: [...assetsKey, 'totals'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('asset_totals').abortSignal(signal).throwOnError()
    return totalsSchema.parse(data)
  },
})
