import { useEffect, useEffectEvent, useRef } from 'react'
import { badgeText } from '@/shared/domain/records/badge'

/** For how many ms a rise waits. It is not announced when a notice was announced around that time. */
const patience = 1500

/**
 * Announces a higher count for notices that were not announced one by one: those that came while the channel was down.
 * Returns the function to call at each announced notice.
 */
export function useSpokenRise(count: number, say: (text: string) => void): () => void {
  const known = useRef(count)
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  const rose = useEffectEvent(() => {
    if (performance.now() - saidAt.current > 2 * patience) say(`${badgeText(count)} unread notifications`)
  })

  useEffect(() => {
    const before = known.current
    known.current = count
    if (count <= before) return
    const waiting = setTimeout(() => rose(), patience)
    return () => clearTimeout(waiting)
  }, [count])

  return () => {
    saidAt.current = performance.now()
  }
}
