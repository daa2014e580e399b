import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { amount, fields, listOf, oneOf, orNull, type ReadBy, text } from '@/shared/domain/records/mini-schema'
import { taskListsKey } from '../tasks.query'

/** Under the lists of tasks: what changes a task reads the day again. */
export const myDayKey = [...taskListsKey, 'my-day'] as const

const dayLines = listOf(
  fields({
    kind: oneOf(['task', 'step', 'job', 'delivery', 'installation', 'order', 'quotation', 'booking']),
    id: text,
    /** The job of a step. */
    part_of: orNull(text),
    because: oneOf(['due', 'planned', 'promised', 'follow_up']),
    title: text,
    detail: orNull(text),
    number: orNull(text),
    /** The day of the company. */
    day: text,
    /** Null where only the day is known. */
    at: orNull(text),
    status: text,
    /** Where its person put it; null where they did not. */
    place: orNull(amount),
  }),
)
export type DayLine = ReadBy<typeof dayLines>[number]

/** What is due, planned and promised for this person today or earlier, the earliest first. */
export const myDayQuery = queryOptions({
  queryKey: myDayKey,
  queryFn: async ({ signal }): Promise<DayLine[]> => {
    const { data } = await db.rpc('my_day', undefined, { get: true }).abortSignal(signal).throwOnError()
    return dayLines.parse(data)
  },
})
