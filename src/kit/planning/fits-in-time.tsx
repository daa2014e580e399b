import { Anchor, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Plan, PlannedJob } from '@/shared/domain/planning/plan'
import type { Workload } from '@/shared/domain/planning/workload'
import { can } from '@/shared/domain/people/permission'
import { daysBetween } from '@/shared/domain/time/days'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { doubtsTogether, doubtWords, planDay, reasonWords } from './plan-words'
import classes from './planning.module.css'
import { usePlan, useQuotedPlan } from './use-plan'

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

/** The jobs of an order in a plan: those that go on, and the numbers of those that stand still. */
function jobsOfOrder({ jobs }: Workload, plan: Plan, orderId: string) {
  const own = jobs.filter((job) => job.order_id === orderId)
  const planned = own.flatMap(({ id }) => plan.jobs[id] ?? [])
  return {
    going: planned.filter(({ doubts }) => !doubts.isHeld),
    held: own.filter(({ id }) => plan.jobs[id]?.doubts.isHeld).map(({ number }) => number ?? 'A job'),
  }
}

type OrderProps = { orderId: string; day: string | null }

/** Whether the open jobs of an order are ready by its day, and what keeps them; nothing for an order without open jobs. */
export function OrderInTime({ orderId, day }: OrderProps) {
  const { workload, plan, isError, retry } = usePlan()
  if (isError && !plan) return <NotRead retry={retry} />
  if (!workload || !plan) return <Reading />
  const { going, held } = jobsOfOrder(workload, plan, orderId)
  if (going.length + held.length === 0) return null
  return (
    <Panel>
      <Stack gap="sm">
        {going.length > 0 ? <ReadyForDay jobs={going} day={day} workload={workload} /> : null}
        {held.length > 0 ? (
          <Text size="sm">
            {held.join(', ')} {held.length === 1 ? 'is' : 'are'} on hold: nobody knows when{' '}
            {held.length === 1 ? 'it is' : 'they are'} ready.
          </Text>
        ) : null}
        <Sentences label="What the plan does not know" of={doubtWords(doubtsTogether(going))} />
      </Stack>
    </Panel>
  )
}

type ReadyProps = { jobs: readonly PlannedJob[]; day: string | null; workload: Workload }

function ReadyForDay({ jobs, day, workload }: ReadyProps) {
  const ready = readyOf(jobs)
  const late = day !== null && ready !== null ? Math.max(0, daysBetween(day, ready)) : 0
  return (
    <>
      <Answer
        label="Earliest ready"
        day={ready && planDay(ready, workload.today)}
        beside={day !== null && ready !== null ? <TimeBadge late={late} /> : null}
      >
        <Text size="sm">
          {day === null
            ? 'No day is promised for this order.'
            : `To be handed over by ${planDay(day, workload.today)}.`}
        </Text>
      </Answer>
      {late > 0 ? <Sentences label="What makes it late" of={lateWords(jobs, ready, workload)} /> : null}
    </>
  )
}

/** The longest holds of the jobs that are ready last. */
function lateWords(jobs: readonly PlannedJob[], ready: string | null, workload: Workload): string[] {
  const last = jobs.filter((job) => job.ready === ready)
  return [
    ...new Set(last.flatMap(({ reasons }) => reasons.slice(0, 3)).map((one) => reasonWords(one, workload))),
  ].slice(0, 4)
}

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
            {installed ? (
              <Text>
                Installation{' '}
                <strong>
                  {planDay(installed.from, today)}
                  {installed.to === installed.from ? '' : ` to ${planDay(installed.to, today)}`}
                </strong>
              </Text>
            ) : null}
          </Answer>
        ) : (
          <Text size="sm">No line has steps, so the plan cannot say when it is ready.</Text>
        )}
        <Sentences
          label="What decides the day"
          of={decisive ? decisive.reasons.slice(0, 2).map((one) => reasonWords(one, workload)) : []}
        />
        <Sentences
          label="What the plan does not know"
          of={[
            ...doubtWords(doubtsTogether(jobs)),
            ...(withoutSteps.length > 0
              ? [
                  `${withoutSteps.length === 1 ? '1 line has' : `${withoutSteps.length} lines have`} no steps: ${withoutSteps
                    .slice(0, 3)
                    .map((title) => title || 'a line without a name')
                    .join(', ')}`,
                ]
              : []),
          ]}
        />
      </Stack>
    </Panel>
  )
}
