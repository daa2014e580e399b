import { queryOptions } from '@tanstack/react-query'
import type { DocumentKind } from '@/documents/statuses'
import { db } from '@/shared/db/client'

/** The kinds of stories: documents, and a client's account. */
export type StoryKind = DocumentKind | 'statement'

/** The events of a document, newest first: at most the last 100. `key`: that of its page's queries. */
export const storyOf = (kind: StoryKind, id: string, key: readonly unknown[]) =>
  queryOptions({
    queryKey: [...key, 'story'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('document_events')
        .select('id, type, actor_name, meta, at')
        .eq('kind', kind)
        .eq('record_id', id)
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
