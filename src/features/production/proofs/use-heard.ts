import { useEffect, useState } from 'react'
import { nudgeSchema, topics } from '@/shared/domain/records/nudge'
import { channel } from '@/streams/realtime/live-channels'

/** True when one of these messages about a version arrived less than `heldFor` ms ago. `signs` must be a stable array. */
export function useHeard(uuid: string | null, mockupId: string, signs: readonly string[], heldFor: number): boolean {
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    if (uuid === null) return
    let end: ReturnType<typeof setTimeout> | undefined
    const subscription = channel(topics.document(uuid)).subscribe((signal) => {
      const nudge = signal.kind === 'message' ? nudgeSchema.safeParse(signal.payload).data : undefined
      if (nudge?.id !== mockupId || !signs.includes(nudge.table)) return
      setHeard(true)
      clearTimeout(end)
      end = setTimeout(() => setHeard(false), heldFor)
    })
    return () => {
      subscription.unsubscribe()
      clearTimeout(end)
    }
  }, [uuid, mockupId, signs, heldFor])
  return isHeard
}
