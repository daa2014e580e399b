import { distinctUntilChanged, fromEvent, ignoreElements, map, merge, Observable, scan, startWith, tap } from 'rxjs'
import { type Connection, unknownConnection } from '@/shared/domain/web/connection'
import { db } from '@/shared/db/client'
import { serverBackoff } from '@/shared/db/fetch/server-backoff'
import { topics } from '@/shared/domain/records/nudge'
import { type Behavior, behavior } from '../behavior'
import type { Signal } from './channels'
import { channel } from './live-channels'
import { hiddenBeats, sendBeat } from './keep-alive'
import { pollNews } from './poll-news'
import { reconnectNow, reconnectUnlessTrying } from './reconnect-now'
import { tabShown$ } from './tab-shown'

/** `read`: a poll of this browser was answered. `failing` and `answering`: how reads of this tab go. */
type News = Signal['kind'] | 'online' | 'offline' | 'heartbeat' | 'read' | 'failing' | 'answering'
type Known = { online: boolean; live: boolean; failing: boolean; rightAt: number | null }

/**
 * Folds the news of the connection into one state. `rightAt` moves with every proof that the channel is alive, so a
 * channel that died silently does not count as right after its last heartbeat. A channel that works while reads fail is
 * not live, because its changes cannot be shown.
 */
export const watchConnection = (news$: Observable<News>, now: () => number): Observable<Connection> =>
  news$.pipe(
    scan((known: Known, news) => hear(known, news, now), { online: true, live: false, failing: false, rightAt: null }),
    map(({ online, live, failing, rightAt }): Connection => ({
      state: online ? (live && !failing ? 'live' : 'polling') : 'offline',
      rightAt,
    })),
    startWith(unknownConnection),
    distinctUntilChanged((before, after) => before.state === after.state && before.rightAt === after.rightAt),
  )

function hear(known: Known, news: News, now: () => number): Known {
  switch (news) {
    case 'online':
      return { ...known, online: true }
    case 'offline':
      return { ...known, online: false }
    case 'lost':
      return { ...known, live: false }
    case 'live':
      return { ...known, live: true, rightAt: known.failing ? known.rightAt : now() }
    case 'message':
    case 'heartbeat':
      return known.live && !known.failing ? { ...known, rightAt: now() } : known
    case 'failing':
      return { ...known, failing: true }
    case 'answering':
      return { ...known, failing: false }
    case 'read':
      return { ...known, rightAt: now() }
  }
}

const browserNetwork = (): Observable<News> =>
  merge(
    fromEvent(window, 'online').pipe(
      tap(() => void reconnectNow(db.realtime)),
      map((): News => 'online'),
    ),
    fromEvent(window, 'offline').pipe(map((): News => 'offline')),
  ).pipe(startWith<News>(navigator.onLine ? 'online' : 'offline'))

/** Keeps the socket from dying unseen, and brings it back as soon as that can work. */
const revival = (): Observable<never> =>
  merge(
    merge(fromEvent(window, 'pageshow'), fromEvent(document, 'visibilitychange')).pipe(
      tap(() => {
        if (document.visibilityState === 'visible') void reconnectUnlessTrying(db.realtime)
      }),
    ),
    hiddenBeats(tabShown$).pipe(tap(() => sendBeat(db.realtime))),
  ).pipe(ignoreElements())

const heartbeats = new Observable<News>((subscriber) => {
  db.realtime.onHeartbeat((status) => {
    if (status === 'ok') subscriber.next('heartbeat')
  })
  return () => db.realtime.onHeartbeat(() => {})
})

const readings = new Observable<News>((subscriber) =>
  serverBackoff.onFailing((isFailing) => subscriber.next(isFailing ? 'failing' : 'answering')),
)

/** The name of the poll of a person's badge, shared by the tabs of a browser. */
export const unreadPoll = (userId: string): string => `unread of ${userId}`

const connections = new Map<string, Behavior<Connection>>()

/** The sign of life in the top bar, seen through the channel of the signed-in person. */
export function connectionOf(userId: string): Behavior<Connection> {
  const known = connections.get(userId)
  if (known) return known
  const news$ = new Observable<News>((subscriber) =>
    merge(
      browserNetwork(),
      revival(),
      heartbeats,
      readings,
      pollNews(unreadPoll(userId)).pipe(map((): News => 'read')),
      channel(topics.user(userId)).pipe(map(({ kind }) => kind)),
    ).subscribe(subscriber),
  )
  const created = behavior(watchConnection(news$, Date.now), unknownConnection)
  connections.set(userId, created)
  return created
}
