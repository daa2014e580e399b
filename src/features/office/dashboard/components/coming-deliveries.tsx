import type { UseQueryResult } from '@tanstack/react-query'
import { clockText, weekdayOfText } from '@/shared/domain/text/formats'
import { stillToBring } from '@/shared/domain/time/late-delivery'
import { linkTo } from '@/shared/lib/address'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import { dayAround } from '../today'
import { DeliveryRow } from './delivery-row'
import { Section } from './section'

type ComingDeliveriesProps = {
  query: UseQueryResult<{ next: ComingDelivery[] }>
  now: number
}

const when = (at: string, hasTime: boolean) =>
  hasTime ? `${weekdayOfText(at, 'short')}, ${clockText(at)}` : weekdayOfText(at, 'short')

export const ComingDeliveries = ({ query, now }: ComingDeliveriesProps) => (
  <Section
    title="Coming deliveries"
    more={{ label: 'All deliveries', to: linkTo('/deliveries') }}
    query={query}
    isEmpty={({ next }) => afterToday(next, now).length === 0}
    empty="Nothing is planned to leave the house after today."
  >
    {({ next }) => afterToday(next, now).map((delivery) => <DeliveryRow key={delivery.id} of={delivery} when={when} />)}
  </Section>
)

const most = 6
const afterToday = (next: readonly ComingDelivery[], now: number): ComingDelivery[] => {
  const end = Date.parse(dayAround(now).end)
  return next
    .filter(
      ({ scheduled_at, status }) =>
        scheduled_at !== null && Date.parse(scheduled_at) >= end && stillToBring.includes(status),
    )
    .slice(0, most)
}
