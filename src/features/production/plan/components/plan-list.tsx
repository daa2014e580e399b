import { Text, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { planDay } from '@/kit/planning/plan-day'
import { isOverBooked } from '@/shared/domain/planning/plan'
import { minutesText } from '@/shared/domain/time/duration'
import { jobName, type Row } from '../plan-view'
import { CentreName } from './centre-name'
import { loadWords } from './plan-grid'
import { stateWords } from './plan-bar'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

/** The plan on a phone: a day after the other, each with its work centres and their steps. A step opens to be moved. */
export function PlanList({ rows, days }: { rows: readonly Row[]; days: readonly string[] }) {
  const { workload, open } = usePlanSetting()
  return (
    <div className={classes.list}>
      {days.map((day, at) => {
        const busy = rows.flatMap(({ centre, cells }) => {
          const cell = cells[at]
          return cell && cell.bars.length > 0 ? [{ centre, cell }] : []
        })
        return busy.length === 0 ? null : (
          <section key={day} aria-label={planDay(day, workload.today)}>
            <Title order={2} size="h4" className={classes.listDay ?? ''}>
              {planDay(day, workload.today)}
            </Title>
            {busy.map(({ centre, cell: { load, bars } }) => (
              <div key={centre?.id ?? '-'} className={classes.listCentre}>
                <CentreName centre={centre} />
                {load ? (
                  <Text size="xs" c={isOverBooked(load) ? 'var(--mantine-color-error)' : 'dimmed'}>
                    {isOverBooked(load) ? <IconAlertTriangle size={12} aria-hidden /> : null} {loadWords(load)}
                  </Text>
                ) : null}
                {bars.map((bar) => (
                  <button
                    key={`${bar.step.id} ${bar.isGoingOn}`}
                    type="button"
                    className={classes.listStep}
                    data-state={bar.placed.state}
                    onClick={() => open(bar.step.id)}
                  >
                    <span>
                      <b>{bar.step.name}</b>
                      <span className={classes.listJob}>{jobName(bar.job)}</span>
                    </span>
                    <span className={classes.listMinutes} data-late={bar.planned.late > 0 || undefined}>
                      {bar.planned.late > 0 ? <IconAlertTriangle size={14} aria-hidden /> : null}
                      {bar.step.minutes > 0 ? minutesText(bar.minutes) : 'no minutes'}
                      <VisuallyHidden>, {stateWords(bar, workload.today)}</VisuallyHidden>
                    </span>
                  </button>
                ))}
              </div>
            ))}
          </section>
        )
      })}
    </div>
  )
}
