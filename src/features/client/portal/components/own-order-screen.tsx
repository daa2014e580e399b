import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { printedNet } from '@/documents/lines'
import { productLine } from '@/documents/paper/product-words'
import { siteLines, writingOf } from '@/documents/paper/writing'
import { ClientPage } from '@/kit/client-page/client-page'
import { AskByLink } from '@/kit/thread/ask-by-link'
import { ClientThread } from '@/kit/thread/client-thread'
import { usePaperTexts } from '@/kit/client-page/use-paper-texts'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { currentFormats } from '@/shared/domain/text/formats'
import { dayOfOrderWords, orderWords } from '@/shared/domain/records/order-words'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import { ProofWaits } from '@/shared/ui/parts/proof-waits'
import page from '@/shared/ui/page/record-page.module.css'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useNow } from '@/shared/hooks/use-now'
import { type OrderOfAccount, ownOrderQuery } from '../api/own-order.query'
import { type Portal, portalKey, portalQuery } from '../api/portal.query'
import { orderedText } from '../ordered-line'
import { tabPath } from '../tabs'
import { useLivePortal } from '../use-live-portal'
import { portalParts, usePortalWords } from '../use-portal-words'
import { orderWaits } from '../what-waits'
import classes from './my-account.module.css'
import { DeliveryPaper, InvoicePaper } from './papers'
import { OrderAgain } from './order-again'
import { OrderTrack } from './order-track'
import { StandingOf } from './standing-of'

type OwnOrderProps = {
  /** The uuid of the order's papers. */
  id: string
  /** The way to pay the invoices of this portal with one payment. */
  pay: (portal: Portal) => ReactNode
}

/** /my-account/orders/:id: the client's order, its progress, its deliveries and documents, and the amount to pay. */
export function OwnOrderScreen({ id, pay }: OwnOrderProps) {
  const order = useQuery(ownOrderQuery(id))
  useLivePortal(order.data?.public_uuid)
  if (order.isPending) return <LineSkeletons count={4} height={88} />
  return (
    <ClientPage parts={portalParts} own={order.data?.client_language} company={order.data?.language}>
      <OwnOrderPage
        order={order.data ?? null}
        onRetry={order.data === undefined ? () => void order.refetch() : null}
        pay={pay}
      />
    </ClientPage>
  )
}

type OwnOrderPageProps = {
  /** Null where it is not an order of the client, or could not be read. */
  order: OrderOfAccount | null
  /** Given where it could not be read. */
  onRetry: (() => void) | null
  pay: OwnOrderProps['pay']
}

function OwnOrderPage({ order, onRetry, pay }: OwnOrderPageProps) {
  const { say, page: words } = usePortalWords()
  useRecordTitle(order?.order_number ?? say('your_order'))
  return (
    <div className={classes.account}>
      <PageFrame
        title={order?.order_number ?? say('your_order')}
        lead={order?.project_title ?? null}
        isLeadKept
        above={
          <Anchor component={Link} to={tabPath('orders')} size="sm">
            {say('your_orders')}
          </Anchor>
        }
        width="text"
      >
        {onRetry ? (
          <Problem again={words.say('try_again')} onRetry={onRetry}>
            {say('order_unread')}
          </Problem>
        ) : order === null ? (
          <EmptyScreen icon={<IconFileOff stroke={1.5} />} title={say('order_not_here')}>
            {say('order_not_here_text')}
          </EmptyScreen>
        ) : (
          <Stack gap="xl">
            <Standing order={order} />
            <Ordered order={order} />
            <OrderAgain of={order} />
            <Deliveries of={order.deliveries} />
            <Money order={order} pay={pay} />
            <div>
              <ClientThread link={order.public_uuid} queryKey={portalKey} company={order.company.name} />
              <AskByLink link={order.public_uuid} queryKey={portalKey} />
            </div>
          </Stack>
        )}
      </PageFrame>
    </div>
  )
}

/** The order's state in the client's words, and the possible actions. */
function Standing({ order }: { order: OrderOfAccount }) {
  const words = usePortalWords()
  const { say } = words
  const { dayOf } = words.page
  const today = todayOf(useNow(60_000))
  const waits = orderWaits(order, today, words)
  const isLate = order.due_date !== null && order.due_date < today
  const { quotation, site } = order
  return (
    <section className={page.panel} aria-label={say('how_it_goes')}>
      <Group justify="space-between" gap="xs" mb="xs">
        <StandingOf kind="order" status={order.status} />
        {waits?.action ? (
          <Button component="a" href={waits.action.href}>
            {waits.action.label}
          </Button>
        ) : null}
      </Group>
      <Text mb="xs">{orderWords({ ...order, proof_waits: quotation?.proof_waits }, order.currency, words.page)}</Text>
      {quotation?.proof_waits ? <ProofWaits uuid={quotation.public_uuid} /> : null}
      <OrderTrack of={order} />
      <PayOpenInvoices of={order.open_invoices} />
      {waits && !waits.action && isLate ? <Text>{waits.words}</Text> : null}
      <dl className={page.facts} style={{ marginTop: '0.75rem' }}>
        <dt>{say('ordered')}</dt>
        <dd>{dayOf(order.ordered_at)}</dd>
        {order.due_date ? (
          <>
            <dt>{say('planned')}</dt>
            <dd>{dayOfOrderWords(order.due_date, order.day_before, words.page)}</dd>
          </>
        ) : null}
        {order.client_po ? (
          <>
            <dt>{say('your_order')}</dt>
            <dd>{order.client_po}</dd>
          </>
        ) : null}
        {site ? (
          <>
            <dt>{say('goes_to')}</dt>
            <dd>
              {siteLines(site, { paper_size: 'a4', country: currentFormats().country }, words.page.language).join(', ')}
            </dd>
          </>
        ) : null}
        {quotation ? <Papers of={quotation} /> : null}
      </dl>
    </section>
  )
}

function Papers({ of }: { of: NonNullable<OrderOfAccount['quotation']> }) {
  const { say } = usePortalWords()
  return (
    <>
      <dt>{say('papers')}</dt>
      <dd>
        <Anchor href={linkTo('/client-quotations/:id', { id: of.public_uuid })}>
          {of.number_with_version ?? say('a_quotation')}
        </Anchor>
        {of.has_proofs ? (
          <>
            {', '}
            <Anchor href={linkTo('/mockups/:uuid', { uuid: of.public_uuid })}>{say('proofs')}</Anchor>
          </>
        ) : null}
      </dd>
    </>
  )
}

function Ordered({ order }: { order: OrderOfAccount }) {
  const { say, page: words } = usePortalWords()
  const texts = usePaperTexts()
  const writing = writingOf(order.company, order.currency, texts)
  const shown = (amount: string) => formatMoney(amount, order.currency)
  return (
    <section className={page.panel} aria-label={say('what_you_ordered')}>
      <Title order={2} size="h4" mb="xs">
        {say('what_you_ordered')}
      </Title>
      <ul className={classes.lines}>
        {order.lines.map((line) => (
          <li key={line.id} data-heading={line.kind === 'heading' || undefined}>
            <span>
              {productLine(line.description, writing)}
              <Text component="span" display="block" size="sm" c="dimmed">
                {orderedText(line, { say, texts, writing })}
              </Text>
            </span>
            {line.kind === 'heading' || line.kind === 'text' ? null : <span>{shown(printedNet(line))}</span>}
          </li>
        ))}
      </ul>
      <dl className={`${page.facts ?? ''} ${classes.money ?? ''}`}>
        <dt>{words.say('net')}</dt>
        <dd>{shown(order.net)}</dd>
        <dt>{say('tax')}</dt>
        <dd>{shown(order.vat)}</dd>
        <dt>{words.say('total')}</dt>
        <dd>
          <strong>{shown(order.gross)}</strong>
        </dd>
      </dl>
    </section>
  )
}

function Deliveries({ of }: { of: OrderOfAccount['deliveries'] }) {
  const { say } = usePortalWords()
  if (of.length === 0) return null
  return (
    <section aria-label={say('deliveries')}>
      <Title order={2} size="h4" mb="sm">
        {say('deliveries')}
      </Title>
      <Stack gap="md">
        {of.map((each) => (
          <DeliveryPaper key={each.number} of={each} />
        ))}
      </Stack>
    </section>
  )
}

/** The order's invoices, with the payment of the open amount. */
function Money({ order, pay }: { order: OrderOfAccount; pay: OwnOrderProps['pay'] }) {
  const { say } = usePortalWords()
  const portal = useQuery(portalQuery(order.contact_id ?? null))
  const ids = new Set(order.invoices.map(({ id }) => id))
  const open = order.invoices.some(({ balance }) => isAboveZero(balance))
  const way =
    open && portal.data ? pay({ ...portal.data, invoices: portal.data.invoices.filter(({ id }) => ids.has(id)) }) : null
  // What is to be paid stands in the way to pay it, once.
  const listed = way ? order.invoices.filter(({ balance }) => !isAboveZero(balance)) : order.invoices
  if (order.invoices.length === 0) return null
  return (
    <section aria-label={say('invoices')}>
      <Title order={2} size="h4" mb="sm">
        {say('invoices')}
      </Title>
      <Stack gap="md">
        {way}
        {listed.map((each) => (
          <InvoicePaper key={each.id} of={each} />
        ))}
      </Stack>
    </section>
  )
}
