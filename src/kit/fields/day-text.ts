import { dayHere, isDay } from '@/shared/domain/time/days'
import { calendarDayText, currentFormats, type DateStyle } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a day as people type it, in the order of the company's format: `20 Nov 2026`, `20/11/26`, `20.11`, `2026-11-20`,
 * `today`, `+3`. Without a year, the one nearest to `today`. The answer is `YYYY-MM-DD`, or null when it is no day.
 */
export function readDay(
  typed: string,
  today: Date = new Date(`${todayOf(Date.now())}T12:00:00`),
  style: DateStyle = currentFormats().date_style,
): string | null {
  const text = typed.trim().toLowerCase()
  if (text === 'today') return dayHere(today)
  if (text === 'tomorrow') return dayHere(daysAfter(today, 1))
  if (text === 'yesterday') return dayHere(daysAfter(today, -1))
  const step = /^([+-]\d{1,3})$/.exec(text)?.[1]
  if (step) return dayHere(daysAfter(today, Number(step)))
  const parts = text.split(/[\s./,-]+/).filter(Boolean)
  if (parts.length < 2 || parts.length > 3) return null
  const [first = '', second = '', third = ''] = parts
  if (/^\d{4}$/.test(first)) return dayOf(first, monthOf(second), third)
  if (monthOf(first) !== null && !/^\d+$/.test(first))
    return dayOf(third || nearest(first, second, today), monthOf(first), second)
  const isMonthFirst = style === 'month_first' && /^\d+$/.test(second)
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  return dayOf(third || nearest(month, day, today), monthOf(month), day)
}

/** A stored day in the company's format. Text that is no day is returned unchanged. */
export const dayFieldText = (draft: string): string => (isDay(draft) ? calendarDayText(draft) : draft)

const monthOf = (text: string): number | null => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const place = text.length >= 3 ? months.findIndex((month) => text.startsWith(month)) : -1
  return place < 0 ? null : place + 1
}

function dayOf(year: string, month: number | null, day: string): string | null {
  if (!/^\d{2}(\d{2})?$/.test(year) || month === null || !/^\d{1,2}$/.test(day)) return null
  const whole = year.length === 2 ? 2000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(whole, month - 1, Number(day)))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day)) return null
  return date.toISOString().slice(0, 10)
}

/** The year that brings a day without one nearest to today: in December `5 Jan` is the next one. */
function nearest(month: string, day: string, today: Date): string {
  const year = today.getFullYear()
  const distance = (candidate: number) =>
    Math.abs(new Date(candidate, (monthOf(month) ?? 1) - 1, Number(day)).getTime() - today.getTime())
  return String([year, year + 1, year - 1].toSorted((one, other) => distance(one) - distance(other))[0])
}

const daysAfter = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
