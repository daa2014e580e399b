import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import type { Portal } from '../api/portal.query'
import { tabPath } from '../tabs'
import { orderWaits, quotationWaits } from '../what-waits'
import classes from './my-account.module.css'
import { OrderPaper, QuotationPaper } from './papers'

const isGoing = (status: string) => !['completed', 'cancelled', 'delivered'].includes(status)

/** The overview for a client: the debt, the open points, and the progress of orders. */
export function Overview({ portal, today, pay }: { portal: Portal; today: string; pay: ReactNode }) {
  const orders = portal.orders.filter(({ status }) => isGoing(status))
  const waiting = portal.quotations.filter((each) => quotationWaits(each, today)?.action && each.order === null)
  const due = orders.filter((each) => orderWaits(each, today)?.action)
  const others = orders.filter((each) => !due.includes(each))
  return (
    <Stack gap="xl">
      <Money portal={portal} />
      {waiting.length + due.length > 0 ? (
        <Part title="Waiting for you">
          {waiting.map((each) => (
            <QuotationPaper key={each.public_uuid} of={each} today={today} />
          ))}
          {due.map((each) => (
            <OrderPaper key={each.order_number} of={each} today={today} />
          ))}
        </Part>
      ) : null}
      {pay}
      {others.length > 0 ? (
        <Part title="In progress" more={{ to: tabPath('orders'), label: 'All orders' }}>
          {others.slice(0, 5).map((each) => (
            <OrderPaper key={each.order_number} of={each} today={today} />
          ))}
        </Part>
      ) : null}
    </Stack>
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
        <Anchor component={Link} to={more.to} size="sm">
          {more.label}
        </Anchor>
      ) : null}
    </Group>
    <Stack gap="md">{children}</Stack>
  </section>
)

function Money({ portal }: { portal: Portal }) {
  const { money, currency } = portal
  const shown = (amount: string) => formatMoney(amount, currency)
  const owes = isAboveZero(money.balance)
  const balance = owes ? money.balance : written(minus(exact('0.00'), exact(money.balance)))
  return (
    <section className={page.panel} aria-label="Your balance">
      <Text fw={600}>{portal.name}</Text>
      <p className={classes.balance}>
        <span>{owes ? 'You owe us' : isAboveZero(balance) ? 'Your credit with us' : 'Nothing is open'}</span>
        <strong>{shown(balance)}</strong>
      </p>
      <dl className={`${page.facts ?? ''} ${classes.money ?? ''}`}>
        {isAboveZero(money.overdue) ? (
          <>
            <dt>Overdue</dt>
            <dd data-overdue>{shown(money.overdue)}</dd>
          </>
        ) : null}
        {owes && isAboveZero(money.credit) ? (
          <>
            <dt>Credit in it</dt>
            <dd>{shown(money.credit)}</dd>
          </>
        ) : null}
        {portal.credit_limit ? (
          <>
            <dt>Credit limit</dt>
            <dd>{shown(portal.credit_limit)}</dd>
          </>
        ) : null}
        {portal.terms_days !== null ? (
          <>
            <dt>Payment terms</dt>
            <dd>{portal.terms_days === 0 ? 'at once' : `${portal.terms_days} days`}</dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}
