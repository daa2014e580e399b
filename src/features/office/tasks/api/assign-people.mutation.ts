import { changeAssignees } from './change-task.mutation'

type Assignment = {
  task: { id: string; assignees: readonly string[] }
  assignees: readonly string[]
}

/** Changes the assignees of a task; the database notifies the new ones. Throws as `changeTask`. */
export async function assignPeople({ task, assignees }: Assignment): Promise<void> {
  await changeAssignees(task.id, {
    add: assignees.filter((userId) => !task.assignees.includes(userId)),
    remove: task.assignees.filter((userId) => !assignees.includes(userId)),
  })
}
