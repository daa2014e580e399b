import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { saveProblem } from '@/shared/hooks/save-problem'
import { changeTasks, type TaskStep } from '../api/change-tasks.mutation'
import { tasksKey, type TaskRow } from '../api/tasks.query'
import { sayError } from '../detail/toasts'
import { dueDay } from '@/shared/domain/tasks/due'
import { backOf, doneText, refusedText, type Setting, stepOf } from './task-change'

/** Changes one or several tasks in one request, says which were left, and offers one undo for all. */
export type ChangeTasks = (tasks: readonly TaskRow[], setting: Setting) => void

export function useChangeTasks(): ChangeTasks {
  const queryClient = useQueryClient()
  return useCallback(
    (tasks, setting) => {
      const readAgain = () => queryClient.invalidateQueries({ queryKey: tasksKey })
      const send = async (steps: readonly TaskStep[]) => {
        try {
          return await changeTasks(steps)
        } finally {
          await readAgain()
        }
      }
      const undo = (asked: readonly TaskRow[], steps: readonly TaskStep[]) =>
        void send(steps.map(backOf)).then(
          (outcomes) => {
            const left = refusedText(asked, outcomes)
            if (left === null) notifications.show({ message: 'Undone' })
            else sayError(left, 'Error')
          },
          (error: unknown) => sayError(saveProblem(error), 'Error'),
        )
      const change = async () => {
        const steps = tasks.flatMap((task) => stepOf(task, setting) ?? [])
        const asked = tasks.filter(({ id }) => steps.some((step) => step.id === id))
        if (steps.length === 0) return
        const outcomes = await send(steps)
        const done = asked.filter(({ id }) => outcomes.get(id) === 'changed')
        const left = refusedText(asked, outcomes)
        if (left !== null) sayError(left, 'Error')
        if (done.length === 0) return
        const sent = steps.filter(({ id }) => done.some((task) => task.id === id))
        notifyWithUndo(doneText(done, setting, dueDay), () => undo(done, sent))
      }
      void change().catch((error: unknown) => sayError(saveProblem(error), 'Error'))
    },
    [queryClient],
  )
}
