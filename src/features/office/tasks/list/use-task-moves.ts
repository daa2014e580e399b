import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { changeTask } from '../api/change-task.mutation'
import { taskKey, taskListsKey } from '../api/tasks.query'

export type TaskMoves = {
  /** The status that each task on its way is shown with. */
  moved: ReadonlyMap<string, string>
  move: (task: { id: string; status: string }, status: string) => void
}

/** Moves shown at once and taken back when saving fails. A task moved twice shows its last place. */
export function useTaskMoves(): TaskMoves {
  const queryClient = useQueryClient()
  const [moved, setMoved] = useState<ReadonlyMap<string, string>>(new Map())

  const move = useCallback(
    async (task: { id: string; status: string }, status: string) => {
      if (task.status === status) return
      setMoved((before) => new Map(before).set(task.id, status))
      try {
        await changeTask(task.id, { status })
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: taskListsKey }),
          queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
        ])
      } catch {
        notifications.show({ color: 'red', title: 'Error', message: 'Failed to update task' })
      }
      setMoved((before) => {
        if (before.get(task.id) !== status) return before
        const next = new Map(before)
        next.delete(task.id)
        return next
      })
    },
    [queryClient],
  )
  return { moved, move }
}
