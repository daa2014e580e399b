import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import classes from './dashboard.module.css'
import { Section } from './section'

type ComingDeliveriesProps = {
  query: UseQueryResult<{ next: ComingDelivery[] }>
  allDeliveries: string
  hrefOf: (id: string) => string
}

const clock = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })

export const ComingDeliveries = ({ query, allDeliveries, hrefOf }: ComingDeliveriesProps) => (
  <Section
    title="Coming deliveries"
    more={{ label: 'All deliveries', to: allDeliveries }}
    query={query}
    isEmpty={({ next }) => next.length === 0}
    empty="Nothing is planned to leave the house."
  >
    {({ next }) =>
      next.map((delivery) => (
        <li key={delivery.id}>
          <Link className={classes.row} to={hrefOf(delivery.id)}>
            <span className={classes.rowTitle}>{delivery.project_title}</span>
            <span className={classes.rowDetail}>
              {delivery.scheduled_at ? <time>{clock.format(Date.parse(delivery.scheduled_at))} · </time> : null}
              {delivery.delivery_number} · {delivery.method} · {delivery.status.replaceAll('_', ' ')}
            </span>
          </Link>
        </li>
      ))
    }
  </Section>
)
