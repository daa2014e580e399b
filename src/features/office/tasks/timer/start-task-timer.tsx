import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { askToPauseOther } from '@/kit/timer/other-timer-runs'
import { isDuplicate, saveProblem } from '@/shared/hooks/save-problem'
import { startTask } from '../api/timers/task-timers.mutation'
import { taskTimersKey } from '../api/timers/task-timers.query'

/**
 * Starts the person's timer for a task, or goes on with the paused one. Where another timer of theirs runs, it asks whether
 * that is paused; every other failure is said.
 */
export async function startTaskTimer(
  { id }: { id: string },
  queryClient: QueryClient,
  pausesOther = false,
): Promise<void> {
  try {
    await startTask(id, pausesOther)
  } catch (error) {
    if (isDuplicate(error))
      askToPauseOther(`task-${id}`, saveProblem(error), () => void startTaskTimer({ id }, queryClient, true))
    else notifications.show({ color: 'red', title: 'The timer was not started', message: saveProblem(error) })
  }
  await queryClient.invalidateQueries({ queryKey: taskTimersKey })
}
