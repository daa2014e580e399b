import { db } from '@/shared/db/client'

type Details = {
  type_id: string
  starts_at: string
  name: string
  email: string | null
  phone: string | null
  company: string | null
  address: string | null
  note: string | null
}

/** An appointment that the office took; refused in words where the time is taken. */
export async function addAppointment(details: Details): Promise<void> {
  await db
    .rpc('add_booking', {
      p_type_id: details.type_id,
      p_starts_at: details.starts_at,
      p_name: details.name,
      p_email: details.email ?? '',
      p_phone: details.phone ?? '',
      p_company: details.company ?? '',
      p_address: details.address ?? '',
      p_note: details.note ?? '',
    })
    .throwOnError()
}

export async function shiftAppointment(id: string, startsAt: string): Promise<void> {
  await db.rpc('shift_booking', { p_id: id, p_starts_at: startsAt }).throwOnError()
}

export type Outcome = 'confirmed' | 'done' | 'no_show' | 'cancelled'

export async function setOutcome(id: string, status: Outcome, reason?: string): Promise<void> {
  await db
    .rpc('set_booking_status', { p_id: id, p_status: status, ...(reason ? { p_reason: reason } : {}) })
    .throwOnError()
}
