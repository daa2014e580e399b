import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { TextLine } from '../../shared/fields'
import site from '../../shared/site.module.css'
import { cancelBooking, moveBooking } from '../api/booking.mutation'
import type { Booking } from '../api/booking.query'
import { clockIn, longDayIn } from '@/shared/domain/time/zoned'
import classes from './confirmed-page.module.css'
import { SlotPicker } from './slot-picker'

/** Another free time for the same appointment. */
export function MoveBooking({ booking, onMoved }: { booking: Booking; onMoved: (booking: Booking) => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const moving = useActMutation({
    mutationFn: (startsAt: string) => moveBooking(booking.holder, startsAt),
    onSuccess: onMoved,
    onError: () => setChosen(null),
  })
  return (
    <section className={classes.change} aria-label="Move the appointment">
      {moving.isError ? (
        <p className={site.notice} role="alert">
          {saveProblem(moving.error)}
        </p>
      ) : null}
      <SlotPicker
        type={booking.type.slug}
        holder={booking.holder}
        chosen={chosen ?? booking.starts_at}
        onChoose={setChosen}
        isBusy={moving.isPending}
      />
      {chosen && chosen !== booking.starts_at ? (
        <p className={site.row} style={{ marginTop: '1.5rem' }}>
          <button
            type="button"
            className={site.button}
            disabled={moving.isPending}
            onClick={() => moving.mutate(chosen)}
          >
            Move to {longDayIn(booking.zone, chosen)}, {clockIn(booking.zone, chosen)}
          </button>
        </p>
      ) : null}
    </section>
  )
}

type CancelBookingProps = { booking: Booking; onCancelled: (booking: Booking) => void; onKeep: () => void }

export function CancelBooking({ booking, onCancelled, onKeep }: CancelBookingProps) {
  const [reason, setReason] = useState('')
  const cancelling = useActMutation({
    mutationFn: () => cancelBooking(booking.holder, reason),
    onSuccess: onCancelled,
  })
  return (
    <section className={`${site.form} ${classes.change}`} aria-label="Cancel the appointment">
      <h2 className={site.heading}>Cancel this appointment?</h2>
      <TextLine label="Why" isOptional value={reason} onChange={setReason} max={500} />
      {cancelling.isError ? (
        <p className={site.notice} role="alert">
          {saveProblem(cancelling.error)}
        </p>
      ) : null}
      <div className={site.row}>
        <button
          type="button"
          className={site.button}
          disabled={cancelling.isPending}
          onClick={() => cancelling.mutate()}
        >
          Cancel the appointment
        </button>
        <button type="button" className={site.plain} onClick={onKeep}>
          Keep it
        </button>
      </div>
    </section>
  )
}
