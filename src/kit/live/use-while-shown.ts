import { useEffect, useEffectEvent } from 'react'

const every = 20_000

/**
 * Calls `tell` at once, and every 20 seconds while the page is visible. It does nothing without a `subject`; a new
 * subject is told at once.
 */
export function useWhileShown(subject: string | null, tell: () => void): void {
  const tellIfShown = useEffectEvent(() => {
    if (document.visibilityState === 'visible') tell()
  })
  useEffect(() => {
    if (subject === null) return
    const onTurn = () => tellIfShown()
    onTurn()
    const timer = setInterval(onTurn, every)
    document.addEventListener('visibilitychange', onTurn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTurn)
    }
  }, [subject])
}
