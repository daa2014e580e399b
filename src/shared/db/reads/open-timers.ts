import { timeEntryColumns } from '@/shared/domain/time/time-entry'
import { db } from '../client'

/** The timers of a person that are not completed: the active one first, then the paused ones touched last (spec 2 §4). */
export const openTimers = (userEmail: string) =>
  db
    .from('time_entries')
    .select(timeEntryColumns)
    .eq('user_email', userEmail.toLowerCase())
    .in('status', ['active', 'paused'])
    .order('status')
    .order('touched_at', { ascending: false })
    .order('created_at', { ascending: false })
