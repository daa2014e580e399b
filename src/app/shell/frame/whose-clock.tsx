import { zoneOfTimes } from '@/shared/domain/text/formats'
import { differsHere, placeOf } from '@/shared/domain/time/zoned'
import { useFormats } from '@/shared/hooks/use-formats'
import { useNow } from '@/shared/hooks/use-now'

/** Says whose clock the screens show, to a reader whose own shows another time. */
export function WhoseClock() {
  const { time_zone } = useFormats()
  const now = new Date(useNow(60_000)).toISOString()
  return time_zone !== null && differsHere(zoneOfTimes(), now) ? (
    <span>{`Times are those of ${placeOf(time_zone)}`}</span>
  ) : null
}
