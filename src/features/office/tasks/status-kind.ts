import type { OutboxKind } from '@/kit/outbox/outbox-kind'
import { fields, listOf, type ReadBy, text } from '@/shared/domain/records/mini-schema'
import { statusLabels } from '@/shared/domain/tasks/task'
import { setStatus } from './api/set-status.mutation'
import { taskKey, taskListsKey } from './api/tasks.query'

const statusShape = fields({ taskId: text, seen: listOf(text), to: text })
export type StatusMove = ReadBy<typeof statusShape>
export const readStatusMove = (kept: unknown): StatusMove | null => statusShape.safeParse(kept).data ?? null

/** Another status of a task; the last one chosen counts. */
export const statusKind: OutboxKind<StatusMove> = {
  name: 'task.status',
  schema: statusShape,
  send: setStatus,
  touches: ({ taskId }) => [taskListsKey, taskKey(taskId)],
  merge: (earlier, later) => ({
    ...later,
    seen: [...new Set([...earlier.seen, earlier.to, ...later.seen])],
  }),
}

/** The outbox entry for a change of a task's status. */
export const statusMove = (task: { id: string; title: string; status: string }, to: string) => ({
  about: task.id,
  label: `“${task.title}” to ${statusLabels[to] ?? to}`,
  payload: { taskId: task.id, seen: [task.status], to },
})
