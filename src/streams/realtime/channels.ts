import { defer, finalize, Observable, repeat, share, startWith, tap, timer } from 'rxjs'

export type Signal = { kind: 'live' } | { kind: 'lost' } | { kind: 'message'; event: string; payload: unknown }

type Broadcast = { event: string; payload?: unknown }

type Joinable<Channel> = {
  on: (type: 'broadcast', filter: { event: string }, heard: (message: Broadcast) => void) => Channel
  subscribe: (said: (status: string) => void) => Channel
}

/** The part of the Supabase client that opens channels. */
export type ChannelClient<Channel extends Joinable<Channel>> = {
  channel: (topic: string, options: { config: { private: boolean } }) => Channel
  removeChannel: (channel: Channel) => Promise<unknown>
  realtime: { setAuth: () => Promise<void> }
}

type News = { joining: () => () => void; heard: () => void }

const nobody: News = { joining: () => () => {}, heard: () => {} }

type Options = {
  /** For how many ms a topic outlives its last listener, so that a route change or a remount keeps the channel. */
  linger?: number
  /** Records joins, and each time a topic becomes live or speaks. */
  news?: News
  /** The wait in ms before a topic that the server closed so many times in a row is opened again. */
  reopenAfter?: (closings: number) => number
}

const closedSteps = [2000, 5000, 10_000]

/** A random wait up to 2 s first: by then an expired token has been renewed. For a removed right the waits grow. */
export const closedPause = (closings: number, random: () => number = Math.random): number =>
  random() * (closedSteps[closings - 1] ?? 30_000)

/**
 * Opens each private broadcast topic once for all its listeners. The Observables never error: a bad connection is a
 * `lost` value, and they start with the known state. The Supabase client rejoins a lost topic; a second retry loop here
 * would race with it. A topic that the server closed (expired token, right removed) is opened again here after a pause.
 */
export function createChannels<Channel extends Joinable<Channel>>(
  db: ChannelClient<Channel>,
  { linger = 1000, news = nobody, reopenAfter = closedPause }: Options = {},
): (topic: string) => Observable<Signal> {
  const topics = new Map<string, Observable<Signal>>()
  const leaving = new Map<string, Promise<unknown>>()

  const listenTo = (topic: string) => {
    const known = topics.get(topic)
    if (known) return known

    let status: Signal = { kind: 'lost' }
    let closings = 0
    const shared$ = openTopic(db, topic, { leaving, news }).pipe(
      repeat({ delay: () => timer(reopenAfter((closings += 1))) }),
      tap((signal) => {
        if (signal.kind !== 'message') status = signal
        if (signal.kind === 'live') closings = 0
      }),
      finalize(() => topics.delete(topic)),
      share({ resetOnRefCountZero: () => timer(linger) }),
    )
    const signals$ = defer(() => shared$.pipe(startWith(status)))
    topics.set(topic, signals$)
    return signals$
  }
  return (topic) => defer(() => listenTo(topic))
}

/**
 * One visit to a topic; completes when the server closes it. It waits for two things before it joins: the
 * person's token, because a private topic refuses a join without one, and an earlier visit to leave, because
 * `db.channel(topic)` hands back a channel that is still leaving, and subscribing to that one does nothing.
 */
const openTopic = <Channel extends Joinable<Channel>>(
  db: ChannelClient<Channel>,
  topic: string,
  { leaving, news }: { leaving: Map<string, Promise<unknown>>; news: News },
) =>
  new Observable<Signal>((subscriber) => {
    let channel: Channel | null = null
    const settled = news.joining()

    const join = () => {
      if (subscriber.closed) return
      channel = db
        .channel(topic, { config: { private: true } })
        .on('broadcast', { event: '*' }, ({ event, payload }) => {
          news.heard()
          subscriber.next({ kind: 'message', event, payload })
        })
        .subscribe((status) => {
          const isLive = status === 'SUBSCRIBED'
          if (isLive) news.heard()
          settled()
          subscriber.next({ kind: isLive ? 'live' : 'lost' })
          if (status === 'CLOSED') subscriber.complete()
        })
    }
    void Promise.allSettled([leaving.get(topic), db.realtime.setAuth()]).then(join)

    return () => {
      settled()
      if (!channel) return
      const left = db.removeChannel(channel).finally(() => {
        if (leaving.get(topic) === left) leaving.delete(topic)
      })
      leaving.set(topic, left)
    }
  })
