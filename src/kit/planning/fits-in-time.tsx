import { Anchor, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PlannedJob } from '@/shared/domain/planning/plan'
import type { OrderPlan } from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'
import { can } from '@/shared/domain/people/permission'
import { daysBetween } from '@/shared/domain/time/days'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { planDay } from './plan-day'
import {
  doubtsTogether,
  doubtWords,
  fewNames,
  type Names,
  pushedBackWords,
  reasonWords,
  rosterWords,
} from './plan-words'
import { usePlanNames } from './use-plan-names'
import classes from './planning.module.css'
import { useOrderPlan, usePushedBack, useQuotedPlan } from './use-plan'

/** `In time`, `2 days late`, with the colour that says the same. */
export function TimeBadge({ late }: { late: number }) {
  return late > 0 ? (
    <Badge color="magenta" variant="light">
      {late} {late === 1 ? 'day' : 'days'} late
    </Badge>
  ) : (
    <Badge color="teal" variant="light">
      In time
    </Badge>
  )
}

type AnswerProps = { label: string; day: string | null; beside?: ReactNode; children?: ReactNode }

const Answer = ({ label, day, beside, children }: AnswerProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Group gap="xs" align="baseline">
      <Text span className={classes.day ?? ''}>
        {day ?? 'Not within half a year'}
      </Text>
      {beside}
    </Group>
    {children}
  </div>
)

/** Sentences of the plan, each on its line. */
function Sentences({ label, of }: { label: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {label}
      </Text>
      <ul className={classes.sentences}>
        {of.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </div>
  )
}

function Panel({ children }: { children: ReactNode }) {
  const rights = useRights()
  return (
    <section className={page.panel} aria-label="In time?" data-no-print>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2} size="h4">
          In time?
        </Title>
        {can(rights, 'production', 'view') ? (
          <Anchor component={Link} to="/production/plan" size="sm">
            Plan
          </Anchor>
        ) : null}
      </Group>
      {children}
    </section>
  )
}

const Reading = () => (
  <Panel>
    <Skeleton height={40} />
  </Panel>
)

const NotRead = ({ retry }: { retry: () => void }) => (
  <Panel>
    <Problem onRetry={retry}>The plan could not be read</Problem>
  </Panel>
)

/** The last of the days on which jobs are ready; null when one is not ready in the days ahead, or there is none. */
function readyOf(jobs: readonly PlannedJob[]): string | null {
  if (jobs.some(({ ready }) => ready === null)) return null
  return (
    jobs
      .flatMap(({ ready }) => ready ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}

/** The jobs of an order in its plan: those whose work is known, and the numbers of those without steps and on hold. */
function jobsOfOrder({ jobs }: Workload, plan: OrderPlan) {
  const numbers = new Map(jobs.map(({ id, number }) => [id, number]))
  const names = (some: readonly PlannedJob[]) => some.map(({ id }) => numbers.get(id) ?? 'A job')
  const going = plan.jobs.filter(({ doubts }) => !doubts.isHeld)
  return {
    known: going.filter(({ doubts }) => !doubts.isWithoutSteps),
    unknown: names(going.filter(({ doubts }) => doubts.isWithoutSteps)),
    held: names(plan.jobs.filter(({ doubts }) => doubts.isHeld)),
  }
}

type OrderProps = {
  orderId: string
  day: string | null
  /** The part of the deposit that is not paid, in words: without it no work begins. */
  deposit?: string | null
}

/** Whether the open jobs of an order are ready by its day, and what keeps them; nothing for an order without open jobs. */
export function OrderInTime({ orderId, day, deposit = null }: OrderProps) {
  const { workload, plan, isError, retry } = useOrderPlan(orderId)
  const pushed = usePushedBack(orderId)
  if (isError && !plan) return <NotRead retry={retry} />
  if (!workload || !plan) return <Reading />
  const { known, unknown, held } = jobsOfOrder(workload, plan)
  const going = known.length + unknown.length
  if (going + held.length === 0) return null
  const leadDay = workload.jobs.find(({ order_id }) => order_id === orderId)?.lead_day ?? null
  const open = { deposit, leadDay, ready: readyOf(known) }
  const byDay = day === null ? notPromisedWords(open, workload) : handedOverWords(day, workload)
  return (
    <Panel>
      <Stack gap="sm">
        {going === 0 ? null : known.length > 0 ? (
          <ReadyForDay jobs={known} plan={plan} unknown={unknown.length} day={day} byDay={byDay} workload={workload} />
        ) : (
          <Text size="sm">
            {withoutStepsWords(going)} {byDay}
          </Text>
        )}
        <Sentences label="What it does to others" of={pushedBackWords(pushed, workload)} />
        {held.length > 0 ? (
          <Text size="sm">
            {held.join(', ')} {held.length === 1 ? 'is' : 'are'} on hold: nobody knows when{' '}
            {held.length === 1 ? 'it is' : 'they are'} ready.
          </Text>
        ) : null}
        <Sentences
          label="What the plan does not know"
          of={[...uncheckedWords(orderId, workload), ...unknownWords(known, unknown, workload)]}
        />
      </Stack>
    </Panel>
  )
}

/** The jobs of an order that are in quality control. */
function uncheckedWords(orderId: string, { jobs }: Workload): string[] {
  const names = jobs.flatMap(({ order_id, status, number }) =>
    order_id === orderId && status === 'qc' ? (number ?? 'A job') : [],
  )
  return names.length === 0
    ? []
    : [`${fewNames(names)} ${names.length === 1 ? 'waits' : 'wait'} for quality control, which counts as no time`]
}

/** Said where no job of an order has steps. */
const withoutStepsWords = (jobs: number): string =>
  jobs === 1
    ? 'The job has no steps, so the plan cannot say when it is ready.'
    : `None of the ${jobs} jobs has steps, so the plan cannot say when they are ready.`

/** What the plan does not know of the jobs with steps, and which jobs have none. */
function unknownWords(known: readonly PlannedJob[], unknown: readonly string[], workload: Workload): string[] {
  if (known.length === 0) return []
  const steps = `${unknown.length} of ${known.length + unknown.length} jobs ${unknown.length === 1 ? 'has' : 'have'} no steps: ${fewNames(unknown)}`
  return [
    ...(unknown.length > 0 ? [steps] : []),
    ...doubtWords(doubtsTogether(known)),
    ...rosterWords(workload, readyOf(known)),
  ]
}

const handedOverWords = (day: string, { today }: Workload): string => `To be handed over by ${planDay(day, today)}.`

/** `leadDay`: the day that it gets when its work is confirmed today. */
type NotPromised = { deposit: string | null; leadDay: string | null; ready: string | null }

function notPromisedWords({ deposit, leadDay, ready }: NotPromised, { today }: Workload): string {
  if (deposit === null) return 'No day is promised for this order.'
  const open = `No day is promised before the deposit is paid: ${deposit} is open.`
  if (leadDay === null) return open
  const denied = ready !== null && ready > leadDay ? ', which the plan does not hold' : ''
  return `${open} Paid today, the order is promised for ${planDay(leadDay, today)}${denied}.`
}

/** `made`: the day on which everything is made; a person can plan a trip before it. */
type InstalledProps = { of: OrderPlan['installed']; today: string; made?: string | null }

function Installed({ of, today, made = null }: InstalledProps) {
  if (of === null) return null
  return (
    <Text>
      Installation{' '}
      <strong>
        {planDay(of.from, today)}
        {of.to === of.from ? '' : ` to ${planDay(of.to, today)}`}
      </strong>
      {made !== null && of.from <= made ? ', planned before everything is made' : null}
    </Text>
  )
}

/** `unknown`: so many jobs of the order have no steps, so that nobody may say that all of it is in time. */
type ReadyProps = {
  jobs: readonly PlannedJob[]
  plan: OrderPlan
  unknown: number
  day: string | null
  byDay: string
  workload: Workload
}

function ReadyForDay({ jobs, plan, unknown, day, byDay, workload }: ReadyProps) {
  const names = usePlanNames(workload)
  const { installed, made, isMade } = plan
  const ready = readyOf(jobs)
  const late = day !== null && ready !== null ? Math.max(0, daysBetween(day, ready)) : 0
  const what = installed && isMade ? 'Earliest installed' : 'Earliest ready'
  const shown = installed && !isMade ? made : ready
  return (
    <>
      <Answer
        label={unknown > 0 ? `${what}: ${jobs.length} of ${jobs.length + unknown} jobs` : what}
        day={shown && planDay(shown, workload.today)}
        beside={day !== null && ready !== null && (late > 0 || unknown === 0) ? <TimeBadge late={late} /> : null}
      >
        {isMade && installed?.from === installed?.to ? null : (
          <Installed of={installed} today={workload.today} made={made} />
        )}
        <Text size="sm">{byDay}</Text>
      </Answer>
      {late > 0 ? <Sentences label="What makes it late" of={lateWords(jobs, ready, names)} /> : null}
    </>
  )
}

/** The longest holds of the jobs that are ready last. */
function lateWords(jobs: readonly PlannedJob[], ready: string | null, names: Names): string[] {
  const last = jobs.filter((job) => job.ready === ready)
  return [...new Set(last.flatMap(({ reasons }) => reasons.slice(0, 3)).map((one) => reasonWords(one, names)))].slice(
    0,
    4,
  )
}

function WhatDecides({ job, workload }: { job: PlannedJob; workload: Workload }) {
  const names = usePlanNames(workload)
  return <Sentences label="What decides the day" of={job.reasons.slice(0, 2).map((one) => reasonWords(one, names))} />
}

/** Which lines have no steps: each in quotes, because names of lines have commas. */
const linesWithoutSteps = (titles: readonly string[]): string[] =>
  titles.length === 0
    ? []
    : [
        `${titles.length === 1 ? '1 line has' : `${titles.length} lines have`} no steps: ${fewNames(
          titles.map((title) => (title ? `“${title}”` : 'a line without a name')),
        )}`,
      ]

/** The earliest days of a quotation: when it is made, and when it is installed. `stamp` changes when its lines do. */
export function QuotationInTime({ id, stamp = 0 }: { id: string; stamp?: number }) {
  const { workload, plan, isError, retry } = useQuotedPlan(id, stamp)
  if (isError && !plan) return <NotRead retry={retry} />
  if (!workload || !plan) return <Reading />
  const { jobs, made, installed, withoutSteps } = plan
  if (jobs.length === 0 && withoutSteps.length === 0) return null
  const today = workload.today
  const decisive = jobs.toSorted((a, b) => String(b.ready ?? '9').localeCompare(String(a.ready ?? '9')))[0]
  return (
    <Panel>
      <Stack gap="sm">
        {jobs.length > 0 ? (
          <Answer label="Earliest ready, if it is approved today" day={made && planDay(made, today)}>
            <Installed of={installed} today={today} />
          </Answer>
        ) : (
          <Text size="sm">No line has steps, so the plan cannot say when it is ready.</Text>
        )}
        {decisive ? <WhatDecides job={decisive} workload={workload} /> : null}
        <Sentences label="What it does to others" of={pushedBackWords(plan.pushedBack, workload)} />
        <Sentences
          label="What the plan does not know"
          of={[
            ...doubtWords(doubtsTogether(jobs)),
            ...(jobs.length > 0 ? rosterWords(workload, installed?.to ?? made) : []),
            ...linesWithoutSteps(withoutSteps),
          ]}
        />
      </Stack>
    </Panel>
  )
}
