import { channel } from '@/streams/realtime/live-channels'

/** Long enough for the code of a screen to come, in ms. */
const until = 10_000

/**
 * Joins a topic before its screen is mounted, so that the screen's first reads begin on a live channel and are not
 * repeated.
 */
export function listenAheadTo(topic: string): void {
  const listening = channel(topic).subscribe()
  setTimeout(() => listening.unsubscribe(), until)
}
