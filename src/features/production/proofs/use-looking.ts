import { useEffect, useState } from 'react'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import { channel } from '@/streams/realtime/live-channels'
import { showLooking } from './api/mockups.mutation'

/** In ms: how often a page that is in front says so, and for how long the office believes it. */
const every = 20_000
const believed = 45_000

/** The page of the client says which version is in front of them: at once, and every 20 seconds while it is shown. */
export function useTellLooking(uuid: string, mockupId: string | null): void {
  useEffect(() => {
    if (mockupId === null) return
    const tell = () => {
      if (document.visibilityState === 'visible') showLooking(uuid, mockupId)
    }
    tell()
    const timer = setInterval(tell, every)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [uuid, mockupId])
}

/** Whether the client has this version in front of them now, as far as it was heard. */
export function useIsLookedAt(uuid: string | null, mockupId: string): boolean {
  const [isLookedAt, setLookedAt] = useState(false)
  useEffect(() => {
    if (uuid === null) return
    let end: ReturnType<typeof setTimeout> | undefined
    const subscription = channel(topics.document(uuid)).subscribe((signal) => {
      const nudge = signal.kind === 'message' ? nudgeSchema.safeParse(signal.payload).data : undefined
      if (nudge?.id !== mockupId || !['looking_client', 'typing_client'].includes(nudge.table)) return
      setLookedAt(true)
      clearTimeout(end)
      end = setTimeout(() => setLookedAt(false), believed)
    })
    return () => {
      subscription.unsubscribe()
      clearTimeout(end)
    }
  }, [uuid, mockupId])
  return isLookedAt
}
