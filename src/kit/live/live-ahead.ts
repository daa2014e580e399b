import { channel } from '@/streams/realtime/live-channels'

/** Long enough for the code of a screen to come, in ms. */
const until = 10_000

/**
 * Joins a topic before the screen that listens to it is there: what is read from now on begins on a live channel, and the
 * screen does not read it again.
 */
export function listenAheadTo(topic: string): void {
  const listening = channel(topic).subscribe()
  setTimeout(() => listening.unsubscribe(), until)
}
