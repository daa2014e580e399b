import type { QueryClient } from '@tanstack/react-query'
import { connect, EMPTY, filter, merge, type Observable, tap, throttleTime } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import type { Role } from '@/shared/domain/people/role'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import { polledElsewhere, pollNews, tellPoll } from '@/streams/realtime/poll-news'
import { pollTurn } from '@/streams/realtime/poll-turn'
import { type Resync, resync } from '@/streams/realtime/resync'
import { toldRights, rightsQuery } from './api/rights.query'

/** While the channel is down, rights are read again this often, in ms (spec 1 §9). */
const pollEvery = 30_000
const settle = 200

/**
 * Reads a person's rights again on connection, on each nudge, and every 30 s while not live; one tab of the browser
 * polls for all. It runs while subscribed and never errors.
 */
export function keepRightsFresh(userId: string, role: Role | null, queryClient: QueryClient): Observable<unknown> {
  const { queryKey } = rightsQuery(userId)
  const polls = `rights of ${userId}`
  const turns$ = pollTurn(polls)
  const own$ = channel(topics.user(userId)).pipe(aboutTables('user_roles'), resync({ pollEvery, settle, turns$ }))
  const ofRole$ = role
    ? channel(topics.role(role)).pipe(
        aboutTables('page_permissions', 'role_permissions', 'sign_in_settings'),
        resync({ pollEvery, settle, turns$ }),
      )
    : EMPTY
  const read$ = merge(own$, ofRole$).pipe(
    onePollInAWhile,
    oneAtATime(async (because) => {
      await readAgain(queryClient, queryKey, because)
      const read = queryClient.getQueryState(queryKey)
      if (because === 'polled' && read?.status === 'success') tellPoll(polls, read.data)
    }),
  )
  const elsewhere$ = polledElsewhere(channel(topics.user(userId)), pollNews(polls)).pipe(
    tap((told) => {
      const rights = toldRights.safeParse(told)
      if (rights.success) queryClient.setQueryData(queryKey, rights.data)
    }),
  )
  return merge(read$, elsewhere$)
}

/** Both topics are lost with the socket, but not in the same instant: one poll answers both. */
const onePollInAWhile = (reads$: Observable<Resync>): Observable<Resync> =>
  reads$.pipe(
    connect((shared$) =>
      merge(
        shared$.pipe(filter((because) => because !== 'polled')),
        shared$.pipe(
          filter((because) => because === 'polled'),
          throttleTime(pollEvery / 2),
        ),
      ),
    ),
  )
