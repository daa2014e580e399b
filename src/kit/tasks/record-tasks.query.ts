import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { TaskRecord } from '@/shared/domain/tasks/about-record'

export const recordTasksKey = ['tasks', 'of-record'] as const

const columns = `id, title, status, due_at, assignees, created_by, created_at, job_id, delivery_id,
  job:jobs(job_number), delivery:deliveries(delivery_number)`

/** More than a page shows at once; the list of tasks has them all. */
const most = 100

/** The tasks about a record: the open ones, what is due first, and the number of the done ones. */
export const recordTasksQuery = ({ kind, id }: TaskRecord) =>
  queryOptions({
    queryKey: [...recordTasksKey, kind, id],
    queryFn: async ({ signal }) => {
      const of = { p_kind: kind, p_id: id }
      const [open, done] = await Promise.all([
        db
          .rpc('tasks_of_record', of, { get: true })
          .select(columns)
          .neq('status', 'completed')
          .order('due_at', { nullsFirst: false })
          .order('created_at', { ascending: false })
          .limit(most)
          .abortSignal(signal)
          .throwOnError(),
        db
          .rpc('tasks_of_record', of, { get: true, head: true, count: 'exact' })
          .eq('status', 'completed')
          .abortSignal(signal)
          .throwOnError(),
      ])
      return { open: open.data, done: done.count ?? 0 }
    },
  })

export type RecordTask = Awaited<
  ReturnType<NonNullable<ReturnType<typeof recordTasksQuery>['queryFn']>>
>['open'][number]
