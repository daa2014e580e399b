import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { momentText } from '@/shared/domain/text/formats'

/** Why a client gets no more work on account, and since when. `reason` is null for who may not read it. */
type Stop = { reason: string | null; at: string | null }

type OnStopNoticeProps = { contactId: string | null; onStop?: boolean; mb?: 'md' }

/**
 * A client on stop is said where the next work for it begins, with the reason. Empty for every other client. `onStop`: what
 * the page knows already, so that the notice stands there from the beginning.
 */
export function OnStopNotice({ contactId, onStop = false, mb }: OnStopNoticeProps) {
  const queryKey = ['on-stop', contactId]
  const stop = useQuery({
    queryKey,
    enabled: contactId !== null,
    queryFn: ({ signal }) => readStop(contactId ?? '', signal),
  })
  useLive(queryKey, [{ page: 'contacts', tables: ['contacts'] }])
  const known = stop.data === undefined && onStop ? { reason: null, at: null } : stop.data
  if (!known) return null
  const { reason, at } = known
  return (
    <Alert color="magenta" title="On stop" {...(mb ? { mb } : {})}>
      {[
        reason && at ? `${reason} · ${momentText(at)}.` : null,
        'This client gets no more work on account. Ask accounts before you go on.',
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}

/** Null for a contact that is not on stop, or that these eyes may not see. */
async function readStop(id: string, signal: AbortSignal): Promise<Stop | null> {
  const { data } = await db
    .from('contacts')
    .select('on_stop')
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  if (!data?.on_stop) return null
  const story = await db
    .rpc('contact_timeline', { p_contact_id: id, p_limit: 1, p_kinds: ['stop'] })
    .abortSignal(signal)
  const [last] = story.data ?? []
  return { reason: last?.title ?? null, at: last?.at ?? null }
}
