import { useEffect, useState } from 'react'

/** The time in ms, moving on every `step` ms. */
export function useNow(step: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), step)
    return () => clearInterval(ticking)
  }, [step])
  return now
}
