import { db } from '@/shared/db/client'
import { assignmentNoticeId } from '@/shared/domain/records/notification'

/** What one task gets, beside what the person saw of it: the database keeps what somebody else set meanwhile. */
export type TaskStep = {
  id: string
  status?: string
  seen_status?: string
  sets_due?: true
  due_at?: string | null
  seen_due_at?: string | null
  add?: string[]
  remove?: string[]
}

/** What became of one task: `meanwhile` when somebody else set it to another value, `refused` when it may not be changed. */
export type Outcome = 'changed' | 'gone' | 'meanwhile' | 'refused'

/** Changes several tasks in one request. Says of each what became of it; throws when the whole request is refused. */
export async function changeTasks(steps: readonly TaskStep[]): Promise<ReadonlyMap<string, Outcome>> {
  const { data } = await db.rpc('change_tasks', { p_changes: steps.map((step) => ({ ...step })) }).throwOnError()
  return new Map(data.map(({ id, outcome }) => [id, outcome as Outcome]))
}

/** The most notices that one request carries: a sender has 200 a minute. */
const mostNotices = 200

/** Tells newcomers of tasks that they were assigned (spec 2 §7). A failed notice is ignored (§8). */
export async function tellNewcomers(
  tasks: readonly { id: string; title: string; newcomers: readonly string[] }[],
  by: string,
): Promise<void> {
  const notices = tasks.flatMap(({ id, title, newcomers }) =>
    newcomers
      .filter((userId) => userId !== by)
      .map((userId) => ({
        id: assignmentNoticeId(id, userId),
        user_id: userId,
        type: 'task_assigned',
        title: 'New task assigned',
        message: `You have been assigned to: ${title}`,
        metadata: { task_id: id, created_by: by },
      })),
  )
  if (notices.length > 0) await db.from('notifications').insert(notices.slice(0, mostNotices))
}
