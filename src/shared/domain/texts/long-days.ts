import { longDayIn } from '../time/zoned.ts'
import { weekdays } from '../time/days.ts'
import type { Language } from './languages.ts'

/** The days and months of `mt`, which browsers do not know. Monday is the first. */
const weekdaysOfMt = ['It-Tnejn', 'It-Tlieta', 'L-Erbgħa', 'Il-Ħamis', 'Il-Ġimgħa', 'Is-Sibt', 'Il-Ħadd']
const monthsOfMt = 'Jannar Frar Marzu April Mejju Ġunju Lulju Awwissu Settembru Ottubru Novembru Diċembru'.split(' ')

const writers = new Map<string, Intl.DateTimeFormat>()
function write(language: Language, zone: string, at: string, options: Intl.DateTimeFormatOptions): string {
  const name = `${language} ${zone} ${Object.keys(options).join(' ')}`
  const known =
    writers.get(name) ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language === 'pt' ? 'pt-PT' : language, {
      timeZone: zone,
      ...options,
    })
  writers.set(name, known)
  return known.format(new Date(at))
}

/** The names of the days of the week, Monday first. */
export function weekdaysIn(language: Language): readonly string[] {
  if (language === 'en') return weekdays
  if (language === 'mt') return weekdaysOfMt
  return weekdays.map((_, at) => write(language, 'UTC', `2024-01-0${at + 1}T12:00:00Z`, { weekday: 'long' }))
}

/** The day and month of Maltese from English numbers. */
function mtDate(zone: string, at: string): { weekday: string; day: string; month: string; year: string } {
  const [weekday = '', day = '', month = '', year = ''] = longDayIn(zone, at).split(' ')
  const months = 'January February March April May June July August September October November December'.split(' ')
  return {
    weekday: weekdaysOfMt[weekdays.indexOf(weekday as (typeof weekdays)[number])] ?? weekday,
    day,
    month: monthsOfMt[months.indexOf(month)] ?? month,
    year,
  }
}

/** The day of the week of an instant where the company is: `Freitag`. */
export const weekdayOfIn = (language: Language, zone: string, at: string): string =>
  language === 'mt' ? mtDate(zone, at).weekday : write(language, zone, at, { weekday: 'long' })

/** `20. November` */
export function dayAndMonthIn(language: Language, zone: string, at: string): string {
  if (language !== 'mt') return write(language, zone, at, { day: 'numeric', month: 'long' })
  const { day, month } = mtDate(zone, at)
  return `${day} ta’ ${month}`
}

/** `Freitag, 20. November 2026` */
export function longDayOfIn(language: Language, zone: string, at: string): string {
  if (language === 'en') return longDayIn(zone, at)
  if (language !== 'mt')
    return write(language, zone, at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const { weekday, day, month, year } = mtDate(zone, at)
  return `${weekday}, ${day} ta’ ${month} ${year}`
}
