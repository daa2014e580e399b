import { Button } from '@mantine/core'
import { IconCalendarCheck, IconLayoutKanban } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useIsPhone } from '@/kit/list/use-wide'
import { usePlan } from '@/kit/planning/use-plan'
import type { Plan } from '@/shared/domain/planning/plan'
import type { PlanCentre, Workload } from '@/shared/domain/planning/workload'
import { can } from '@/shared/domain/people/permission'
import { isDay } from '@/shared/domain/time/days'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { type Bar, daysFrom, rowsOf } from '../plan-view'
import { usePlanMoves } from '../use-plan-moves'
import { CloseCentre } from './close-centre'
import { PlanContext } from './plan-context'
import { PlanDays } from './plan-days'
import { PlanGrid } from './plan-grid'
import { PlanList } from './plan-list'
import { StepDialog } from './step-dialog'
import { Troubles } from './troubles'
import { Unknowns } from './unknowns'
import classes from './plan.module.css'

/** Steps by id, each with its first part. */
function barsById(workload: Workload, plan: Plan): Map<string, Bar> {
  return new Map(
    workload.jobs.flatMap((job) =>
      job.steps.flatMap((step) => {
        const [placed, planned] = [plan.steps[step.id], plan.jobs[job.id]]
        return placed && planned
          ? [
              [
                step.id,
                { step, job, placed, planned, minutes: placed.work[0]?.minutes ?? 0, isGoingOn: false },
              ] as const,
            ]
          : []
      }),
    ),
  )
}

/** /production/plan: the steps of all open jobs over the days of two weeks, and what does not fit. */
export function PlanScreen() {
  const { workload, plan, isError, retry } = usePlan()
  return (
    <PageFrame
      title="Production Plan"
      width="full"
      actions={
        <Button
          component={Link}
          to="/production"
          variant="default"
          leftSection={<IconLayoutKanban size={18} aria-hidden />}
        >
          Board
        </Button>
      }
    >
      {isError && !plan ? (
        <Problem onRetry={retry}>The plan could not be read</Problem>
      ) : !workload || !plan ? (
        <LineSkeletons count={8} height={64} />
      ) : workload.jobs.every(({ steps }) => steps.length === 0) ? (
        <EmptyScreen icon={<IconCalendarCheck stroke={1.5} />} title="Nothing to plan">
          The steps of open jobs come here, with the days on which there is room for them.
        </EmptyScreen>
      ) : (
        <OpenPlan workload={workload} plan={plan} />
      )}
    </PageFrame>
  )
}

/** The first day that is shown, in the address: a day after today, else today. */
function useFirstDay(today: string): [from: string, show: (day: string) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('from')
  const show = (day: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (day <= today) next.delete('from')
        else next.set('from', day)
        return next
      },
      { replace: true },
    )
  return [isDay(asked) && asked > today ? asked : today, show]
}

function OpenPlan({ workload, plan }: { workload: Workload; plan: Plan }) {
  const rights = useRights()
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<string | null>(null)
  const [closing, setClosing] = useState<PlanCentre | null>(null)
  const { move } = usePlanMoves(workload, plan)
  const [from, show] = useFirstDay(workload.today)
  const days = useMemo(() => daysFrom(from), [from])
  const rows = useMemo(() => rowsOf(workload, plan, days), [workload, plan, days])
  const bars = useMemo(() => barsById(workload, plan), [workload, plan])
  const mayPlan = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const mayClose = can(rights, 'production', 'create')
  const setting = useMemo(
    () => ({
      ...{ workload, plan, mayPlan, move, open: setOpened, close: mayClose ? setClosing : null },
      find: (step: unknown) => bars.get(String(step)) ?? null,
    }),
    [workload, plan, mayPlan, mayClose, move, bars],
  )
  const bar = opened === null ? undefined : bars.get(opened)
  return (
    <PlanContext value={setting}>
      <Troubles />
      <PlanDays from={from} show={show} bars={bars} />
      {isPhone ? <PlanList rows={rows} days={days} /> : <PlanGrid rows={rows} days={days} />}
      <p className={classes.legend}>
        <span>
          <i data-state="planned" /> planned by a person
        </span>
        <span>
          <i data-state="suggested" /> no day chosen: the earliest day with room
        </span>
        <span>
          <i data-state="running" /> runs now
        </span>
      </p>
      <Unknowns workload={workload} plan={plan} />
      {closing ? <CloseCentre key={closing.id} centre={closing} onClose={() => setClosing(null)} /> : null}
      {bar ? <StepDialog key={bar.step.id} bar={bar} onClose={() => setOpened(null)} /> : null}
    </PlanContext>
  )
}
