import { StatusBadge } from '@/kit/record/status-badge'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import classes from './dashboard.module.css'
import { Row } from './row'

type DeliveryRowProps = { of: ComingDelivery; when: (at: string) => string; isLate?: boolean }

/** One delivery: title, time, method and progress. */
export const DeliveryRow = ({ of, when, isLate = false }: DeliveryRowProps) => (
  <li>
    <Row className={classes.row} kind="delivery" id={of.id}>
      <span className={classes.rowHead}>
        <span className={classes.rowTitle}>{of.project_title}</span>
        <StatusBadge kind="delivery" status={of.status} />
      </span>
      <span className={classes.rowDetail}>
        {of.scheduled_at ? (
          <time className={classes.due} data-late={isLate || undefined}>
            {when(of.scheduled_at)} ·{' '}
          </time>
        ) : null}
        {of.delivery_number} · {methodLabel(of.method)}
      </span>
    </Row>
  </li>
)
