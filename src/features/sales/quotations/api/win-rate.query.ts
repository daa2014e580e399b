import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

const decided = z.array(
  z.object({
    owner: z.string().nullable(),
    owner_name: z.string().nullable(),
    month: z.string(),
    won: z.number(),
    lost: z.number(),
    won_net: z.string(),
    lost_net: z.string(),
  }),
)

/** Offers won and lost by owner and month of the decision, from a day to another, both included. */
export const winRateQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'win-rate', from, to],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('win_rate', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return decided.parse(data)
    },
  })

const reasons = z.array(z.object({ reason: z.string().nullable(), quotations: z.number(), net: z.string() }))

/** Lost offers by reason; the reason is null where nobody said it. */
export const lossReasonsQuery = (from: string, to: string, owner: string | null) =>
  queryOptions({
    queryKey: [...quotationsKey, 'loss-reasons', from, to, owner],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('loss_reasons', { p_from: from, p_to: to, ...(owner ? { p_owner: owner } : {}) })
        .abortSignal(signal)
        .throwOnError()
      return reasons.parse(data)
    },
  })
