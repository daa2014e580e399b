import { useEffect, useEffectEvent, useRef } from 'react'
import { badgeText } from '@/shared/domain/records/badge'

/** So long after a rise, in ms, it is said, unless a notice was said around that time. */
const patience = 1500

/**
 * Says a count that rose where no notice was said by itself: those that came while the channel was down. Returns what to
 * call whenever a notice is said.
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
