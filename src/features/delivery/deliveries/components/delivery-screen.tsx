import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { MailPanel } from '@/kit/mail/mail-panel'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { TrailLink } from '@/kit/record/trail-link'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import page from '@/shared/ui/page/record-page.module.css'
import { deliveriesKey } from '../api/deliveries.query'
import { type Delivery, deliveryQuery } from '../api/delivery.query'
import { KeepOwnDay } from '../driver/own-day'
import { HandOverForm } from '../hand-over/hand-over-form'
import { AtTheDoor } from './at-the-door'
import { deliveryActions } from './delivery-actions'
import { DeliveryFacts } from './delivery-facts'
import { DeliveryLines } from './delivery-lines'
import { DeliveryNotices } from './delivery-notices'
import { useDelivery } from './use-delivery'

const ChangePlan = lazy(async () => ({ default: (await import('../plan/components/change-plan')).ChangePlan }))

/** /deliveries/:id: the address, the lines, and the hand-over on the phone. */
export function DeliveryScreen({ id }: { id: string }) {
  const delivery = useQuery(deliveryQuery(id))
  return (
    <RecordState of={delivery} what="delivery" back={{ label: 'Deliveries', href: '/deliveries' }}>
      {(row) => <OpenDelivery key={row.id} row={row} />}
    </RecordState>
  )
}

function OpenDelivery({ row }: { row: Delivery }) {
  const { id: me } = useCurrentUser()
  const of = useDelivery(row)
  return (
    <RecordPage
      title={row.delivery_number}
      kind={row.project_title}
      status={<StatusBadge kind="delivery" status={row.status} />}
      back={{ label: 'Deliveries', href: '/deliveries' }}
      {...deliveryActions(of)}
      notice={<DeliveryNotices of={of} />}
      aside={
        <Stack gap="md">
          <section className={page.panel}>
            <DeliveryFacts row={row} />
            <TrailLink id={row.id} />
          </section>
          <RecordTasks kind="delivery" id={row.id} />
        </Stack>
      }
    >
      <Stack>
        {of.mayHandOver ? <HandOverPanel row={row} /> : null}
        <DeliveryLines row={row} />
        <AtTheDoor row={row} />
        <MailPanel
          kind="delivery"
          what="delivery note"
          id={row.id}
          page="deliveries"
          queryKey={deliveriesKey}
          maySend={of.mayEdit && row.status !== 'cancelled'}
        />
      </Stack>
      {row.crew.includes(me) ? <KeepOwnDay /> : null}
      <PrintedPaper of={['delivery', row.id]} version={JSON.stringify(row)} read={of.printed} />
      {of.plan.isOpen && of.mayChange ? (
        <Suspense fallback={null}>
          <ChangePlan row={row} onClose={of.plan.close} />
        </Suspense>
      ) : null}
    </RecordPage>
  )
}

function HandOverPanel({ row }: { row: Delivery }) {
  const zone = useCompanyZone()
  return (
    <section className={page.panel}>
      <Title order={2} size="h4" mb="xs">
        Hand over
      </Title>
      <HandOverForm key={row.items.map(({ qty_delivered }) => qty_delivered).join(' ')} delivery={row} zone={zone} />
    </section>
  )
}
