import { can, type Rights } from '../people/permission'
import { isPrivate } from './task'

type Task = { created_by: string | null; assignees: readonly string[] }
type Person = { id: string; rights: Rights }

/** True for the creator and the assignees, who may mark themselves ready (spec 2 §6) and get notices of replies. */
export const isMember = (task: Task, userId: string): boolean =>
  task.created_by === userId || task.assignees.includes(userId)

/** Mirrors the update policy of tasks: the creator, and on shared tasks the assignees and people with the right to edit tasks. */
export const mayChange = (task: Task, { id, rights }: Person): boolean =>
  can(rights, 'tasks', 'view') &&
  (task.created_by === id || (!isPrivate(task) && (task.assignees.includes(id) || can(rights, 'tasks', 'edit'))))

/** Mirrors the delete policy of tasks: creators with the right to, and admins the shared ones. */
export const mayDelete = (task: Task, { id, rights }: Person): boolean =>
  can(rights, 'tasks', 'delete') && (task.created_by === id || (!isPrivate(task) && rights.role === 'admin'))

/** Nobody but its creator makes a shared task private. */
export const mayMakePrivate = (task: Task, userId: string): boolean => task.created_by === userId
