import { queryOptions } from '@tanstack/react-query'
import { fields, oneOf, orNull, type ReadBy, text } from '@/shared/domain/records/mini-schema'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

export const recentActivityKey = [...dashboardKey, 'activity'] as const

const activityKinds = ['task', 'comment', 'quotation', 'delivery', 'delivered', 'person', 'business', 'note'] as const
const activitySchema = fields({
  at: text,
  kind: oneOf(activityKinds),
  id: text,
  title: text,
  actor: orNull(text),
})
export type ActivityKind = (typeof activityKinds)[number]
/** An event: its time (ISO 8601), its record, and its person if known. */
export type Activity = ReadBy<typeof activitySchema>

/** The latest activity that this person may see. */
export const recentActivityQuery = queryOptions({
  queryKey: recentActivityKey,
  queryFn: async ({ signal }): Promise<Activity[]> => {
    const { data } = await db.rpc('recent_activity', { p_limit: 9 }).abortSignal(signal).throwOnError()
    return data.flatMap((row) => activitySchema.safeParse(row).data ?? [])
  },
})
