import { clockTextIn } from '@/shared/domain/text/formats'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { bookingPart } from '@/shared/domain/texts/booking/part'
import { dayAfter } from '@/shared/domain/time/days'
import { useProblem } from '@/shared/hooks/use-problem'
import site from '../../shared/site.module.css'
import { freeSlotsQuery } from '../api/booking.query'
import { useLongDays } from '../use-long-days'
import { dayIn, differsHere, placeOf } from '@/shared/domain/time/zoned'
import classes from './slot-picker.module.css'

type SlotPickerProps = {
  type: string
  /** The holder of a time, which is shown as chosen. */
  holder: string | null
  chosen: string | null
  onChoose: (startsAt: string) => void
  isBusy: boolean
}

const pageDays = 14

/** The free times of two weeks, by the company's clock. A time that another visitor takes disappears within seconds. */
export function SlotPicker({ type, holder, chosen, onChoose, isBusy }: SlotPickerProps) {
  const say = useSay(bookingPart)
  const longDays = useLongDays()
  const reasonOf = useProblem()
  const [from, setFrom] = useState<string | null>(null)
  const free = useQuery({
    ...freeSlotsQuery(type, from, holder),
    placeholderData: (before, query) => (query?.queryKey[2] === type ? before : undefined),
  })
  if (free.isPending) return <div className={classes.wait} role="status" aria-label={say('loading_times')} />
  if (!free.data) return <p className={site.notice}>{free.error ? reasonOf(free.error) : say('not_offered')}</p>

  const { zone, today, last_day: lastDay, slots } = free.data
  const first = from ?? today
  const days = [...new Set(slots.map((slot) => dayIn(zone, slot)))]
  const isAbroad = slots.some((slot) => differsHere(zone, slot))
  return (
    <section aria-label={say('free_times')}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.turn}
          disabled={first <= today}
          onClick={() => setFrom(dayAfter(first, -pageDays) <= today ? null : dayAfter(first, -pageDays))}
        >
          <span aria-hidden="true">←</span> {say('earlier')}
        </button>
        <span className={site.quiet}>{say(isAbroad ? 'times_of_abroad' : 'times_of', { place: placeOf(zone) })}</span>
        <button
          type="button"
          className={classes.turn}
          disabled={dayAfter(first, pageDays) > lastDay}
          onClick={() => setFrom(dayAfter(first, pageDays))}
        >
          {say('later')} <span aria-hidden="true">→</span>
        </button>
      </div>
      {days.length === 0 ? <p className={site.notice}>{say('none_free')}</p> : null}
      <ul className={classes.days}>
        {days.map((day) => {
          const some = slots.filter((slot) => dayIn(zone, slot) === day)
          const [weekday, dayAndMonth] = longDays.parts(zone, some[0] ?? '')
          return (
            <li key={day}>
              <h2 className={classes.day}>
                {weekday} <span>{dayAndMonth}</span>
              </h2>
              <div className={classes.times}>
                {some.map((slot) => (
                  <button
                    key={slot}
                    type="button"
                    className={classes.time}
                    aria-pressed={slot === chosen}
                    disabled={isBusy}
                    onClick={() => onChoose(slot)}
                  >
                    {clockTextIn(zone, slot)}
                  </button>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
