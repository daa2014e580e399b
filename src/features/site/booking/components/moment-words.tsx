import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { clockIn, longDayIn } from '@/shared/domain/time/zoned'

/** "Friday 20 November 2026, 09:30" by the clock of the company. */
export function MomentWords({ at }: { at: string }) {
  const zone = useCompanyZone()
  return zone === null ? null : (
    <time dateTime={at}>
      {longDayIn(zone, at)}, {clockIn(zone, at)}
    </time>
  )
}
