import { Text } from '@mantine/core'
import { formatMoney } from '@/shared/domain/money/money'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { isAbove } from '../../shared/payment/allocation'
import type { Waiting } from '../api/to-invoice.query'
import type { Invoicing } from '../use-invoicing'
import classes from './to-invoice.module.css'

type WaitingOrderProps = { row: Waiting; isGone: boolean; of: Invoicing }

/** One order that waits for its invoice. `isGone`: it left the list and keeps its place for a moment. */
export const WaitingOrder = ({ row, isGone, of: { at, chosen, choose } }: WaitingOrderProps) => (
  <div
    id={`waiting-${row.order_id}`}
    className={classes.order}
    role="option"
    aria-selected={chosen.has(row.order_id)}
    data-marked={row.order_id === at || undefined}
    data-gone={isGone || undefined}
    aria-disabled={isGone || undefined}
    onClick={() => {
      if (isGone) return
      choose(row.order_id)
    }}
  >
    <span className={classes.tick} aria-hidden>
      {chosen.has(row.order_id) ? '✓' : ''}
    </span>
    <span className={classes.what}>
      <strong>{row.client_name ?? 'Without a name'}</strong>
      <Text component="span" display="block" size="sm" c="dimmed">
        {[row.order_number, row.project_title].filter(Boolean).join(' · ')}
      </Text>
    </span>
    <Text component="span" size="sm" className={classes.since}>
      {isGone ? 'Nothing left to invoice' : row.since ? `Delivered since ${dayText(row.since)}` : 'Delivered'}
      <Text component="span" display="block" size="xs" c="dimmed">
        {row.lines === 1 ? '1 line' : `${row.lines} lines`}
        {isAbove(row.deposit_left, '0')
          ? withTax(`, deposit of ${formatMoney(row.deposit_left, row.currency)} with {tax} is paid and deducted`)
          : ''}
      </Text>
    </Text>
    <span className={classes.amount}>
      {formatMoney(row.net, row.currency)}
      <Text component="span" display="block" size="xs" c="dimmed">
        net
      </Text>
    </span>
  </div>
)
