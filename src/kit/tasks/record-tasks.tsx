import { lazy, Suspense } from 'react'
import { can } from '@/shared/domain/people/permission'
import type { TaskRecord } from '@/shared/domain/tasks/about-record'
import { useRights } from '@/shared/hooks/current-user'

const TasksOfRecord = lazy(async () => ({ default: (await import('./tasks-of-record')).TasksOfRecord }))

/** The open tasks about a record; nothing for people who see no tasks. The code comes after that of the page around it. */
export const RecordTasks = (record: TaskRecord) =>
  can(useRights(), 'tasks', 'view') ? (
    <Suspense fallback={null}>
      <TasksOfRecord {...record} />
    </Suspense>
  ) : null
