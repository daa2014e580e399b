import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { clockText } from '@/shared/domain/text/formats'
import { lateDeliveryText, stillToBring } from '@/shared/domain/time/late-delivery'
import { linkTo } from '@/shared/lib/address'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import type { DueTask } from '../api/due-tasks.query'
import { dayAround } from '../today'
import classes from './dashboard.module.css'
import { DeliveryRow } from './delivery-row'
import { Row } from './row'
import { Section } from './section'
import { Due } from './task-section'

type TodaySectionProps = {
  now: number
  due: UseQueryResult<DueTask[]>
  deliveries: UseQueryResult<{ late: ComingDelivery[]; next: ComingDelivery[] }>
  more: { label: string; to: string }
}

const mostTasks = 5

/** `Failed: The gate was locked`; null for a delivery that did not fail. */
const failedText = ({ failed_reason }: ComingDelivery): string | null =>
  failed_reason === null ? null : `Failed: ${failed_reason}`

/** Today's work by time: late and due tasks, and the deliveries. */
export function TodaySection({ now, due, deliveries, more }: TodaySectionProps) {
  const { start, end } = dayAround(now)
  const today = (deliveries.data?.next ?? []).filter(
    ({ scheduled_at }) =>
      scheduled_at !== null &&
      Date.parse(scheduled_at) >= Date.parse(start) &&
      Date.parse(scheduled_at) < Date.parse(end),
  )
  const late = deliveries.data?.late ?? []
  const isSeenTo = (id: string) => late.some((delivery) => delivery.id === id)
  const toCome = today.filter(({ id, status }) => stillToBring.includes(status) && !isSeenTo(id))
  const done = today.filter(({ status }) => status === 'delivered').length
  return (
    <Section
      title="Today"
      more={more}
      query={due}
      isEmpty={(tasks) => tasks.length === 0 && today.length === 0 && late.length === 0}
      empty="Nothing is due today, and nothing is planned to leave the house."
    >
      {(tasks) => (
        <>
          {tasks.slice(0, mostTasks).map((task) => (
            <li key={task.id}>
              <Row className={classes.row} kind="task" id={task.id}>
                <span className={classes.rowTitle}>{task.title}</span>
                <span className={classes.rowDetail}>
                  Task
                  <Due dueAt={task.due_at} now={now} />
                </span>
              </Row>
            </li>
          ))}
          {tasks.length > mostTasks ? (
            <li>
              <Link className={classes.row} to={more.to}>
                <span
                  className={classes.rowDetail}
                >{`${tasks.length - mostTasks} more tasks are late or due today`}</span>
              </Link>
            </li>
          ) : null}
          {late.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              of={delivery}
              when={() => failedText(delivery) ?? lateDeliveryText(delivery, now) ?? ''}
              isLate
            />
          ))}
          {toCome.map((delivery) => (
            <DeliveryRow key={delivery.id} of={delivery} when={(at, hasTime) => (hasTime ? clockText(at) : '')} />
          ))}
          {done > 0 ? (
            <li>
              <Link className={classes.row} to={linkTo('/deliveries')}>
                <span className={classes.rowDetail}>
                  {done === 1 ? '1 delivery of today is done' : `${done} deliveries of today are done`}
                </span>
              </Link>
            </li>
          ) : null}
        </>
      )}
    </Section>
  )
}
