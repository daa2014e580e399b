import type { ExchangeRates } from '@/shared/domain/money/currency'
import { daysBetween, isDay } from '@/shared/domain/time/days'

/** From this age in days on, the database asks before a rate is used. */
export const oldFrom = 8

/** Whether the rates of the converter may be proposed for a day: they are of that day, or of the week before it. */
export function isOfDay({ date: of }: ExchangeRates, day: string): boolean {
  const age = isDay(day) ? daysBetween(of, day) : -1
  return age >= 0 && age < oldFrom
}
