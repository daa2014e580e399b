import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { printedNet } from '@/documents/lines'
import { siteLines } from '@/documents/paper/writing'
import { useLive } from '@/kit/live/use-live'
import { StatusBadge } from '@/kit/record/status-badge'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { calendarDayText, dayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { orderWords } from '@/shared/domain/records/order-words'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import page from '@/shared/ui/page/record-page.module.css'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useNow } from '@/shared/hooks/use-now'
import { type OrderOfAccount, ownOrderQuery } from '../api/own-order.query'
import { ownTables, type Portal, portalQuery } from '../api/portal.query'
import { orderedText } from '../ordered-line'
import { tabPath } from '../tabs'
import { orderWaits } from '../what-waits'
import classes from './my-account.module.css'
import { DeliveryPaper, InvoicePaper } from './papers'

type OwnOrderProps = {
  /** The uuid of the order's papers. */
  id: string
  /** The way to pay the invoices of this portal with one payment. */
  pay: (portal: Portal) => ReactNode
}

/** /my-account/orders/:id: the client's order, its progress, its deliveries and documents, and the amount to pay. */
export function OwnOrderScreen({ id, pay }: OwnOrderProps) {
  const order = useQuery(ownOrderQuery(id))
  const user = useCurrentUserOrNull()
  useLive(portalQuery.queryKey, user ? [{ topic: topics.user(user.id), tables: [...ownTables] }] : [])
  useRecordTitle(order.data?.order_number ?? null)
  return (
    <div className={classes.account}>
      <PageFrame
        title={order.data?.order_number ?? 'Your order'}
        lead={order.data?.project_title ?? null}
        isLeadKept
        above={
          <Anchor component={Link} to={tabPath('orders')} size="sm">
            Your orders
          </Anchor>
        }
        width="text"
      >
        {order.isPending ? (
          <LineSkeletons count={4} height={88} />
        ) : order.isError ? (
          <Problem onRetry={() => void order.refetch()}>Your order could not be read</Problem>
        ) : order.data === null ? (
          <EmptyScreen icon={<IconFileOff stroke={1.5} />} title="This order is not here">
            It is not an order of yours, or its address is not whole. Your orders show all of them.
          </EmptyScreen>
        ) : (
          <Stack gap="xl">
            <Standing order={order.data} />
            <Ordered order={order.data} />
            <Deliveries of={order.data.deliveries} />
            <Money order={order.data} pay={pay} />
          </Stack>
        )}
      </PageFrame>
    </div>
  )
}

/** The order's state in the client's words, and the possible actions. */
function Standing({ order }: { order: OrderOfAccount }) {
  const today = todayOf(useNow(60_000))
  const waits = orderWaits(order, today)
  const isLate = order.due_date !== null && order.due_date < today
  const { quotation, site } = order
  return (
    <section className={page.panel} aria-label="How it is going">
      <Group justify="space-between" gap="xs" mb="xs">
        <StatusBadge kind="order" status={order.status} />
        {waits?.action ? (
          <Button component="a" href={waits.action.href}>
            {waits.action.label}
          </Button>
        ) : null}
      </Group>
      <Text mb="xs">{orderWords(order, order.currency)}</Text>
      <PayOpenInvoices of={order.open_invoices} />
      {waits && !waits.action && isLate ? <Text>{waits.words}</Text> : null}
      <dl className={page.facts} style={{ marginTop: '0.75rem' }}>
        <dt>Ordered</dt>
        <dd>{dayText(order.ordered_at)}</dd>
        {order.due_date ? (
          <>
            <dt>Planned for</dt>
            <dd>{calendarDayText(order.due_date)}</dd>
          </>
        ) : null}
        {order.client_po ? (
          <>
            <dt>Your order</dt>
            <dd>{order.client_po}</dd>
          </>
        ) : null}
        {site ? (
          <>
            <dt>Goes to</dt>
            <dd>{siteLines(site).join(', ')}</dd>
          </>
        ) : null}
        {quotation ? (
          <>
            <dt>Papers</dt>
            <dd>
              <Anchor href={linkTo('/client-quotations/:id', { id: quotation.public_uuid })}>
                {quotation.number_with_version ?? 'Quotation'}
              </Anchor>
              {quotation.has_proofs ? (
                <>
                  {', '}
                  <Anchor href={linkTo('/mockups/:uuid', { uuid: quotation.public_uuid })}>Proofs</Anchor>
                </>
              ) : null}
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function Ordered({ order }: { order: OrderOfAccount }) {
  const shown = (amount: string) => formatMoney(amount, order.currency)
  return (
    <section className={page.panel} aria-label="What you ordered">
      <Title order={2} size="h4" mb="xs">
        What you ordered
      </Title>
      <ul className={classes.lines}>
        {order.lines.map((line) => (
          <li key={line.id} data-heading={line.kind === 'heading' || undefined}>
            <span>
              {line.description}
              <Text component="span" display="block" size="sm" c="dimmed">
                {orderedText(line)}
              </Text>
            </span>
            {line.kind === 'heading' || line.kind === 'text' ? null : <span>{shown(printedNet(line))}</span>}
          </li>
        ))}
      </ul>
      <dl className={`${page.facts ?? ''} ${classes.money ?? ''}`}>
        <dt>Net</dt>
        <dd>{shown(order.net)}</dd>
        <dt>{withTax('{Tax}')}</dt>
        <dd>{shown(order.vat)}</dd>
        <dt>Total</dt>
        <dd>
          <strong>{shown(order.gross)}</strong>
        </dd>
      </dl>
    </section>
  )
}

const Deliveries = ({ of }: { of: OrderOfAccount['deliveries'] }) =>
  of.length === 0 ? null : (
    <section aria-label="Deliveries">
      <Title order={2} size="h4" mb="sm">
        Deliveries
      </Title>
      <Stack gap="md">
        {of.map((each) => (
          <DeliveryPaper key={each.number} of={each} />
        ))}
      </Stack>
    </section>
  )

/** The order's invoices, with the payment of the open amount. */
function Money({ order, pay }: { order: OrderOfAccount; pay: OwnOrderProps['pay'] }) {
  const portal = useQuery(portalQuery)
  const ids = new Set(order.invoices.map(({ id }) => id))
  const open = order.invoices.some(({ balance }) => isAboveZero(balance))
  if (order.invoices.length === 0) return null
  return (
    <section aria-label="Invoices">
      <Title order={2} size="h4" mb="sm">
        Invoices
      </Title>
      <Stack gap="md">
        {open && portal.data
          ? pay({ ...portal.data, invoices: portal.data.invoices.filter(({ id }) => ids.has(id)) })
          : null}
        {order.invoices.map((each) => (
          <InvoicePaper key={each.id} of={each} />
        ))}
      </Stack>
    </section>
  )
}
