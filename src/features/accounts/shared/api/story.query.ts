import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { accountsKey } from '../keys'

/** What happened to a paper of accounts, newest first. */
export const storyQuery = (kind: 'invoice' | 'credit_note' | 'statement', id: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'story', kind, id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('document_events')
        .select('id, type, actor_name, meta, at')
        .eq('kind', kind)
        .eq('record_id', id)
        .order('id', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
