import type { Observable } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { unreadPoll } from '../realtime/connection'
import { channel } from '../realtime/live-channels'
import { polledElsewhere, pollNews, tellPoll } from '../realtime/poll-news'
import { pollTurn } from '../realtime/poll-turn'
import { type Arrival, arrivals, type StaleSource, staleSources } from './notification-signals'

/**
 * When the signed-in person's notices are to be read again, source by source. While the channel is down one shown tab
 * of the browser polls. It never errors.
 */
export const liveNotifications = (userId: string): Observable<StaleSource> =>
  staleSources(channel(topics.user(userId)), { turns$: pollTurn(unreadPoll(userId)) })

/** Each notice that arrives for the signed-in person while the channel is live. It never errors. */
export const arrivingNotices = (userId: string): Observable<Arrival> => arrivals(channel(topics.user(userId)))

/** The counts that another tab has polled for this one. They come from outside: parse them. */
export const polledCounts = (userId: string): Observable<unknown> =>
  polledElsewhere(channel(topics.user(userId)), pollNews(unreadPoll(userId)))

/** Gives the counts that a poll of this tab has read to the other tabs. */
export const tellCounts = (userId: string, counts: unknown): void => tellPoll(unreadPoll(userId), counts)
