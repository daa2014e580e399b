import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import type { OwnOrder, OwnQuotation, Portal } from '../api/portal.query'
import { type Tab, tabPath } from '../tabs'
import { type PortalWords, usePortalWords } from '../use-portal-words'
import { orderWaits, quotationWaits } from '../what-waits'
import classes from './my-account.module.css'
import { MessagePaper, PaymentPaper, ProofPaper } from './more-papers'
import { CreditNotePaper, DeliveryPaper, InvoicePaper, OrderPaper, QuotationPaper, StatementPaper } from './papers'

const isGoing = (status: string) => !['completed', 'cancelled', 'delivered'].includes(status)

/** The newest of a kind that stand on the overview; all of them stand behind its link. */
const shownOfKind = 3

type OverviewProps = { portal: Portal; today: string; pay: ReactNode }

/** Everything of a client on one page: the debt, what waits for them, their orders, and the newest of each kind of paper. */
export function Overview({ portal, today, pay }: OverviewProps) {
  const words = usePortalWords()
  const { say } = words
  const orders = portal.orders.filter(({ status }) => isGoing(status))
  const due = orders.filter((each) => orderWaits(each, today, words)?.action)
  const others = orders.filter((each) => !due.includes(each))
  const past = portal.orders.filter((each) => !orders.includes(each))
  return (
    <Stack gap="xl">
      <Money portal={portal} />
      <Waiting portal={portal} today={today} due={due} />
      {pay}
      <Newest title={say('in_progress')} tab="orders" most={5}>
        {others.map((each) => (
          <OrderPaper key={each.order_number} of={each} today={today} />
        ))}
      </Newest>
      <Newest title={say('delivered_orders')} tab="orders">
        {past.map((each) => (
          <OrderPaper key={each.order_number} of={each} today={today} />
        ))}
      </Newest>
      <NewestPapers portal={portal} today={today} />
    </Stack>
  )
}

/** What the client has to do: quotations, proofs and deposits, and answers that they have not read. */
function Waiting({ portal, today, due }: { portal: Portal; today: string; due: readonly OwnOrder[] }) {
  const words = usePortalWords()
  const quotations = portal.quotations.filter((each) => asks(each, today, words))
  const proofs = portal.proofs.filter(({ waits }) => waits)
  const messages = portal.messages.filter(({ is_new }) => is_new)
  if (quotations.length + proofs.length + due.length + messages.length === 0) return null
  return (
    <Part title={words.say('waiting')}>
      {quotations.map((each) => (
        <QuotationPaper key={each.public_uuid} of={each} today={today} />
      ))}
      {proofs.map((each) => (
        <ProofPaper key={each.job_id} of={each} />
      ))}
      {due.map((each) => (
        <OrderPaper key={each.order_number} of={each} today={today} />
      ))}
      {messages.map((each) => (
        <MessagePaper key={each.public_uuid} of={each} />
      ))}
    </Part>
  )
}

/** Without an order: what an approved quotation waits for is said at its order. */
const asks = (each: OwnQuotation, today: string, words: PortalWords): boolean =>
  each.order === null && Boolean(quotationWaits(each, today, words)?.action)

/** The newest papers that stand nowhere above: neither in what waits, nor in what is to be paid, nor as an order. */
function NewestPapers({ portal, today }: Pick<OverviewProps, 'portal' | 'today'>) {
  const words = usePortalWords()
  const { say } = words
  const quotations = portal.quotations.filter((each) => each.order === null && !asks(each, today, words))
  const paid = portal.invoices.filter(({ balance }) => !isAboveZero(balance))
  return (
    <>
      <Newest title={say('messages')} tab="messages">
        {portal.messages
          .filter(({ is_new }) => !is_new)
          .map((each) => (
            <MessagePaper key={each.public_uuid} of={each} />
          ))}
      </Newest>
      <Newest title={say('quotations')} tab="quotations">
        {quotations.map((each) => (
          <QuotationPaper key={each.public_uuid} of={each} today={today} />
        ))}
      </Newest>
      <Newest title={say('invoices')} tab="invoices">
        {[
          ...paid.map((each) => <InvoicePaper key={each.id} of={each} />),
          ...portal.credit_notes.map((each) => <CreditNotePaper key={each.number} of={each} />),
        ]}
      </Newest>
      <Newest title={say('payments')} tab="payments">
        {portal.payments.map((each) => (
          <PaymentPaper key={each.number ?? each.received_on} of={each} />
        ))}
      </Newest>
      <Newest title={say('deliveries')} tab="deliveries">
        {portal.deliveries.map((each) => (
          <DeliveryPaper key={each.number} of={each} />
        ))}
      </Newest>
      <Newest title={say('proofs')} tab="proofs">
        {portal.proofs
          .filter(({ waits }) => !waits)
          .map((each) => (
            <ProofPaper key={each.job_id} of={each} />
          ))}
      </Newest>
      <Newest title={say('statements')} tab="statements">
        {portal.statements.map((each) => (
          <StatementPaper key={each.number} of={each} />
        ))}
      </Newest>
    </>
  )
}

type NewestProps = { title: string; tab: Tab; most?: number; children: ReactNode[] }

function Newest({ title, tab, most = shownOfKind, children }: NewestProps) {
  const { say } = usePortalWords()
  if (children.length === 0) return null
  return (
    <Part title={title} more={{ to: tabPath(tab), label: say('all_of_them') }}>
      {children.slice(0, most)}
    </Part>
  )
}

type PartProps = { title: string; more?: { to: string; label: string }; children: ReactNode }

const Part = ({ title, more, children }: PartProps) => (
  <section aria-label={title}>
    <Group justify="space-between" align="baseline" mb="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {more ? (
        <Anchor component={Link} to={more.to} size="sm" aria-label={`${title}: ${more.label}`} data-apart>
          {more.label}
        </Anchor>
      ) : null}
    </Group>
    <Stack gap="md">{children}</Stack>
  </section>
)

function Money({ portal }: { portal: Portal }) {
  const { say } = usePortalWords()
  const { money, currency } = portal
  const shown = (amount: string) => formatMoney(amount, currency)
  const owes = isAboveZero(money.balance)
  const balance = owes ? money.balance : written(minus(exact('0.00'), exact(money.balance)))
  return (
    <section className={page.panel} aria-label={say('your_balance')}>
      <Text fw={600}>{portal.name}</Text>
      <p className={classes.balance}>
        <span>{say(owes ? 'you_owe' : isAboveZero(balance) ? 'credit_with_us' : 'nothing_open')}</span>
        <strong>{shown(balance)}</strong>
      </p>
      <dl className={`${page.facts ?? ''} ${classes.money ?? ''}`}>
        {isAboveZero(money.overdue) ? (
          <>
            <dt>{say('overdue')}</dt>
            <dd data-overdue>{shown(money.overdue)}</dd>
          </>
        ) : null}
        {owes && isAboveZero(money.credit) ? (
          <>
            <dt>{say('credit_in_it')}</dt>
            <dd>{shown(money.credit)}</dd>
          </>
        ) : null}
        {portal.credit_limit ? (
          <>
            <dt>{say('credit_limit')}</dt>
            <dd>{shown(portal.credit_limit)}</dd>
          </>
        ) : null}
        {portal.terms_days !== null ? (
          <>
            <dt>{say('payment_terms')}</dt>
            <dd>{portal.terms_days === 0 ? say('at_once') : say('days', { days: portal.terms_days })}</dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}
