import { Button, SimpleGrid, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { PauseTimerDialog } from '@/kit/timer/pause-timer-dialog'
import { StopTimerDialog } from '@/kit/timer/stop-timer-dialog'
import { asksForEnd, isRefusal, runningSince, type TimeEntry, timerTexts } from '@/shared/domain/time/time-entry'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { openEntriesQuery } from '../api/entries.query'
import { timeTrackingKey } from '../api/time-tracking-key'
import { useLiveTime } from '../use-live-time'
import { CompletedEntries } from './completed-entries'
import { EntryDialog } from './entry-dialog'
import { AddTime } from './add-time'
import { OpenEntries } from './open-entries'
import { OwnHours } from './own-hours'
import type { MoveEntry } from '../move-entry'
import { StartTimerForm } from './start-timer-form'

type TimeTrackingScreenProps = {
  moveTimer: (move: MoveEntry['move'], id: string, how: Omit<MoveEntry, 'move' | 'entry'>) => Promise<TimeEntry>
  actions?: ReactNode
}

const done = { pause: timerTexts.paused, resume: timerTexts.resumed, stop: timerTexts.completed }
const failed = { pause: timerTexts.pauseFailed, resume: timerTexts.resumeFailed, stop: timerTexts.stopFailed }

/** /time-tracking: the timers of the signed-in person, and the entry that the address names. */
export function TimeTrackingScreen({ moveTimer, actions }: TimeTrackingScreenProps) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const question = useDialog('stop', 'asked')
  const byHand = useDialog('by-hand')
  const open = useQuery(openEntriesQuery(user.email))
  const stopping = open.data?.find(({ id }) => id === question.subject) ?? null
  useLiveTime(user)

  const move = useActMutation({
    mutationFn: ({ move, entry, ...how }: MoveEntry) => moveTimer(move, entry.id, how),
    onSuccess: (entry, { move }) =>
      notifications.show({
        title: done[move],
        message: move === 'stop' ? `Total duration: ${entry.totalDuration}` : null,
      }),
    onError: (error, { move }) => {
      if (asksForEnd(error)) return
      notifications.show(
        move === 'resume' && isRefusal(error)
          ? { color: 'red', message: timerTexts.refused }
          : { color: 'red', title: failed[move], message: error.message },
      )
    },
    onSettled: (_, error) => {
      if (!asksForEnd(error)) question.close()
      return queryClient.invalidateQueries({ queryKey: timeTrackingKey })
    },
  })

  const showEntry = (id: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (id === null) next.delete('entry')
        else next.set('entry', id)
        return next
      },
      { replace: id === null },
    )
  const hrefOf = (id: string) => `?${new URLSearchParams({ entry: id }).toString()}`

  return (
    <PageFrame
      title="Time Tracking"
      lead="Your timers, and the hours behind you."
      actions={
        <>
          <Button variant="default" onClick={() => byHand.open()}>
            Add time by hand
          </Button>
          {actions}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="xl">
        <StartTimerForm hasActive={open.data?.some(({ status }) => status === 'active') ?? false} />
        <OwnHours userId={user.id} />
      </SimpleGrid>
      <Title order={2} mb="xs">
        Open timers
      </Title>
      <OpenEntries
        query={open}
        hrefOf={hrefOf}
        busyId={move.isPending ? move.variables.entry.id : null}
        onMove={(wish) => (wish.move === 'stop' ? question.open(wish.entry.id) : move.mutate(wish))}
      />
      <Title order={2} mt="xl" mb="xs">
        Completed
      </Title>
      <CompletedEntries userEmail={user.email} hrefOf={hrefOf} />
      {stopping ? (
        <StopTimerDialog
          opened
          entry={stopping}
          isSaving={move.isPending}
          isAskedForEnd={asksForEnd(move.error)}
          onCancel={question.close}
          onConfirm={(ended) => move.mutate({ move: 'stop', entry: stopping, ended })}
        />
      ) : null}
      {move.variables?.move === 'pause' && asksForEnd(move.error) ? (
        <PauseTimerDialog
          from={runningSince(move.variables.entry)}
          isSaving={move.isPending}
          onCancel={move.reset}
          onConfirm={(ended) => move.variables && move.mutate({ ...move.variables, ended })}
        />
      ) : null}
      <AddTime isOpen={byHand.isOpen} jobId={byHand.subject} onClose={byHand.close} />
      <EntryDialog entryId={search.get('entry')} userId={user.id} onClose={() => showEntry(null)} />
    </PageFrame>
  )
}
