import { db } from '@/shared/db/client'
import { type TimeEntry, timeEntryColumns, toTimeEntry } from '@/shared/domain/time-entry'

/** The active timer of a person, else the paused one they touched last, else null (spec 2 §4, §7). As it is stored. */
export async function readTimer(userEmail: string, signal: AbortSignal): Promise<unknown> {
  const { data } = await db
    .from('time_entries')
    .select(timeEntryColumns)
    .eq('user_email', userEmail.toLowerCase())
    .in('status', ['active', 'paused'])
    .order('status')
    .order('touched_at', { ascending: false })
    .order('created_at', { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The same in the words of the app. Throws where it is neither a timer nor null. */
export const toTimer = (row: unknown): TimeEntry | null => (row === null ? null : toTimeEntry(row))
