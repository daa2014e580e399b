import { useEffect, useState } from 'react'

const minute = 60_000

/** The time in ms, rounded down to the minute, for late and due marks. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return Math.floor(now / minute) * minute
}
