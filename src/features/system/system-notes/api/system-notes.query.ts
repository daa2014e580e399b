import { queryOptions } from '@tanstack/react-query'
import { fields, listOf, orNull, text } from '@/shared/domain/records/mini-schema'
import { db } from '@/shared/db/client'
import type { Database } from '@/shared/db/database.types'

/** The root of everything this feature reads. */
export const systemNotesKey = ['system-notes'] as const

export type SystemNote = Database['public']['Tables']['system_notes']['Row']

/** Notes appear when they are written. */
export const systemNotesLive = [{ page: 'system-notes' }]

/** Notes beyond these are found by a search of the page, not by scrolling. */
const most = 200

/** All notes: the pinned ones first, then the newest. */
export const systemNotesQuery = queryOptions({
  queryKey: [...systemNotesKey, 'list'],
  queryFn: async ({ signal }): Promise<SystemNote[]> => {
    const { data } = await db
      .from('system_notes')
      .select('*')
      .order('pinned', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id')
      .limit(most)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

const accountsSchema = listOf(fields({ user_id: text, name: orNull(text), last_name: orNull(text) }))

/** Names of colleagues by user id, for those who wrote the notes. */
export const authorsQuery = queryOptions({
  queryKey: [...systemNotesKey, 'authors'],
  queryFn: async ({ signal }): Promise<Map<string, string>> => {
    const { data } = await db.rpc('list_accounts').abortSignal(signal).throwOnError()
    return new Map(
      accountsSchema
        .parse(data)
        .map(({ user_id, name, last_name }) => [user_id, [name, last_name].filter(Boolean).join(' ') || 'A colleague']),
    )
  },
})
