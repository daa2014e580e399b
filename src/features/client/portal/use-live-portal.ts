import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { ownTables, portalKey } from './api/portal.query'

/** Reads the client's place again when a paper of theirs changed, or what the company tells its clients; `link`: also the thread of that paper. */
export function useLivePortal(link: string | null = null): void {
  const user = useCurrentUserOrNull()
  useLive(
    portalKey,
    user?.rights.role === 'client'
      ? [
          { topic: topics.user(user.id), tables: [...ownTables] },
          { topic: topics.role('client'), tables: ['company_settings'] },
          ...(link ? [{ topic: topics.document(link), tables: ['document_events'] }] : []),
        ]
      : [],
  )
}
