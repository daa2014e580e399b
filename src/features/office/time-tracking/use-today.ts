import { useEffect, useState } from 'react'
import { dayHere } from '@/shared/domain/days'

/** The local day as YYYY-MM-DD, also on a page that stays open over midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayHere(Date.now()))
  useEffect(() => {
    const looking = setInterval(() => setToday(dayHere(Date.now())), 5000)
    return () => clearInterval(looking)
  }, [])
  return today
}
