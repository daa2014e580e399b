import { db } from '@/shared/db/client'
import { NotSaved } from '@/kit/save/not-saved'
import { type Entry, isScheduled } from '../entry'
import { instantOf } from '../zone'

/**
 * Stores a move through the function of the entry's own area. `seen`: the entry as the person saw it. The database
 * refuses with a sentence when the entry was moved meanwhile, the right is missing, or the place is taken.
 */
export async function saveMove(seen: Entry, moved: Entry, zone: string): Promise<void> {
  const what = { p_id: seen.id, p_mark: seen.mark }
  const start = moved.startsAt === null ? {} : { p_starts_at: new Date(moved.startsAt).toISOString() }
  // An entry of a whole day does not say its length: the database keeps it.
  const isLonger =
    moved.minutes !== null && moved.minutes !== seen.minutes && !(isScheduled(seen) && seen.from === null)
  const length = isLonger && moved.minutes !== null ? { p_minutes: moved.minutes } : {}
  const people = moved.people.join() === seen.people.join() ? {} : { p_people: moved.people }
  switch (seen.kind) {
    case 'job':
      await db
        .rpc('reschedule_job', { ...what, ...(isScheduled(moved) ? { p_due_date: moved.firstDay } : {}) })
        .throwOnError()
      return
    case 'step': {
      const place =
        moved.workCentre && moved.workCentre !== seen.workCentre ? { p_work_centre_id: moved.workCentre } : {}
      await db.rpc('reschedule_step', { ...what, ...start, ...length, ...place, ...people }).throwOnError()
      return
    }
    case 'delivery':
    case 'installation': {
      const day = moved.startsAt === null && isScheduled(moved) ? { p_day: moved.firstDay } : {}
      if (moved.van !== seen.van && isScheduled(moved))
        await db
          .rpc('reschedule_on_van', {
            ...what,
            ...start,
            ...day,
            ...(moved.van ? { p_van_id: moved.van } : {}),
            ...length,
          })
          .throwOnError()
      else await db.rpc('reschedule_delivery', { ...what, ...start, ...day, ...length }).throwOnError()
      return
    }
    case 'booking':
      if (!start.p_starts_at) break
      await db.rpc('reschedule_booking', { ...what, p_starts_at: start.p_starts_at }).throwOnError()
      return
    case 'shift':
      if (!start.p_starts_at) break
      await db.rpc('reschedule_shift', { ...what, p_starts_at: start.p_starts_at, ...length, ...people }).throwOnError()
      return
    case 'task':
      await db.rpc('reschedule_task', { ...what, ...dueOf(moved, zone) }).throwOnError()
      return
  }
  throw new NotSaved('refused', 'This cannot be moved here')
}

/** Mails the client when the appointment is now. */
export async function tellMoved(bookingId: string): Promise<void> {
  await db.rpc('tell_booking_moved', { p_id: bookingId }).throwOnError()
}

/** A task without a time of day is due at the end of its day. */
function dueOf(task: Entry, zone: string): { p_due_at?: string } {
  if (!isScheduled(task)) return {}
  const at = task.startsAt ?? instantOf({ day: task.firstDay, minutes: 1439 }, zone) + 59_000
  return { p_due_at: new Date(at).toISOString() }
}
