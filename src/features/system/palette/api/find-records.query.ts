import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { recordKinds } from '@/shared/domain/records/record-kind'

/** One character would find nearly everything. */
export const searchFrom = 2

const recordSchema = z.object({
  kind: z.enum(recordKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
})
export type FoundRecord = z.infer<typeof recordSchema>

/** Contacts, tasks and quotations that contain every word, among those that this person may see. */
export const findRecordsQuery = (typed: string) => {
  const text = storableLine(typed).toLowerCase()
  return queryOptions({
    queryKey: ['palette', text],
    enabled: text.length >= searchFrom,
    staleTime: 15_000,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<FoundRecord[]> => {
      const { data } = await db.rpc('find_records', { p_text: text }).abortSignal(signal).throwOnError()
      return data.flatMap((row) => recordSchema.safeParse(row).data ?? [])
    },
  })
}
