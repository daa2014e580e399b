import { filter, fromEvent, map, type Observable } from 'rxjs'
import { z } from 'zod'
import type { Dismissal } from '@/machines/timer/timer.machine'

const dismissalSchema = z.object({ id: z.string(), touchedAt: z.string() })

const keyOf = (userId: string) => `signwright.timer.dismissed.${userId}`

/** The paused bar that this person put away on this device. Null where nothing is remembered or can be. */
export function readDismissal(userId: string): Dismissal | null {
  try {
    return parse(localStorage.getItem(keyOf(userId)))
  } catch {
    return null
  }
}

/** A browser that keeps nothing only forgets it with the tab. */
export function rememberDismissal(userId: string, dismissal: Dismissal | null): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(dismissal))
  } catch {
    return
  }
}

/** What this person puts away in other tabs of this browser, from now on. It never errors. */
export const dismissalsElsewhere = (userId: string): Observable<Dismissal> =>
  fromEvent<StorageEvent>(window, 'storage').pipe(
    filter(({ key }) => key === keyOf(userId)),
    map(({ newValue }) => parse(newValue)),
    filter((dismissal) => dismissal !== null),
  )

function parse(stored: string | null): Dismissal | null {
  try {
    return dismissalSchema.safeParse(JSON.parse(stored ?? 'null')).data ?? null
  } catch {
    return null
  }
}
