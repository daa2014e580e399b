import { catchError, defer, EMPTY, from, map, mergeMap, type Observable, of } from 'rxjs'
import { liveNews } from '@/shared/db/live-news'
import { topics } from '@/shared/domain/records/nudge'
import { channel } from '../realtime/live-channels'
import { polledElsewhere, pollNews, tellPoll } from '../realtime/poll-news'
import { pollTurn } from '../realtime/poll-turn'
import { type TimerRead, timerRows } from './timer-rows'

type Source<Row> = {
  /** Reads the row as the database tells it. */
  read: (signal: AbortSignal) => Promise<unknown>
  /** Reads a row told by the database or by another tab. Throws on a wrong shape. */
  parse: (told: unknown) => Row
}

const pollOf = (userId: string) => `timer of ${userId}`

/** The timer row as a tab of this browser polls it each second while the channel is down. It comes from outside. */
export const polledTimer = (userId: string): Observable<unknown> =>
  polledElsewhere(channel(topics.user(userId)), pollNews(pollOf(userId)))

/**
 * The timer row of the signed-in person. While the channel is down one shown tab of the browser polls for all. It never
 * errors.
 */
export const liveTimerRows = <Row>(userId: string, { read, parse }: Source<Row>): Observable<TimerRead<Row>> =>
  defer(() => {
    const poll = pollOf(userId)
    const signals$ = channel(topics.user(userId))
    const understood = (told: unknown) => ({ told, row: parse(told) })
    const told$ = polledElsewhere(signals$, pollNews(poll)).pipe(
      mergeMap((told) => defer(() => of(understood(told))).pipe(catchError(() => EMPTY))),
    )
    return timerRows(
      signals$,
      {
        read: async (signal) => understood(await read(signal)),
        first$: defer(() => from(liveNews.joined())),
        told$,
        tell: ({ told }) => tellPoll(poll, told),
      },
      { turns$: pollTurn(poll) },
    ).pipe(map((answer): TimerRead<Row> => (answer.kind === 'read' ? { kind: 'read', row: answer.row.row } : answer)))
  })
