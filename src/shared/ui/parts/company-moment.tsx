import { calendarDayText, clockTextIn } from '@/shared/domain/text/formats'
import { dayIn } from '@/shared/domain/time/zoned'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'

/**
 * Writes moments by the clock of the company, wherever the reader is: `20 Nov 2026, 09:30`. Empty until its zone is read.
 * `writeDay` writes their days in another language; `isDay`: only the day.
 */
export function useCompanyMoment(
  writeDay: (day: string) => string = calendarDayText,
): (at: string, isDay?: boolean) => string {
  const zone = useCompanyZone()
  return (at, isDay = false) => {
    if (zone === null) return ''
    const day = writeDay(dayIn(zone, at))
    return isDay ? day : `${day}, ${clockTextIn(zone, at)}`
  }
}

/** A moment, or only its day, by the clock of the company. */
export function CompanyMoment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  const moment = useCompanyMoment()
  return <>{moment(at, isDay)}</>
}
