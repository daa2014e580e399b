import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAfter } from '@/shared/domain/time/days'
import { saveProblem } from '@/shared/hooks/save-problem'
import site from '../../shared/site.module.css'
import { freeSlotsQuery } from '../api/booking.query'
import { clockIn, dayIn, differsHere, longDayIn, placeOf } from '@/shared/domain/time/zoned'
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
  const [from, setFrom] = useState<string | null>(null)
  const free = useQuery({
    ...freeSlotsQuery(type, from, holder),
    placeholderData: (before, query) => (query?.queryKey[2] === type ? before : undefined),
  })
  if (free.isPending) return <div className={classes.wait} role="status" aria-label="Loading the free times" />
  if (!free.data)
    return (
      <p className={site.notice}>
        {free.error ? saveProblem(free.error) : 'This appointment is not offered any more.'}
      </p>
    )

  const { zone, today, last_day: lastDay, slots } = free.data
  const first = from ?? today
  const days = [...new Set(slots.map((slot) => dayIn(zone, slot)))]
  const isAbroad = slots.some((slot) => differsHere(zone, slot))
  return (
    <section aria-label="Free times">
      <div className={classes.head}>
        <button
          type="button"
          className={classes.turn}
          disabled={first <= today}
          onClick={() => setFrom(dayAfter(first, -pageDays) <= today ? null : dayAfter(first, -pageDays))}
        >
          <span aria-hidden="true">←</span> Earlier
        </button>
        <span className={site.quiet}>
          Times of {placeOf(zone)}
          {isAbroad ? '. Your own clock shows another time.' : ''}
        </span>
        <button
          type="button"
          className={classes.turn}
          disabled={dayAfter(first, pageDays) > lastDay}
          onClick={() => setFrom(dayAfter(first, pageDays))}
        >
          Later <span aria-hidden="true">→</span>
        </button>
      </div>
      {days.length === 0 ? <p className={site.notice}>No free time in these two weeks. Look at later ones.</p> : null}
      <ul className={classes.days}>
        {days.map((day) => {
          const some = slots.filter((slot) => dayIn(zone, slot) === day)
          const [weekday = '', ...date] = longDayIn(zone, some[0] ?? '')
            .replace(',', '')
            .split(' ')
          return (
            <li key={day}>
              <h2 className={classes.day}>
                {weekday} <span>{date.slice(0, 2).join(' ')}</span>
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
                    {clockIn(zone, slot)}
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
