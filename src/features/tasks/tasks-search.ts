import { taskScopes, type TaskScope } from '@/shared/domain/task'

/** What the address of /tasks says: which tasks, which state, which one is open. */
export type TasksSearch = { scope: TaskScope; status: string | null; taskId: string | null }

const isScope = (value: string | null): value is TaskScope => taskScopes.some((scope) => scope === value)

export function readTasksSearch(search: URLSearchParams): TasksSearch {
  const scope = search.get('show')
  return { scope: isScope(scope) ? scope : 'mine', status: search.get('status') || null, taskId: search.get('task') }
}

/** The same address with some of it changed; whatever else it says stays. */
export function withTasksSearch(search: URLSearchParams, change: Partial<TasksSearch>): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value))
  if (change.scope !== undefined) put('show', change.scope === 'mine' ? null : change.scope)
  if (change.status !== undefined) put('status', change.status)
  if (change.taskId !== undefined) put('task', change.taskId)
  return next
}
