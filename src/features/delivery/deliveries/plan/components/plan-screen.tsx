import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPackageOff, IconSearch, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { StatusBadge } from '@/kit/record/status-badge'
import { contactName, nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText, clockTextIn, weekdayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { dayIn } from '@/shared/domain/time/zoned'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink, useRecordHref } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { deliveriesKey } from '../../api/deliveries.query'
import {
  deliveriesOfOrderQuery,
  isInstalled,
  ordersToDeliverQuery,
  planLinesQuery,
  type PlanOrder,
  planOrderQuery,
} from '../../api/plan.query'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { planHref } from '../plan-href'
import { isTaken } from '../quantities'
import classes from '../plan.module.css'
import { PlanForm, type Stored } from './plan-form'

const list = linkTo('/deliveries')

/** Plans a delivery of the order that the address names, or lets choose the order first. */
export function PlanScreen({ orderId }: { orderId: string | null }) {
  const mayPlan = can(useRights(), 'deliveries', 'create')
  useLive(deliveriesKey, [
    { page: 'deliveries', tables: ['deliveries', 'delivery_items', 'vans', 'van_days'] },
    { page: 'orders', tables: ['orders', 'order_items'] },
    { page: 'locations', tables: ['locations'] },
  ])
  if (!mayPlan)
    return (
      <PageFrame title="Plan a delivery">
        <EmptyScreen icon={<IconTruckDelivery stroke={1.5} />} title="You may not plan deliveries">
          Ask an admin for the right to create deliveries.
        </EmptyScreen>
      </PageFrame>
    )
  return orderId === null ? <ChooseOrder /> : <PlanOfOrder key={orderId} orderId={orderId} />
}

function ChooseOrder() {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 200)
  const orders = useQuery({ ...ordersToDeliverQuery(text), placeholderData: (previous) => previous })
  const navigate = useNavigate()
  const first = orders.data?.[0]
  return (
    <PageFrame
      title="Plan a delivery"
      lead="Choose the order. Ready ones come first, then those promised soonest."
      actions={
        <Button variant="default" component={Link} to={list}>
          Deliveries
        </Button>
      }
    >
      <Stack gap="md">
        <TextInput
          aria-label="Search orders"
          placeholder="Number, title or client"
          leftSection={<IconSearch size={18} aria-hidden />}
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && first && typed.trim() === text) navigate(planHref(first.id))
          }}
        />
        {orders.isPending ? (
          <LineSkeletons count={6} height={56} />
        ) : orders.isError ? (
          <Problem onRetry={() => void orders.refetch()}>The orders could not be read</Problem>
        ) : orders.data.length === 0 ? (
          <EmptyScreen
            icon={<IconPackageOff stroke={1.5} />}
            title={text === '' ? 'Everything ordered is planned or delivered' : 'No order matches these words'}
          >
            {text === ''
              ? 'A new order comes here when its quotation is approved.'
              : 'Orders that are delivered, planned in full, on hold or cancelled are not shown.'}
          </EmptyScreen>
        ) : (
          <ul className={classes.orders} aria-label="Orders to deliver">
            {orders.data.map((order) => (
              <li key={order.id}>
                <Link className={classes.order} to={planHref(order.id)}>
                  <span>
                    <strong>{nameOrHidden(order.client)}</strong>
                    <Text component="span" display="block" size="sm" c="dimmed">
                      {[order.order_number, order.project_title].filter(Boolean).join(' · ')}
                    </Text>
                  </span>
                  <span className={classes.end}>
                    <StatusBadge kind="order" status={order.status} />
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {[
                        order.lines === 1 ? '1 line to plan' : `${order.lines} lines to plan`,
                        order.due_date ? `due ${calendarDayText(order.due_date)}` : null,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </Text>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </PageFrame>
  )
}

function PlanOfOrder({ orderId }: { orderId: string }) {
  const order = useQuery(planOrderQuery(orderId))
  if (order.isError)
    return (
      <PageFrame title="Plan a delivery">
        <Problem onRetry={() => void order.refetch()}>The order could not be read</Problem>
      </PageFrame>
    )
  if (order.data === undefined)
    return (
      <PageFrame title="Plan a delivery">
        <LineSkeletons count={6} height={56} />
      </PageFrame>
    )
  if (order.data === null)
    return (
      <PageFrame title="Plan a delivery">
        <EmptyScreen icon={<IconPackageOff stroke={1.5} />} title="This order is not there any more">
          Or you may not see it.
        </EmptyScreen>
      </PageFrame>
    )
  return <OpenPlan order={order.data} />
}

function OpenPlan({ order }: { order: PlanOrder }) {
  const navigate = useNavigate()
  const href = useRecordHref()
  const back = href('order', order.id) ?? list
  const lines = useQuery(planLinesQuery(order.id, null))
  // Each round plans one delivery; the next one begins on the same day and van.
  const [round, setRound] = useState(0)
  const [first, setFirst] = useState<Stored>({
    method: order.is_collected ? 'pickup' : isInstalled(order) ? 'installation' : 'delivery',
    location_id: order.is_collected ? null : order.location_id,
  })
  const isDone = lines.data !== undefined && lines.data.every(isTaken)
  const blocked = order.status === 'cancelled' || order.status === 'on_hold'
  return (
    <PageFrame
      title="Plan a delivery"
      width="full"
      lead={
        <>
          <RecordLink kind="order" id={order.id}>
            {order.order_number}
          </RecordLink>
          {[order.project_title, order.contact ? contactName(order.contact) : null]
            .filter(Boolean)
            .map((words) => ` · ${words}`)
            .join('')}
          {(order.due_date ?? order.promised_date)
            ? ` · due ${calendarDayText(order.due_date ?? order.promised_date ?? '')}`
            : ''}
        </>
      }
      actions={
        <Button variant="default" component={Link} to={back}>
          Order
        </Button>
      }
    >
      <div className={classes.columns}>
        {blocked ? (
          <EmptyScreen icon={<IconPackageOff stroke={1.5} />} title={`This order is ${order.status.replace('_', ' ')}`}>
            No part of this order can be delivered now.
          </EmptyScreen>
        ) : isDone ? (
          <EmptyScreen
            icon={<IconTruckDelivery stroke={1.5} />}
            title="Everything of this order is planned or delivered"
            actions={
              <Button component={Link} to={list}>
                Day plan
              </Button>
            }
          >
            To bring something elsewhere, take it off a planned delivery first.
          </EmptyScreen>
        ) : (
          <PlanForm
            key={round}
            orderId={order.id}
            contactId={order.contact_id}
            stored={first}
            changes={null}
            onCancel={() => navigate(back)}
            onSaved={(id, goesOn, { method, day, van_id }) => {
              if (!goesOn) return navigate(href('delivery', id) ?? list, { replace: true })
              notifications.show({ color: 'teal', message: 'The delivery is planned. The rest of the order is below.' })
              setFirst({
                ...(method ? { method } : {}),
                ...(day ? { day } : {}),
                ...(van_id ? { van_id } : {}),
              })
              setRound((now) => now + 1)
            }}
          />
        )}
        <Planned orderId={order.id} />
      </div>
    </PageFrame>
  )
}

function Planned({ orderId }: { orderId: string }) {
  const zone = useCompanyZone()
  const { data: deliveries = [] } = useQuery(deliveriesOfOrderQuery(orderId))
  if (deliveries.length === 0 || zone === null) return null
  return (
    <section className={page.panel} aria-label="Deliveries of this order">
      <Title order={2} size="h4" mb="xs">
        Of this order
      </Title>
      <Stack gap="sm">
        {deliveries.map((delivery) => (
          <div key={delivery.id}>
            <RecordLink kind="delivery" id={delivery.id}>
              {delivery.delivery_number}
            </RecordLink>{' '}
            <StatusBadge kind="delivery" status={delivery.status} />
            <Text size="sm" c="dimmed">
              {[
                methodLabel(delivery.method),
                delivery.scheduled_at
                  ? [
                      weekdayText(dayIn(zone, delivery.scheduled_at)),
                      delivery.scheduled_has_time ? clockTextIn(zone, delivery.scheduled_at) : null,
                    ]
                      .filter(Boolean)
                      .join(', ')
                  : 'no day yet',
                delivery.location ? [delivery.location.label, delivery.location.city].filter(Boolean).join(', ') : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  )
}
