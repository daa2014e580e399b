import { db } from '@/shared/db/client'

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
