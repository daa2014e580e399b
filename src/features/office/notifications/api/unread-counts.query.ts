import { queryOptions } from '@tanstack/react-query'
import { amount, fields } from '@/shared/domain/records/mini-schema'
import {
  generalNoticeTypes,
  type NotificationSource,
  notificationSources,
  recipientColumn,
} from '@/shared/domain/records/notification'
import { db } from '@/shared/db/client'
import { againAfterFailure, notificationsKey } from './notifications-key'

/** PostgREST's code for an unknown function. */
const unknownFunction = 'PGRST202'

export type UnreadCounts = Record<NotificationSource, number>
export const unreadCountsSchema = fields(
  Object.fromEntries(notificationSources.map((source) => [source, amount])) as Record<
    NotificationSource,
    typeof amount
  >,
)

export const unreadCountsKey = (userId: string) => [...notificationsKey(userId), 'unread counts'] as const

/** A person's unread notices by source, all of one instant: docs/decisions/0031. */
export const unreadCountsQuery = (userId: string) =>
  queryOptions({
    queryKey: unreadCountsKey(userId),
    queryFn: ({ signal }) => readCounts(userId, signal),
    refetchInterval: againAfterFailure,
  })

/** The sum that the badge shows. */
export const unreadOf = (counts: UnreadCounts | undefined): number =>
  counts ? notificationSources.reduce((sum, source) => sum + counts[source], 0) : 0

async function readCounts(userId: string, signal: AbortSignal): Promise<UnreadCounts> {
  const { data, error } = await db.rpc('unread_counts', undefined, { get: true }).abortSignal(signal)
  if (error?.code === unknownFunction) return countEachSource(userId, signal)
  if (error) throw error
  return unreadCountsSchema.parse(Object.fromEntries(data.map(({ source, unread }) => [source, unread])))
}

/** The reads of spec 2 §7, for a database without the counting function. */
async function countEachSource(userId: string, signal: AbortSignal): Promise<UnreadCounts> {
  const counted = await Promise.all(
    notificationSources.map(async (source) => [source, await countSource(userId, source, signal)] as const),
  )
  return unreadCountsSchema.parse(Object.fromEntries(counted))
}

async function countSource(userId: string, source: NotificationSource, signal: AbortSignal): Promise<number> {
  const unread = db
    .from(source)
    .select('id', { count: 'exact', head: true })
    .filter(recipientColumn[source], 'eq', userId)
    .eq('is_read', false)
  const counted = source === 'notifications' ? unread.in('type', generalNoticeTypes) : unread
  const { count } = await counted.abortSignal(signal).throwOnError()
  return count ?? 0
}
