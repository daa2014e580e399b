import { Button, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { type ReadyRow, readyKey } from '../api/detail/ready-marks.query'
import { readReadyStep, readyKind } from '../outbox-kinds'
import { liveReadyUndo } from './task-detail.actors'
import { sayError } from './toasts'

type ReadyButtonProps = {
  task: { id: string; title: string }
  /** This person's own mark. */
  row: ReadyRow | undefined
}

/** Mark me Ready, and for 10 seconds Undo Ready (spec 2 §4). */
export function ReadyButton({ task: { id: taskId, title }, row }: ReadyButtonProps) {
  const outbox = useOutbox()
  const entry = useWaiting(readyKind, taskId).at(-1)
  const queryClient = useQueryClient()
  const ready = row?.ready
  const updatedAt = row?.updated_at
  const mark = useMemo(
    () => (ready === undefined || updatedAt === undefined ? null : { ready, at: Date.parse(updatedAt) }),
    [ready, updatedAt],
  )
  const actor = useActorRef(
    useMemo(() => liveReadyUndo(outbox, { id: taskId, title }), [outbox, taskId, title]),
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

  if (entry && entry.state !== 'sending') {
    const isMark = readReadyStep(entry.payload)?.ready === true
    return (
      <Stack gap={2}>
        <Text size="sm">{isMark ? 'You marked yourself ready' : 'You took your ready mark back'}</Text>
        <WaitingNote entry={entry} />
      </Stack>
    )
  }
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
