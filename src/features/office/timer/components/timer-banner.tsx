import { ActionIcon, Anchor, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { longTimerQuery, usualLongTimer } from '@/shared/db/reads/long-timer.query'
import { workOfTimerQuery } from '@/shared/db/reads/work-of-timer.query'
import type { TimerEmitted } from '@/machines/timer/timer.machine'
import { runningSince, type TimeEntry, workedFor } from '@/shared/domain/time/time-entry'
import { workWords } from '@/shared/domain/time/timed-work'
import { formatDuration } from '@/shared/domain/time/duration'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Hint } from '@/shared/ui/page/hint'
import { useRunsLong, useWorkedSeconds } from '@/streams/react/use-worked-seconds'
import { dismissalOf, roomOf } from '../dismissal'
import { liveTimer } from '../timer.actors'
import classes from './timer-banner.module.css'
import { linkTo } from '@/shared/lib/address'

const StopTimerDialog = lazy(async () => ({
  default: (await import('@/kit/timer/stop-timer-dialog')).StopTimerDialog,
}))

const PauseTimerDialog = lazy(async () => ({
  default: (await import('@/kit/timer/pause-timer-dialog')).PauseTimerDialog,
}))

const timeEntryLink = (id: string): string => `${linkTo('/time-tracking')}?entry=${id}`

/** The work timer of the signed-in person under the top bar (spec 2 §2, §4). Rendered once a tab. */
export function TimerBanner() {
  const { id, email } = useCurrentUser()
  return <Banner key={id} userId={id} userEmail={email} />
}

function Banner({ userId, userEmail }: { userId: string; userEmail: string }) {
  const machine = useMemo(() => liveTimer(userId, userEmail), [userId, userEmail])
  const timer = useActorRef(machine, { input: { dismissed: dismissalOf(userId).read() } })
  const state = useSelector(timer, (snapshot) => snapshot)
  const { entry, isStale, isAnswered } = state.context
  const isShown = entry !== null && state.hasTag('shown')
  const [hadRoom] = useState(() => roomOf(userId).read() === true)
  useEffect(() => {
    if (isAnswered) roomOf(userId).keep(isShown)
  }, [userId, isAnswered, isShown])
  const isAsked = state.hasTag('confirming')
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  useBackSaysNo(isAsked, () => timer.send({ type: 'stop.cancel' }))

  useEffect(() => {
    const heard = timer.on('*', announce)
    return () => heard.unsubscribe()
  }, [timer])

  if (!isAnswered && hadRoom) return <div className={classes.bar} data-room aria-hidden />
  if (!isShown) return null
  const isBusy = state.hasTag('busy')
  const isPaused = entry.status === 'paused'

  return (
    <section className={classes.bar} aria-label="Work timer" data-paused={isPaused || undefined}>
      <span className={classes.sign} aria-hidden />
      <div className={classes.what}>
        <WorkedFor entry={entry} />
        <span className={classes.state}>{isStale ? 'Not updated' : isPaused ? 'Paused' : 'Running'}</span>
      </div>
      <Worked entry={entry} />
      <div className={classes.moves}>
        {isPaused ? (
          <Move
            label="Resume"
            icon={<IconPlayerPlay size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => timer.send({ type: 'timer.resume' })}
          />
        ) : (
          <Pause
            entry={entry}
            disabled={isBusy}
            onPause={(ended) => timer.send({ type: 'timer.pause', ...(ended === null ? {} : { ended }) })}
          />
        )}
        <Move
          label="Stop"
          icon={<IconPlayerStop size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => timer.send({ type: 'timer.stop' })}
        />
        {state.can({ type: 'bar.dismiss' }) ? (
          <Hint label="Hide until the timer changes">
            <ActionIcon
              className={classes.hide}
              aria-label="Hide timer"
              onClick={() => timer.send({ type: 'bar.dismiss' })}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Hint>
        ) : null}
      </div>
      <LongRunHint entry={entry} href={timeEntryLink(entry.id)} />
      {wasAsked ? (
        <Suspense fallback={null}>
          <StopTimerDialog
            opened={isAsked}
            entry={entry}
            isSaving={isBusy}
            isAskedForEnd={state.context.isAskedForEnd}
            onCancel={() => timer.send({ type: 'stop.cancel' })}
            onConfirm={(ended) => timer.send({ type: 'stop.confirm', ...(ended === null ? {} : { ended }) })}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

type PauseProps = { entry: TimeEntry; disabled: boolean; onPause: (ended: string | null) => void }

/** Pauses the timer; of one that was probably forgotten it first asks when the work ended. */
function Pause({ entry, disabled, onPause }: PauseProps) {
  const { data: hours = usualLongTimer } = useQuery(longTimerQuery)
  const isLong = useRunsLong(entry, hours)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Move
        label="Pause"
        icon={<IconPlayerPause size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => (isLong ? setAsking(true) : onPause(null))}
      />
      {isAsking ? (
        <Suspense fallback={null}>
          <PauseTimerDialog
            from={runningSince(entry)}
            isSaving={disabled}
            onCancel={() => setAsking(false)}
            onConfirm={(ended) => {
              setAsking(false)
              onPause(ended)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The client, and the job and step where the timer is for one. */
function WorkedFor({ entry }: { entry: TimeEntry }) {
  const { data: work } = useQuery(workOfTimerQuery(entry.id, entry.touchedAt))
  const what = workWords(work)
  const words = [workedFor(entry), what].filter(Boolean).join(' · ')
  return (
    <Anchor component={Link} to={timeEntryLink(entry.id)} className={classes.who} title={words}>
      {what === '' ? (
        words
      ) : (
        <>
          <span className={classes.client}>{workedFor(entry)} · </span>
          {what}
        </>
      )}
    </Anchor>
  )
}

/** A question is in the address, so Back answers no before it leaves the page. */
function useBackSaysNo(isAsked: boolean, sayNo: () => void) {
  const question = useDialog('complete-order', 'asked')
  const wasShown = useRef(false)
  const follow = useEffectEvent(() => (isAsked ? question.open() : question.close()))
  const left = useEffectEvent(() => {
    if (isAsked) sayNo()
  })
  useEffect(() => follow(), [isAsked])
  useEffect(() => {
    if (wasShown.current && !question.isOpen) left()
    wasShown.current = question.isOpen
  }, [question.isOpen])
}

function Worked({ entry }: { entry: TimeEntry }) {
  const seconds = useWorkedSeconds(entry)
  return (
    <span className={classes.time} role="timer">
      {seconds === null ? '--:--:--' : formatDuration(seconds)}
    </span>
  )
}

/** A gentle word on a timer that was probably forgotten. */
function LongRunHint({ entry, href }: { entry: TimeEntry; href: string }) {
  const { data: hours = usualLongTimer } = useQuery(longTimerQuery)
  return useRunsLong(entry, hours) ? (
    <p className={classes.hint} role="status">
      Running for more than {hours} {hours === 1 ? 'hour' : 'hours'}. If it was forgotten,{' '}
      <Anchor component={Link} to={href} inherit>
        correct when it ended
      </Anchor>
      .
    </p>
  ) : null
}

type MoveProps = { label: string; icon: ReactNode; disabled: boolean; onClick: () => void }

/**
 * A button with its word; on a phone the icon alone is seen. Resume takes the place of Pause at once: the second click of
 * a double click would undo the first.
 */
const Move = ({ label, icon, disabled, onClick }: MoveProps) => (
  <Button
    size="compact-sm"
    variant="default"
    className={classes.move}
    classNames={{ label: classes.label ?? '' }}
    leftSection={icon}
    aria-label={label}
    disabled={disabled}
    onClick={(event) => {
      if (event.detail < 2) onClick()
    }}
  >
    {label}
  </Button>
)

function announce(event: TimerEmitted): void {
  switch (event.type) {
    case 'timer.moved':
      notifications.show({
        title: event.title,
        message: event.totalDuration === null ? null : `Total duration: ${event.totalDuration}`,
      })
      return
    case 'timer.refused':
      notifications.show({ color: 'red', message: event.text })
      return
    case 'timer.failed':
      notifications.show({ color: 'red', title: event.title, message: event.reason })
  }
}
