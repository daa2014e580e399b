import { StatusBadge } from '@/kit/record/status-badge'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import classes from './dashboard.module.css'
import { Row } from './row'

type DeliveryRowProps = { of: ComingDelivery; when: (at: string, hasTime: boolean) => string; isLate?: boolean }

/** One delivery: title, time, method and progress. `when` says its time, and nothing where it has none. */
export const DeliveryRow = ({ of, when, isLate = false }: DeliveryRowProps) => {
  const held = onHoldWords(of)
  const said = of.scheduled_at ? when(of.scheduled_at, of.scheduled_has_time) : ''
  return (
    <li>
      <Row className={classes.row} kind="delivery" id={of.id}>
        <span className={classes.rowHead}>
          <span className={classes.rowTitle}>{of.project_title}</span>
          <StatusBadge kind="delivery" status={of.status} />
        </span>
        <span className={classes.rowDetail}>
          {said ? (
            <time className={classes.due} data-late={isLate || undefined}>
              {said} ·{' '}
            </time>
          ) : null}
          {of.delivery_number} · {methodLabel(of.method)}
        </span>
        {held ? (
          <span className={classes.rowDetail}>
            <span className={classes.due} data-late>
              {held}
            </span>
          </span>
        ) : null}
      </Row>
    </li>
  )
}
