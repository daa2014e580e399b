import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import { planDay } from '@/kit/planning/plan-day'
import { reasonWords } from '@/kit/planning/plan-words'
import { usePlanNames } from '@/kit/planning/use-plan-names'
import type { PlannedJob } from '@/shared/domain/planning/plan'
import { lateByPlan } from '@/shared/domain/planning/late-by-plan'
import { isHeld, type PlanJob, type Workload } from '@/shared/domain/planning/workload'
import type { Proposal } from '@/shared/domain/planning/proposals'
import { minutesText } from '@/shared/domain/time/duration'
import { RecordLink } from '@/shared/ui/page/record-links'
import { jobName, type OverBooked, overBooked } from '../plan-view'
import { useProposal } from '../use-proposal'
import { EffectOfMove } from './effect-of-move'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

const few = 4

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** What moves make of late jobs and over-booked days. */
function betterWords({ before, after }: Proposal): string {
  if (after.late === 0 && after.over < 1) return 'every promise is kept and no day is over-booked'
  return [
    after.late === before.late
      ? after.late > 0 && `still ${count(after.late, 'job')} late`
      : `${count(after.late, 'job')} late instead of ${before.late}`,
    Math.abs(after.over - before.over) < 1
      ? after.over >= 1 && `still ${minutesText(after.over)} over-booked`
      : `${minutesText(after.over)} over-booked instead of ${minutesText(before.over)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * Jobs that are late, as the dashboard counts them, those that will be, and over-booked days, with what holds them and
 * what could move. Empty when everything fits.
 */
export function Troubles() {
  const { workload, plan, mayPlan } = usePlanSetting()
  const [isAll, setAll] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const crowded = overBooked(workload, plan)
  const late = workload.jobs
    .flatMap((job) => {
      const planned = plan.jobs[job.id]
      return planned && (job.is_late || planned.late > 0) ? [{ job, planned }] : []
    })
    .toSorted((a, b) => Number(b.job.is_late) - Number(a.job.is_late) || b.planned.late - a.planned.late)
  const over = late.filter(({ job }) => job.is_late).length
  const planned = Object.keys(lateByPlan(workload, plan).jobs).length
  const total = crowded.length + late.length
  if (total === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        Every promised day is kept, and no day is over-booked.
      </Text>
    )
  const shownLate = isAll ? late : late.slice(0, Math.max(few / 2, few - crowded.length))
  const shownCrowded = isAll ? crowded : crowded.slice(0, few - shownLate.length)
  return (
    <section className={classes.troubles} aria-label="Late and over-booked">
      <Group justify="space-between" gap="xs">
        <Text fw={650} role="status">
          {[
            over > 0 ? `${count(over, 'job')} late` : null,
            planned > 0 ? `${count(planned, 'job')} late by the plan` : null,
            crowded.length > 0 ? `${count(crowded.length, 'day')} over-booked` : null,
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
        {mayPlan && !isAsked ? (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconWand size={16} aria-hidden />}
            onClick={() => setAsked(true)}
          >
            Propose moves
          </Button>
        ) : null}
      </Group>
      {planned > 0 ? (
        <Text size="sm" c="dimmed">
          Late by the plan: with the hours of people and machines and all work that goes first, as the lists, the board
          and the dashboard say it. “At risk” looks at the own hours of a job alone.
        </Text>
      ) : null}
      {isAsked ? <ProposedMoves onClose={() => setAsked(false)} /> : null}
      <ul className={classes.troubleList}>
        {shownCrowded.map((one) => (
          <CrowdedDay key={`${one.centre.id} ${one.day}`} of={one} />
        ))}
        {shownLate.map((one) => (
          <LateJob key={one.job.id} {...one} />
        ))}
      </ul>
      {total > few ? (
        <Button size="compact-sm" variant="subtle" className={classes.more ?? ''} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${total}`}
        </Button>
      ) : null}
    </section>
  )
}

/** Today's hours may be over: then somebody had a shift, or the centre has hours without shifts. */
const whyNoHours = ({ shifts, today }: Workload, centre: string, day: string): string => {
  const own = shifts.filter((shift) => shift.centre === centre)
  return day === today && (own.length === 0 || own.some((shift) => shift.day === day))
    ? 'the hours of today are over'
    : 'nobody has a shift there'
}

/** A day with more planned than its hours, and the two steps that could move most easily. */
function CrowdedDay({ of: { centre, day, load, bars } }: { of: OverBooked }) {
  const { workload, open } = usePlanSetting()
  const tooMuch =
    load.closed !== null
      ? `${minutesText(load.planned)} planned on a closed day`
      : load.capacity === 0 || load.capacity === null
        ? `${minutesText(load.planned)} planned, and ${whyNoHours(workload, centre.id, day)}`
        : `${minutesText(load.planned - load.capacity)} too much`
  return (
    <li>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <b>{centre.name}</b>, {planDay(day, workload.today)}: {tooMuch}
        {bars.slice(0, 2).map((bar, at) => (
          <span key={bar.step.id}>
            {at === 0 ? '. Could move: ' : ', '}
            <button type="button" className={classes.inline} onClick={() => open(bar.step.id)}>
              {bar.step.name} of {bar.job.number ?? 'a job'}
            </button>
          </span>
        ))}
        .
      </span>
    </li>
  )
}

/** A job whose day is over or that is ready after it, and what holds it most. */
function LateJob({ job, planned: { ready, due, reasons, doubts } }: { job: PlanJob; planned: PlannedJob }) {
  const { workload } = usePlanSetting()
  const names = usePlanNames(workload)
  const { today } = names
  return (
    <li>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <RecordLink kind="job" id={job.id}>
          {jobName(job)}
        </RecordLink>
        :{' '}
        {isHeld(job)
          ? 'it is on hold and not planned'
          : ready !== null
            ? `ready ${planDay(ready, today)}`
            : doubts.isWithoutSteps
              ? 'it has no steps, and nobody knows when it is ready'
              : 'not ready within half a year'}
        {due === null ? '' : isHeld(job) ? `, due ${planDay(due, today)}` : ` instead of ${planDay(due, today)}`}
        {reasons[0] ? `. ${reasonWords(reasons[0], names)}` : ''}.
      </span>
    </li>
  )
}

/** The moves of the planner, while it looks for them and when there are none. */
function ProposedMoves({ onClose }: { onClose: () => void }) {
  const { workload } = usePlanSetting()
  const proposal = useProposal(workload, true)
  if (proposal.isPending)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">The planner tries other days…</Text>
      </Group>
    )
  if (proposal.data) return <Moves of={proposal.data} onClose={onClose} />
  return (
    <Group justify="space-between" gap="xs" role="status">
      <Text size="sm">
        {proposal.isError
          ? 'The planner could not answer.'
          : 'No other days are better. What is late needs more hours, another day for the client, or material sooner.'}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  )
}

/** What is moved where and what that does: taken in one act, or left. */
function Moves({ of, onClose }: { of: Proposal; onClose: () => void }) {
  const { workload, plan, move, find } = usePlanSetting()
  const { today } = workload
  const moves = Object.entries(of.moves).flatMap(([id, day]) => {
    const bar = find(id)
    return bar ? [{ bar, day }] : []
  })
  const accept = () => {
    onClose()
    move(
      moves.map(({ bar, day }) => ({ step: bar.step, day })),
      `${count(moves.length, 'step')} moved.`,
    )
  }
  return (
    <Stack gap="xs" className={classes.proposal ?? ''} role="status">
      <Text size="sm">
        Move <b>{count(moves.length, 'step')}</b>: {betterWords(of)}.
        {of.after.over >= 1 ? ' What stays over-booked needs more hours: elsewhere it would break a promise.' : ''}
      </Text>
      <ul className={classes.moves}>
        {moves.map(({ bar, day }) => (
          <li key={bar.step.id}>
            {bar.step.name} of {jobName(bar.job)}: {planDay(plan.steps[bar.step.id]?.start ?? day, today)} →{' '}
            <b>{planDay(day, today)}</b>
          </li>
        ))}
      </ul>
      <EffectOfMove moves={of.moves} />
      <Group gap="xs">
        <Button size="compact-md" onClick={accept}>
          Move {moves.length === 1 ? 'it' : `all ${moves.length}`}
        </Button>
        <Button size="compact-md" variant="default" onClick={onClose}>
          Leave it
        </Button>
      </Group>
    </Stack>
  )
}
