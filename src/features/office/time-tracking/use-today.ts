import { useEffect, useState } from 'react'
import { dayOf } from './hours'

/** The local day as YYYY-MM-DD, also on a page that stays open over midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const looking = setInterval(() => setToday(dayOf(new Date())), 5000)
    return () => clearInterval(looking)
  }, [])
  return today
}
