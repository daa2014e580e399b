import { useEffect, useRef, useState } from 'react'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import { channel } from '@/streams/realtime/live-channels'
import { showTyping } from './api/mockups.mutation'

/** In ms: how often writing is told, and for how long the others show it. */
const every = 3000
const shownFor = 5000

/** Whether the other side writes on this version now, and a way to tell that this side does. */
export function useTyping(uuid: string | null, mockupId: string, isStaff: boolean) {
  const [isTyping, setTyping] = useState(false)
  const told = useRef(0)
  useEffect(() => {
    if (uuid === null) return
    const other = isStaff ? 'typing_client' : 'typing_office'
    let end: ReturnType<typeof setTimeout> | undefined
    const subscription = channel(topics.document(uuid)).subscribe((signal) => {
      const nudge = signal.kind === 'message' ? nudgeSchema.safeParse(signal.payload).data : undefined
      if (nudge?.table !== other || nudge.id !== mockupId) return
      setTyping(true)
      clearTimeout(end)
      end = setTimeout(() => setTyping(false), shownFor)
    })
    return () => {
      subscription.unsubscribe()
      clearTimeout(end)
    }
  }, [uuid, mockupId, isStaff])
  const tell = () => {
    const now = Date.now()
    if (uuid === null || now - told.current < every) return
    told.current = now
    showTyping(uuid, mockupId)
  }
  return { isTyping, tell }
}
