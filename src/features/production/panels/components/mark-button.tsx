import { Button, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClockPause } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { capital } from '@/kit/words'
import { clockText } from '@/shared/domain/text/formats'
import { panelsKey } from '../api/panels.query'
import { readTick, tickKind } from '../outbox-kinds'
import { type Mark, markOf, type Part } from '../panel'
import { aboutOf, liveTick } from '../tick.actors'
import classes from './panels.module.css'

type MarkButtonProps = {
  part: Part
  mark: Mark
  /** The signed-in person. */
  me: string
  nameOf: (id: string | null) => string
  /** Why it cannot be marked now; null when it can. */
  why: string | null
  mayWork: boolean
}

/** One mark of one part for a thumb. After pressing, ten seconds to take it back. */
export function MarkButton({ part, mark, me, nameOf, why, mayWork }: MarkButtonProps) {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const [entry] = useWaiting(tickKind, aboutOf(part.id, mark))
  const set = markOf(part, mark)
  const isMine = set?.by === me
  // Marks of other people and older marks cannot be undone here: they count as old.
  const known = set === null ? null : { ready: true, at: isMine ? Date.parse(set.at) : 0 }
  const { id, name } = part
  const [state, send] = useMachine(
    useMemo(
      () => liveTick(outbox, { id, name }, mark, () => queryClient.invalidateQueries({ queryKey: panelsKey })),
      [outbox, id, name, mark, queryClient],
    ),
    { input: { mark: known, now: Date.now } },
  )
  useEffect(
    () =>
      send({ type: 'mark.heard', mark: set === null ? null : { ready: true, at: isMine ? Date.parse(set.at) : 0 } }),
    [set?.at, isMine, send], // oxlint-disable-line react/exhaustive-deps -- the moment stands for the mark
  )
  const words = capital(mark)
  if (entry && entry.state !== 'sending') {
    return (
      <div className={classes.mark} data-done={readTick(entry.payload)?.isTicked || undefined}>
        <Text size="sm" fw={600}>
          <IconClockPause size={14} aria-hidden /> {words}
        </Text>
        <WaitingNote entry={entry} />
      </div>
    )
  }
  if (state.hasTag('canUndo'))
    return (
      <Button
        className={classes.thumb ?? ''}
        variant="light"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={`Undo ${mark}: ${name}`}
        // The second press of a double click on the mark is no undo.
        onClick={({ detail }) => {
          if (detail < 2) send({ type: 'ready.undo' })
        }}
      >
        Undo
      </Button>
    )
  if (set !== null && !state.hasTag('canMark') && !state.hasTag('busy'))
    return (
      <div className={classes.mark} data-done>
        <Text size="sm" fw={600}>
          <IconCheck size={14} aria-hidden /> {words}
        </Text>
        <Text size="xs" c="dimmed">
          {nameOf(set.by)} {clockText(set.at)}
        </Text>
      </div>
    )
  return (
    <Button
      className={classes.thumb ?? ''}
      variant={why === null ? 'filled' : 'default'}
      disabled={!mayWork || why !== null}
      loading={state.hasTag('busy')}
      aria-label={`${words}: ${name}`}
      title={why ?? undefined}
      onClick={() => send({ type: 'ready.mark' })}
    >
      {words}
    </Button>
  )
}
