import { weekdayText } from '@/shared/domain/text/formats'

/** `Thu, 3 Dec 2026`, without the year while it is this one. */
export const planDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? weekdayText(day).replace(` ${day.slice(0, 4)}`, '') : weekdayText(day)
