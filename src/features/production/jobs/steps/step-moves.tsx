import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { confirmRemoval } from '@/kit/confirm'
import { ActionButton } from '@/kit/form/action-button'
import { removeRow } from '@/kit/save/save-row'
import { isRunning, isStartable } from '../../shared/card'
import { bringBackStep, putStepAfter } from '../api/step.mutation'
import type { JobStep, StepsOfJob } from './use-job-steps'

/** `why`: why the step cannot start now, as a sentence. */
type StepMovesProps = { of: StepsOfJob; step: JobStep; why: string | null }
type Offer = { label: string; does: () => void; why?: string | null }

type Move = 'finish' | 'skip' | 'join' | 'bringBack' | 'openAgain' | 'change' | 'up' | 'down' | 'remove'

/** What the menu of a step offers, by the status of the step. */
const offeredIn: Readonly<Record<string, readonly Move[]>> = {
  todo: ['finish', 'skip', 'change', 'up', 'down', 'remove'],
  paused: ['finish', 'skip', 'change'],
  in_progress: ['join'],
  skipped: ['bringBack'],
  done: ['openAgain'],
}

/** The offers of the menu. Null: not allowed for this person, or there is no place to move it. */
function offersOf({ of, step, why }: StepMovesProps): Record<Move, Offer | null> {
  const { work, maySkip } = of
  const { id } = step
  const plan = of.planOf(step)
  const start = () => work.start(id)
  const put = (label: string, after: string | null | undefined) =>
    after === undefined ? null : { label, does: () => work.act(() => putStepAfter(id, after)) }
  const remove = () =>
    confirmRemoval({
      title: `Remove ${step.name}?`,
      text: 'This job does not get this step. What waited for it waits for the step before it.',
      confirm: 'Remove step',
      onConfirm: () => work.act(() => removeRow({ table: 'job_steps', what: 'this step', id })),
    })
  return {
    finish: { label: 'Done without a timer', does: () => of.finish.open(id), why },
    skip: maySkip ? { label: 'Skip this step', does: () => of.skip.open(id) } : null,
    join: { label: 'Join with my timer', does: start },
    bringBack: { label: 'Do it after all', does: () => work.act(() => bringBackStep(id)) },
    openAgain: { label: 'Open again', does: start },
    change: plan && { label: 'Change name, machine or minutes', does: () => of.edit.open(id) },
    up: put('Move up', plan?.up),
    down: put('Move down', plan?.down),
    remove: plan && maySkip ? { label: 'Remove this step', does: remove } : null,
  }
}

/** The buttons of a step, and everything else in a menu. */
export const StepMoves = (props: StepMovesProps) => (
  <>
    {isStartable(props.step) ? <Start {...props} /> : null}
    {isRunning(props.step) ? <PauseOrFinish {...props} /> : null}
    <More {...props} />
  </>
)

const Start = ({ of, step, why }: StepMovesProps) => (
  <ActionButton
    why={why}
    disabled={of.work.isBusy}
    leftSection={<IconPlayerPlay size={16} aria-hidden />}
    onClick={() => of.work.start(step.id)}
  >
    {step.status === 'paused' ? 'Go on' : 'Start'}
  </ActionButton>
)

const PauseOrFinish = ({ of: { work, finish }, step }: StepMovesProps) => (
  <>
    <Button
      variant="default"
      disabled={work.isBusy}
      leftSection={<IconPlayerPause size={16} aria-hidden />}
      onClick={() => work.pause(step.id)}
    >
      Pause
    </Button>
    <Button
      disabled={work.isBusy}
      leftSection={<IconCheck size={16} aria-hidden />}
      onClick={() => finish.open(step.id)}
    >
      Done
    </Button>
  </>
)

function More(props: StepMovesProps) {
  const { step } = props
  const offers = offersOf(props)
  const more = (offeredIn[step.status] ?? []).flatMap((move) => offers[move] ?? [])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={`More for ${step.name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {more.map(({ label, does, why = null }) => (
          <Menu.Item key={label} disabled={why !== null} onClick={does}>
            {label}
            {why ? (
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            ) : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
