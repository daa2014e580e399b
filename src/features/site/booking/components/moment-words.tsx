import { clockTextIn } from '@/shared/domain/text/formats'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { useLongDays } from '../use-long-days'

/** Writes "Friday 20 November 2026, 09:30" by the clock of a zone, in the language of the page. */
export function useMoment(): (zone: string, at: string) => string {
  const days = useLongDays()
  return (zone, at) => `${days.long(zone, at)}, ${clockTextIn(zone, at)}`
}

/** That moment by the clock of the company. */
export function MomentWords({ at }: { at: string }) {
  const zone = useCompanyZone()
  const momentOf = useMoment()
  return zone === null ? null : <time dateTime={at}>{momentOf(zone, at)}</time>
}
