import { useEffect, useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { bookingPart } from '@/shared/domain/texts/booking/part'
import site from '../../shared/site.module.css'
import classes from './schedule-page.module.css'

const wholeMs = 5 * 60_000

/** The remaining time of a hold: as a bar, and as words announced once a minute. */
export function HeldFor({ until, isOver }: { until: string; isOver: boolean }) {
  const say = useSay(bookingPart)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Date.parse(until) - now)
  const clock = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, '0')}`
  if (isOver || left === 0)
    return (
      <p className={site.quiet} role="status">
        {say('over')}
      </p>
    )
  return (
    <div>
      <p className={site.quiet}>
        {say('held_for')} <span aria-hidden="true">{clock}</span>
        <span className={site.trap} role="status">
          {say('minutes_left', { count: Math.ceil(left / 60_000) })}
        </span>
      </p>
      <div className={classes.hold} aria-hidden="true">
        <div style={{ transform: `scaleX(${left / wholeMs})` }} />
      </div>
    </div>
  )
}
