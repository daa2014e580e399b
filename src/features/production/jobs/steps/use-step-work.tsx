import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { askToPauseOther } from '@/kit/timer/other-timer-runs'
import { PauseTimerDialog } from '@/kit/timer/pause-timer-dialog'
import { asksForEnd } from '@/shared/domain/time/time-entry'
import { isDuplicate, saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey } from '../../shared/api/cards.query'
import { pauseStep, startStep } from '../api/step.mutation'

/** Starts, pauses and changes steps, and reports failures. */
export function useStepWork() {
  const queryClient = useQueryClient()
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const pausing = useActMutation({
    mutationFn: ({ step, ended }: { step: string; ended: string | null }) => pauseStep(step, ended),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => {
      if (!asksForEnd(error)) notifications.show({ color: 'red', title: 'Not paused', message: saveProblem(error) })
    },
  })
  const starting = useActMutation({
    mutationFn: ({ step, pausesOther }: { step: string; pausesOther: boolean }) => startStep(step, pausesOther),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error, { step }) => {
      if (!isDuplicate(error)) {
        notifications.show({ color: 'red', title: 'Not started', message: saveProblem(error) })
        return
      }
      askToPauseOther(step, saveProblem(error), () => starting.mutate({ step, pausesOther: true }))
    },
  })
  return {
    isBusy: acting.isPending || starting.isPending || pausing.isPending,
    pause: (step: string) => pausing.mutate({ step, ended: null }),
    /** The question when the work ended, for a timer that was probably forgotten; to be shown. */
    question: asksForEnd(pausing.error) ? (
      <PauseTimerDialog
        from={null}
        isSaving={pausing.isPending}
        onCancel={pausing.reset}
        onConfirm={(ended) => pausing.variables && pausing.mutate({ ...pausing.variables, ended })}
      />
    ) : null,
    act: (does: () => Promise<unknown>) => acting.mutate(does),
    start: (step: string) => starting.mutate({ step, pausesOther: false }),
  }
}
