import { useEffect, useState } from 'react'

const minute = 60_000

/** The time in ms, to the minute: for what is late or due today. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return Math.floor(now / minute) * minute
}
