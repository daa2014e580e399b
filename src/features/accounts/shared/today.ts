import { todayOf } from '@/shared/domain/today'

/** Today where the company is, as `YYYY-MM-DD`. */
export const today = (now = new Date()): string => todayOf(now.getTime())

/** Whole days from one day to another; below zero when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** `1 day`, `12 days`. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`
