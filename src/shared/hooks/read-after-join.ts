import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { type LiveNews, liveNews } from '../db/live-news'

/** Marks a read that has not been sent. */
const waiting = Infinity

export type ReadsAfterJoin = {
  /** The persister of every query: starts a read when the topics that are being joined are live. */
  read: <Data>(
    queryFn: QueryFunction<Data, QueryKey, never>,
    context: QueryFunctionContext<QueryKey>,
    query: Query,
  ) => Promise<Data>
  /** True while the query's request has not been sent: its answer will include every earlier change. */
  waits: (query: Query) => boolean
  /** True when the query's data, or its running read, began after the last message. */
  isRight: (query: Query) => boolean
}

/** Records for each query the number of messages at the start of its reads. */
export function createReadsAfterJoin(news: LiveNews): ReadsAfterJoin {
  const began = new WeakMap<Query, number>()
  const answered = new WeakMap<Query, number>()

  const waits: ReadsAfterJoin['waits'] = (query) =>
    query.state.fetchStatus === 'fetching' && began.get(query) === waiting
  return {
    read: async (queryFn, context, query) => {
      began.set(query, waiting)
      await news.joined()
      const count = news.count()
      began.set(query, count)
      const data = await queryFn(context)
      answered.set(query, count)
      return data
    },
    waits,
    isRight: (query) => {
      const { fetchStatus, status, isInvalidated } = query.state
      if (fetchStatus === 'fetching') return waits(query) || began.get(query) === news.count()
      return status === 'success' && !isInvalidated && answered.get(query) === news.count()
    },
  }
}

/** The reads of this tab. */
export const readsAfterJoin = createReadsAfterJoin(liveNews)
