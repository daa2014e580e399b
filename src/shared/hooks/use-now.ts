import { useEffect, useState } from 'react'

/** The time in ms, told again every `every` ms for as long as somebody looks. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(clock)
  }, [every])
  return now
}
