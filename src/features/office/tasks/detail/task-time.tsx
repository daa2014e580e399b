import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLive } from '@/kit/live/use-live'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { topics } from '@/shared/domain/records/nudge'
import { formatDuration, parseDuration } from '@/shared/domain/time/duration'
import { asksForEnd, runningSince, type TimeEntry } from '@/shared/domain/time/time-entry'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useWorkedSeconds } from '@/streams/react/use-worked-seconds'
import { pauseTimer } from '../api/timers/task-timers.mutation'
import { taskTimersKey, taskTimersQuery } from '../api/timers/task-timers.query'
import { startTaskTimer } from '../timer/start-task-timer'
import { sayError } from './toasts'

const PauseTimerDialog = lazy(async () => ({
  default: (await import('@/kit/timer/pause-timer-dialog')).PauseTimerDialog,
}))

/** What this person worked on a task, and the timer for it: it is started, paused and continued here. */
export function TaskTime({ task }: { task: { id: string } }) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const { data: timers } = useQuery(taskTimersQuery(task.id, user.id))
  useLive(taskTimersKey, [{ topic: topics.user(user.id), tables: ['time_entries'] }])
  const start = useActMutation({ mutationFn: () => startTaskTimer(task, queryClient) })
  if (timers === undefined) return null
  const running = timers.find((timer) => runningSince(timer) !== null)
  return (
    <Group gap="xs">
      {running ? (
        <PauseButton entry={running} />
      ) : (
        <Button
          {...look}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {timers.length > 0 ? 'Continue timer' : 'Start timer'}
        </Button>
      )}
      {timers.length > 0 ? <Worked timers={timers} running={running} /> : null}
    </Group>
  )
}

const look = { variant: 'default', size: 'compact-md', fz: 'sm' } as const

/** Pauses the timer; of one that was probably forgotten it asks when the work ended. */
function PauseButton({ entry }: { entry: TimeEntry }) {
  const queryClient = useQueryClient()
  const pausing = useActMutation({
    mutationFn: (ended: string | null) => pauseTimer(entry.id, ended),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taskTimersKey }),
    onError: (error) => (asksForEnd(error) ? undefined : sayError(saveProblem(error), 'Failed to pause timer')),
  })
  return (
    <>
      <Button
        {...look}
        leftSection={<IconPlayerPause size={16} aria-hidden />}
        loading={pausing.isPending}
        onClick={() => pausing.mutate(null)}
      >
        Pause timer
      </Button>
      {asksForEnd(pausing.error) ? (
        <Suspense fallback={null}>
          <PauseTimerDialog
            from={runningSince(entry)}
            isSaving={pausing.isPending}
            onCancel={pausing.reset}
            onConfirm={(ended) => pausing.mutate(ended)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The sum of the person's timers for the task, ticking while one runs. */
function Worked({ timers, running }: { timers: readonly TimeEntry[]; running: TimeEntry | undefined }) {
  const closed = timers
    .filter((timer) => timer !== running)
    .reduce((sum, { totalDuration }) => sum + (parseDuration(totalDuration) ?? 0), 0)
  return (
    <Text size="sm" c="dimmed">
      {running ? <Ticking entry={running} before={closed} /> : formatDuration(closed)} by you
    </Text>
  )
}

function Ticking({ entry, before }: { entry: TimeEntry; before: number }) {
  const seconds = useWorkedSeconds(entry)
  return <span role="timer">{seconds === null ? '--:--:--' : formatDuration(before + seconds)}</span>
}
