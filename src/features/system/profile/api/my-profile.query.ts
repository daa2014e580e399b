import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export type MyProfile = { name: string; lastName: string; phone: string; avatarUrl: string | null }

export const myProfileKey = ['my-profile'] as const

/** What a person keeps of themselves, empty where nothing is written yet. */
export const myProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: [...myProfileKey, userId],
    queryFn: async ({ signal }): Promise<MyProfile> => {
      const { data } = await db
        .from('contacts')
        .select('name, last_name, phone, logo_url')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return {
        name: data?.name ?? '',
        lastName: data?.last_name ?? '',
        phone: data?.phone ?? '',
        avatarUrl: data?.logo_url ?? null,
      }
    },
  })
