import type { NotificationSource } from '@/shared/domain/records/notification'

/** The root of every key of one person's notices: invalidate it and the badge and the panel read again. */
export const notificationsKey = (userId: string) => ['notifications', userId] as const

/** The root of the rows of one source. */
export const sourceKey = (userId: string, source: NotificationSource) => [...notificationsKey(userId), source] as const

/** A failed read is repeated after 10 s: on a live channel nothing else would repeat it. */
export const againAfterFailure = (query: { state: { status: string } }): number | false =>
  query.state.status === 'error' ? 10_000 : false
