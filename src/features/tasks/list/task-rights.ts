import { can } from '@/shared/domain/permission'
import { isPrivate } from '@/shared/domain/task'
import { type CurrentUser, useCurrentUser } from '@/shared/ui/current-user'

type Owned = { created_by: string | null; assignees: readonly string[] }
type Person = Pick<CurrentUser, 'id' | 'rights'>

/** Mirrors the policy of changing tasks: creators, assignees, and of shared ones whoever may edit tasks. */
export const mayChange = (task: Owned, { id, rights }: Person): boolean =>
  task.created_by === id || task.assignees.includes(id) || (!isPrivate(task) && can(rights, 'tasks', 'edit'))

/** Mirrors the policy of deleting tasks: creators with the right to, and admins the shared ones. */
export const mayDelete = (task: Owned, { id, rights }: Person): boolean =>
  can(rights, 'tasks', 'delete') && (task.created_by === id || (!isPrivate(task) && rights.role === 'admin'))

/** Whether the signed-in person may change the task. */
export const useMayChange = (task: Owned): boolean => mayChange(task, useCurrentUser())
