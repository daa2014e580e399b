import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { type ReadyRow, readyKey } from '../api/ready-marks.query'
import { liveReadyUndo } from './task-detail.actors'
import { sayError } from './toasts'

type ReadyButtonProps = { taskId: string; userId: string; /** This person's own mark. */ row: ReadyRow | undefined }

/** Mark me Ready, and for 10 seconds Undo Ready (spec 2 §4). */
export function ReadyButton({ taskId, userId, row }: ReadyButtonProps) {
  const queryClient = useQueryClient()
  const ready = row?.ready
  const updatedAt = row?.updated_at
  const mark = useMemo(
    () => (ready === undefined || updatedAt === undefined ? null : { ready, at: Date.parse(updatedAt) }),
    [ready, updatedAt],
  )
  const actor = useActorRef(
    useMemo(() => liveReadyUndo(taskId, userId), [taskId, userId]),
    { input: { mark, now: Date.now } },
  )
  const state = useSelector(actor, (snapshot) => snapshot)
  const isReady = state.hasTag('ready')

  useEffect(() => actor.send({ type: 'mark.heard', mark }), [actor, mark])
  useEffect(() => {
    const failed = actor.on('ready.failed', ({ message }) => sayError(message))
    return () => failed.unsubscribe()
  }, [actor])
  useEffect(() => void queryClient.invalidateQueries({ queryKey: readyKey(taskId) }), [isReady, queryClient, taskId])

  if (state.hasTag('canUndo')) {
    return (
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => actor.send({ type: 'ready.undo' })}
      >
        Undo Ready
      </Button>
    )
  }
  if (!state.hasTag('canMark') && !state.hasTag('busy')) return null
  return (
    <Button
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={state.hasTag('busy')}
      onClick={() => actor.send({ type: 'ready.mark' })}
    >
      Mark me Ready
    </Button>
  )
}
