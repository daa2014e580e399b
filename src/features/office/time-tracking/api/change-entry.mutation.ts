import { db } from '@/shared/db/client'
import { type Session, type TimeEntry, toTimeEntry } from '@/shared/domain/time/time-entry'

export type NewTimer = {
  client: string
  business: string
  /** Another timer of the person that runs is paused at the same moment; without it the code 23505 means that one runs. */
  pausesOther: boolean
}

/** Starts a timer for a client or a business. */
export async function startTimer({ client, business, pausesOther }: NewTimer): Promise<TimeEntry> {
  const { data } = await db
    .rpc('start_timer', {
      p_client_name: client,
      p_business_name: business,
      ...(pausesOther ? { p_pause_other: true } : {}),
    })
    .throwOnError()
  return toTimeEntry(data)
}

export type Correction = {
  id: string
  client: string
  business: string
  /** Missing sessions are removed. A running timer whose last session has an end is paused. */
  sessions: readonly Session[]
  /** The `touchedAt` that the person looked at: a timer that moved since is not overwritten (PT409). */
  seen: string
}

/** Corrects a timer that is not completed; the database computes durations and the total. */
export async function correctTimer({ id, client, business, sessions, seen }: Correction): Promise<TimeEntry> {
  const { data } = await db
    .rpc('correct_timer', {
      p_entry: id,
      p_client_name: client,
      p_business_name: business,
      p_sessions: sessions.map((session) => ({ ...session })),
      p_seen: seen,
    })
    .throwOnError()
  return toTimeEntry(data)
}
