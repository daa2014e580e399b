import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { filter, merge, type Observable } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import { behind, tellPoll } from '@/streams/realtime/poll-news'
import { pollTurn } from '@/streams/realtime/poll-turn'
import { type Resync, rejoined } from '@/streams/realtime/resync'

/** While the channel is down, an open panel is read again this often, in ms. */
const panelPoll = 10_000

type Panel = {
  userId: string
  /** The key of the shown list. Panels of one person with the same key share one tab's poll. */
  showing: string
  /** The queries behind it, one a source. */
  queryKeys: readonly QueryKey[]
  pollEvery?: number
}

/** Polls the rows of an open panel while the channel is down and it is subscribed. */
export function keepPanelFresh(
  { userId, showing, queryKeys, pollEvery = panelPoll }: Panel,
  queryClient: QueryClient,
): Observable<unknown> {
  const polls = `notices ${showing} of ${userId}`
  const signals$ = channel(topics.user(userId))
  const word = () => JSON.stringify(queryKeys.map((queryKey) => queryClient.getQueryData(queryKey) ?? null))
  const read = async (because: Resync) => {
    await Promise.all(queryKeys.map((queryKey) => readAgain(queryClient, queryKey, because)))
    const isRead = queryKeys.every((queryKey) => queryClient.getQueryState(queryKey)?.status === 'success')
    if (because === 'polled' && isRead) tellPoll(polls, word())
  }
  return merge(
    signals$.pipe(
      rejoined({ pollEvery, turns$: pollTurn(polls) }),
      filter((because) => because === 'polled'),
    ),
    behind(signals$, polls, word),
  ).pipe(oneAtATime(read))
}
