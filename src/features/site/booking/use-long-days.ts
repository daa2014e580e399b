import { use } from 'react'
import type * as LongDays from '@/shared/domain/texts/long-days'
import { currentFormats } from '@/shared/domain/text/formats'
import { longDayIn, monthFirstIn } from '@/shared/domain/time/zoned'
import { useLanguage } from '@/shared/hooks/language/page-language'

/** Days in words, by the clock of a zone. */
export type DaysInWords = {
  /** `Friday 20 November 2026` */
  long: (zone: string, at: string) => string
  /** `Friday` and `20 November` */
  parts: (zone: string, at: string) => [weekday: string, dayAndMonth: string]
}

/** English as a company writes it that puts the month first: `Friday, November 20, 2026`. */
const american: DaysInWords = {
  long: (zone, at) => monthFirstIn(zone, at).join(', '),
  parts: (zone, at) => {
    const [weekday, dayAndMonth] = monthFirstIn(zone, at)
    return [weekday, dayAndMonth]
  },
}

const english: DaysInWords = {
  long: longDayIn,
  parts: (zone, at) => {
    const [weekday = '', day = '', month = ''] = longDayIn(zone, at).split(' ')
    return [weekday, `${day} ${month}`]
  },
}

let loading: Promise<typeof LongDays> | null = null

const longDays = () => (loading ??= import('@/shared/domain/texts/long-days'))

/** Writes days in the language of the page. The words of other languages are loaded for their readers. */
export function useLongDays(): DaysInWords {
  const language = useLanguage()
  if (language === 'en') return currentFormats().date_style === 'month_first' ? american : english
  const days = use(longDays())
  return {
    long: (zone, at) => days.longDayOfIn(language, zone, at),
    parts: (zone, at) => [days.weekdayOfIn(language, zone, at), days.dayAndMonthIn(language, zone, at)],
  }
}
