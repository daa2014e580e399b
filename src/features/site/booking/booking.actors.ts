import { fromPromise } from 'xstate'
import { bookingMachine, type Held, type Kept } from '@/machines/booking/booking.machine'
import { db } from '@/shared/db/client'
import { forgetTyped } from '../shared/use-typed'
import { withWork } from '../shared/proof-of-work'
import { type Booking, fetchBooking, readBooking } from './api/booking.query'

/** The key of a visitor's draft, kept until the appointment is booked. */
export const detailsForm = 'booking'

const heldOf = (booking: Booking): Held => ({
  holder: booking.holder,
  heldUntil: booking.held_until ?? booking.starts_at,
  startsAt: booking.starts_at,
})

/** The visit with its real effects: functions of the database, which decides who has a time. */
export const liveBooking = bookingMachine.provide({
  actors: {
    look: fromPromise(async ({ input }): Promise<Kept> => {
      const booking = await fetchBooking(input.holder)
      if (booking === null) return { state: 'gone' }
      return booking.status === 'held'
        ? { state: 'held', held: heldOf(booking) }
        : { state: 'booked', holder: booking.holder }
    }),
    hold: fromPromise(async ({ input: { type, startsAt, holder } }): Promise<Held> => {
      const { data } = await db
        .rpc('hold_slot', { p_type: type, p_starts_at: startsAt, ...(holder ? { p_holder: holder } : {}) })
        .throwOnError()
      return heldOf(readBooking(data))
    }),
    confirm: fromPromise(async ({ input: { holder, details } }) => {
      await withWork('confirm_booking', (stamp) =>
        db
          .rpc('confirm_booking', {
            p_holder: holder,
            p_name: details.name,
            p_email: details.email,
            p_phone: details.phone,
            p_company: details.company,
            p_address: details.address,
            p_note: details.note,
            p_trap: details.trap,
          })
          .setHeader('x-work', stamp)
          .setHeader('accept-language', document.documentElement.lang)
          .throwOnError(),
      )
      forgetTyped(detailsForm)
    }),
    release: fromPromise(async ({ input }) => {
      await db.rpc('release_slot', { p_holder: input.holder }).throwOnError()
    }),
  },
})
