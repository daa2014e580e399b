import type { TimeEntry, TimeEntryStatus } from '@/shared/domain/time/time-entry'

/** Petra's timer at Anna's, for tests. */
export const timerOf = (status: TimeEntryStatus, change: Partial<TimeEntry> = {}): TimeEntry => ({
  id: 'fascia',
  userId: 'petra',
  userEmail: 'petra@example.com',
  status,
  clientName: 'Anna',
  businessName: null,
  sessions: [],
  totalDuration: '00:00:00',
  createdAt: '2026-11-20T08:00:00+00:00',
  touchedAt: '2026-11-20T08:00:00+00:00',
  ...change,
})
