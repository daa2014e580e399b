import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { briefKey } from './brief.query'

export const savedBriefsKey = [...briefKey, 'saved'] as const

/** Briefs that were begun or sent, the newest first. */
export async function readBriefs(signal: AbortSignal) {
  const { data } = await db
    .from('design_briefs')
    .select('id, reference, status, step, answers, name, company, email, phone, sent_at, created_at, quotation_id')
    .order('created_at', { ascending: false })
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type BriefLine = Awaited<ReturnType<typeof readBriefs>>[number]

/** The pictures of one brief. */
export const picturesQuery = (id: string) =>
  queryOptions({
    queryKey: [...savedBriefsKey, 'pictures', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('design_brief_pictures')
        .select('id, name, data')
        .eq('brief_id', id)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

export const briefLineQuery = (id: string) =>
  queryOptions({
    queryKey: [...savedBriefsKey, 'one', id],
    queryFn: async ({ signal }): Promise<BriefLine | null> => {
      const { data } = await db
        .from('design_briefs')
        .select('id, reference, status, step, answers, name, company, email, phone, sent_at, created_at, quotation_id')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
