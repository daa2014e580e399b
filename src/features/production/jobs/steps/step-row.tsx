import { Group, Stack, Text } from '@mantine/core'
import type { Status } from '@/documents/statuses'
import { StatusBadge } from '@/kit/record/status-badge'
import { minutesText } from '@/shared/domain/time/duration'
import { useNow } from '@/shared/hooks/use-now'
import { isStartable, whyNotStart } from '../../shared/card'
import { isOver } from '../../shared/job-status'
import { madeWords } from '../../shared/pieces'
import { restsUntil, untilText } from '../../shared/waiting'
import type { Job } from '../api/job.query'
import classes from '../components/job.module.css'
import { StepMoves } from './step-moves'
import { StepPeople } from './step-people'
import type { JobStep, StepsOfJob } from './use-job-steps'

/** One step of a job: its state, its people, and what can be done with it. */
export function StepRow({ of, step }: { of: StepsOfJob; step: JobStep }) {
  const { job, mayWork } = of
  const now = useNow(30_000)
  const rest = restsUntil(step, job.steps, now)
  const why = whyNotStart(step, job) ?? (rest === null ? null : `Rests until ${untilText(rest, now)}`)
  return (
    <li className={classes.step} aria-label={step.name}>
      <Stack gap={2}>
        <Group gap="xs">
          <Text fw={600}>{step.name}</Text>
          <StatusBadge kind="job_step" status={step.status} state={isOver(job.status) ? leftOf(step) : null} />
        </Group>
        <Text size="sm" c="dimmed">
          {[
            step.work_centre?.name,
            step.planned_minutes > 0 ? minutesText(step.planned_minutes) : null,
            ...stateWords(step, job, why),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      <StepPeople step={step} mayChange={mayWork} />
      {mayWork ? (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <StepMoves of={of} step={step} why={why} />
        </Group>
      ) : null}
    </li>
  )
}

function stateWords(step: JobStep, job: Job, why: string | null): (string | null)[] {
  if (step.status === 'skipped') return [step.skip_reason]
  return [step.status === 'todo' ? why : null, madeWords(step, job)]
}

/** A step that nobody did before its job was over is not to be done any more. */
const leftOf = (step: JobStep): Status | null =>
  isStartable(step) ? { label: 'Not done', tone: 'quiet', shape: 'ring' } : null
