import { useEffect, useEffectEvent } from 'react'

const every = 20_000

/** Tells at once, and every 20 seconds while the page is in front of somebody. Nothing is told of no `subject`; another one is told anew. */
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
