import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import classes from './dashboard.module.css'
import { Section } from './section'

type Delivery = {
  id: string
  delivery_number: string
  project_title: string
  method: string
  status: string
  scheduled_at: string | null
}
type DeliveriesTodayProps = { query: UseQueryResult<Delivery[]>; hrefOf: (id: string) => string }

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const DeliveriesToday = ({ query, hrefOf }: DeliveriesTodayProps) => (
  <Section
    title="Deliveries today"
    query={query}
    isEmpty={(deliveries) => deliveries.length === 0}
    empty="Nothing leaves the house today."
  >
    {(deliveries) =>
      deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Link className={classes.row} to={hrefOf(delivery.id)}>
            <span className={classes.rowTitle}>
              {delivery.scheduled_at ? <time>{clock.format(Date.parse(delivery.scheduled_at))}</time> : null}
              {delivery.project_title}
            </span>
            <span className={classes.rowDetail}>
              {delivery.delivery_number} · {delivery.method} · {delivery.status.replaceAll('_', ' ')}
            </span>
          </Link>
        </li>
      ))
    }
  </Section>
)
