import { db } from '@/shared/db/client'
import { type Booking, readBooking } from './booking.query'

/** Moves an appointment by its link. Throws a sentence when the time was taken meanwhile. */
export async function moveBooking(link: string, startsAt: string): Promise<Booking> {
  const { data } = await db.rpc('move_booking', { p_holder: link, p_starts_at: startsAt }).throwOnError()
  return readBooking(data)
}

export async function cancelBooking(link: string, reason: string): Promise<Booking> {
  const { data } = await db.rpc('cancel_booking', { p_holder: link, p_reason: reason }).throwOnError()
  return readBooking(data)
}
