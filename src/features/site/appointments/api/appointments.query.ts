import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The root key of the staff's queries about appointments. */
export const appointmentsKey = ['appointments'] as const

/** All but the link, which is the visitor's own. */
const columns =
  `id, reference, type_id, desk, starts_at, ends_at, busy_until, status, held_until, name, email, phone, company, address,
  note, moved, cancel_reason, cancelled_by, reminded_at, source, created_at, updated_at, row_version,
  booking_types (name, place, minutes)` as const

/** The appointments from that day on, or those before it; without the times that visitors only hold. */
export async function readAppointments(signal: AbortSignal) {
  const { data } = await db
    .from('bookings')
    .select(columns)
    .neq('status', 'held')
    .order('starts_at', { ascending: false })
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type AppointmentLine = Awaited<ReturnType<typeof readAppointments>>[number]

/** One appointment; null when it is not there. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: [...appointmentsKey, 'one', id],
    queryFn: async ({ signal }): Promise<AppointmentLine | null> => {
      const { data } = await db
        .from('bookings')
        .select(columns)
        .eq('id', id)
        .neq('status', 'held')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
