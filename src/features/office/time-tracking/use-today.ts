import { useEffect, useState } from 'react'
import { todayOf } from '@/shared/domain/today'

/** The company's day as YYYY-MM-DD, also on a page that stays open over midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => todayOf(Date.now()))
  useEffect(() => {
    const looking = setInterval(() => setToday(todayOf(Date.now())), 5000)
    return () => clearInterval(looking)
  }, [])
  return today
}
