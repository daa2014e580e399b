import { todayOf } from '@/shared/domain/time/today'

/** Today where the company is, as `YYYY-MM-DD`. */
export const today = (now = new Date()): string => todayOf(now.getTime())

/** `1 day`, `12 days`. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`
