import type { NotificationSource } from '@/shared/domain/notification'

/** The root of every key of one person's notices: invalidate it and the badge and the panel read again. */
export const notificationsKey = (userId: string) => ['notifications', userId] as const

/** The root of one source: its count and its rows. */
export const sourceKey = (userId: string, source: NotificationSource) => [...notificationsKey(userId), source] as const
