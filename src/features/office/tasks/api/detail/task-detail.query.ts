import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { taskKey } from '../tasks.query'

const columns = `id, title, description, status, created_by, assignees, created_at, images, file_names, contact_id, location_id,
  due_at, reminder_hours,  contact:contacts(id, name, last_name, company), location:locations(id, label, address, city, lat, lng),
  quotation:quotations(id, quotation_number), job:jobs(id, job_number), order:orders(id, order_number),
  delivery:deliveries(id, delivery_number)`

/** One task with its related records; null when it does not exist or this person may not see it. */
export const taskDetailQuery = (taskId: string) =>
  queryOptions({
    queryKey: taskKey(taskId),
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('tasks')
        .select(columns)
        .eq('id', taskId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

export type TaskDetail = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof taskDetailQuery>['queryFn']>>>>
