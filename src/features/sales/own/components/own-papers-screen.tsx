import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconFileInvoice, IconPackage } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLive } from '@/kit/live/use-live'
import { StatusBadge } from '@/kit/record/status-badge'
import { calendarDayText, dayText } from '@/shared/domain/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { topics } from '@/shared/domain/nudge'
import { todayOf } from '@/shared/domain/today'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { OwnPapers } from '@/shared/ui/own-papers'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { useNow } from '@/shared/ui/use-now'
import {
  type OwnOrder,
  ownOrdersQuery,
  ownPapersKey,
  type OwnQuotation,
  ownQuotationsQuery,
} from '../api/own-papers.query'
import { orderWaits, quotationWaits, type Waiting } from '../what-waits'

/** /quotations for clients who are signed in: what was offered to them, and what waits for them. */
export const OwnQuotationsScreen = () => (
  <OwnPapers title="Your quotations" icon={<IconFileInvoice stroke={1.5} />}>
    <Quotations />
  </OwnPapers>
)

/** /orders for clients who are signed in: what they ordered, how far it is, and what waits for them. */
export const OwnOrdersScreen = () => (
  <OwnPapers title="Your orders" icon={<IconPackage stroke={1.5} />}>
    <Orders />
  </OwnPapers>
)

/** A client hears of their papers on the topic of their own. */
const useLiveOwn = (tables: readonly string[]) =>
  useLive(ownPapersKey, [{ topic: topics.user(useCurrentUser().id), tables }])

function Quotations() {
  const quotations = useQuery(ownQuotationsQuery)
  useLiveOwn(['quotations', 'orders'])
  const today = todayOf(useNow(60_000))
  return (
    <Papers
      of={quotations}
      what="quotations"
      empty={
        <EmptyScreen icon={<IconFileInvoice stroke={1.5} />} title="No quotations yet">
          What we offer you stands here, with its answer and its deposit.
        </EmptyScreen>
      }
    >
      {(quotation: OwnQuotation) => (
        <Paper
          key={quotation.id}
          name={
            <Anchor href={`/client-quotations/${quotation.public_uuid}`} fw={600}>
              {quotation.number_with_version}
            </Anchor>
          }
          label={quotation.number_with_version ?? 'Quotation'}
          badge={<StatusBadge kind="quotation" status={quotation.status} />}
          title={quotation.project_title}
          facts={[
            formatMoney(quotation.gross, quotation.currency),
            quotation.sent_at ? `sent ${dayText(quotation.sent_at)}` : null,
          ]}
          waiting={quotationWaits(quotation, today)}
        />
      )}
    </Papers>
  )
}

function Orders() {
  const orders = useQuery(ownOrdersQuery)
  useLiveOwn(['orders'])
  const today = todayOf(useNow(60_000))
  return (
    <Papers
      of={orders}
      what="orders"
      empty={
        <EmptyScreen icon={<IconPackage stroke={1.5} />} title="No orders yet">
          A quotation that you approve becomes an order, and stands here.
        </EmptyScreen>
      }
    >
      {(order: OwnOrder) => (
        <Paper
          key={order.id}
          name={<Text fw={600}>{order.order_number}</Text>}
          label={order.order_number}
          badge={<StatusBadge kind="order" status={order.status} />}
          title={order.project_title}
          facts={[
            formatMoney(order.gross, order.currency),
            `ordered ${dayText(order.ordered_at)}`,
            order.due_date ? `due ${calendarDayText(order.due_date)}` : null,
            order.client_po ? `your order ${order.client_po}` : null,
            order.delivered_pct === '0.00' ? null : `${shortDecimalText(order.delivered_pct)} % delivered`,
          ]}
          more={
            order.quotation ? (
              <Anchor href={`/client-quotations/${order.quotation.public_uuid}`} size="sm">
                Quotation {order.quotation.number_with_version}
              </Anchor>
            ) : null
          }
          waiting={orderWaits(order, today)}
        />
      )}
    </Papers>
  )
}

type PapersProps<Row> = {
  of: UseQueryResult<Row[]>
  what: string
  empty: ReactNode
  children: (row: Row) => ReactNode
}

function Papers<Row>({ of, what, empty, children }: PapersProps<Row>) {
  if (of.isPending) return <LineSkeletons count={4} height={88} />
  if (of.isError) return <Problem onRetry={() => void of.refetch()}>Your {what} could not be read</Problem>
  return of.data.length === 0 ? empty : <Stack gap="md">{of.data.map(children)}</Stack>
}

type PaperProps = {
  name: ReactNode
  label: string
  badge: ReactNode
  title: string | null
  facts: (string | null)[]
  more?: ReactNode
  waiting: Waiting | null
}

const Paper = ({ name, label, badge, title, facts, more, waiting }: PaperProps) => (
  <article className={page.panel} aria-label={label}>
    <Group justify="space-between" gap="xs">
      {name}
      {badge}
    </Group>
    <Text>{title}</Text>
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
    {more}
    {waiting ? (
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="sm">{waiting.words}</Text>
        {waiting.action ? (
          <Button component="a" href={waiting.action.href} size="sm">
            {waiting.action.label}
          </Button>
        ) : null}
      </Group>
    ) : null}
  </article>
)
