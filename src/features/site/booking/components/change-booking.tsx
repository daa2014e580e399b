import { useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { appointmentPart } from '@/shared/domain/texts/appointment/part'
import { useProblem } from '@/shared/hooks/use-problem'
import { TextLine } from '../../shared/fields'
import site from '../../shared/site.module.css'
import { cancelBooking, moveBooking } from '../api/booking.mutation'
import type { Booking } from '../api/booking.query'
import { useMoment } from './moment-words'
import classes from './confirmed-page.module.css'
import { SlotPicker } from './slot-picker'

/** Another free time for the same appointment. */
export function MoveBooking({ booking, onMoved }: { booking: Booking; onMoved: (booking: Booking) => void }) {
  const say = useSay(appointmentPart)
  const reasonOf = useProblem()
  const momentOf = useMoment()
  const [chosen, setChosen] = useState<string | null>(null)
  const moving = useActMutation({
    mutationFn: (startsAt: string) => moveBooking(booking.holder, startsAt),
    onSuccess: onMoved,
    onError: () => setChosen(null),
  })
  return (
    <section className={classes.change} aria-label={say('move_it')}>
      {moving.isError ? (
        <p className={site.notice} role="alert">
          {reasonOf(moving.error)}
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
            {say('move_to', { moment: momentOf(booking.zone, chosen) })}
          </button>
        </p>
      ) : null}
    </section>
  )
}

type CancelBookingProps = { booking: Booking; onCancelled: (booking: Booking) => void; onKeep: () => void }

export function CancelBooking({ booking, onCancelled, onKeep }: CancelBookingProps) {
  const say = useSay(appointmentPart)
  const reasonOf = useProblem()
  const [reason, setReason] = useState('')
  const cancelling = useActMutation({
    mutationFn: () => cancelBooking(booking.holder, reason),
    onSuccess: onCancelled,
  })
  return (
    <section className={`${site.form} ${classes.change}`} aria-label={say('cancel_it')}>
      <h2 className={site.heading}>{say('cancel_asked')}</h2>
      <TextLine label={say('why')} isOptional value={reason} onChange={setReason} max={500} />
      {cancelling.isError ? (
        <p className={site.notice} role="alert">
          {reasonOf(cancelling.error)}
        </p>
      ) : null}
      <div className={site.row}>
        <button
          type="button"
          className={site.button}
          disabled={cancelling.isPending}
          onClick={() => cancelling.mutate()}
        >
          {say('cancel_it')}
        </button>
        <button type="button" className={site.plain} onClick={onKeep}>
          {say('keep')}
        </button>
      </div>
    </section>
  )
}
