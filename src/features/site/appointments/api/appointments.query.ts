import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The root of what staff read of appointments. */
export const appointmentsKey = ['appointments'] as const

/** The appointments from that day on, or those before it; without the times that visitors only hold. */
export async function readAppointments(signal: AbortSignal) {
  const { data } = await db
    .from('bookings')
    .select('*, booking_types (name, place, minutes)')
    .neq('status', 'held')
    .order('starts_at', { ascending: false })
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type AppointmentLine = Awaited<ReturnType<typeof readAppointments>>[number]

export const bookingTypesQuery = queryOptions({
  queryKey: [...appointmentsKey, 'types'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('booking_types')
      .select('id, name, place, minutes, is_active')
      .order('sort')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** One appointment; null when it is not there. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: [...appointmentsKey, 'one', id],
    queryFn: async ({ signal }): Promise<AppointmentLine | null> => {
      const { data } = await db
        .from('bookings')
        .select('*, booking_types (name, place, minutes)')
        .eq('id', id)
        .neq('status', 'held')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
