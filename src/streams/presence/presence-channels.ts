import { filter, map, type Observable, startWith, Subject } from 'rxjs'
import type { Shown } from './roster'

type Presenting = {
  on: (type: 'presence', filter: { event: 'sync' }, heard: () => void) => unknown
  presenceState: () => unknown
  track: (shown: Shown) => Promise<unknown>
}

/** Topics beside which people show themselves. The policies on `realtime.messages` allow no other. */
const hasPresence = (topic: string): boolean => topic.startsWith('task:') || topic.startsWith('doc:')

/**
 * The presence of open topics; all users of a topic share its channel. `opened` must be called for every channel before
 * it joins, because the client accepts no presence listener afterwards.
 */
export function createPresenceChannels() {
  const channels = new Map<string, Presenting>()
  const changes = new Subject<string>()

  return {
    opened(topic: string, channel: Presenting): void {
      if (!hasPresence(topic)) return
      channels.set(topic, channel)
      channel.on('presence', { event: 'sync' }, () => changes.next(topic))
    },
    closed(channel: unknown): void {
      for (const [topic, known] of channels) if (known === channel) channels.delete(topic)
    },
    /** The people present now, and again after each change. */
    states: (topic: string): Observable<unknown> =>
      changes.pipe(
        filter((changed) => changed === topic),
        startWith(topic),
        map(() => channels.get(topic)?.presenceState() ?? {}),
      ),
    /** Shows this tab. It never fails: presence is a courtesy. */
    show(topic: string, shown: Shown): void {
      void channels
        .get(topic)
        ?.track(shown)
        .catch(() => {})
    },
  }
}
