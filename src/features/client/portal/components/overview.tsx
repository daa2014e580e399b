import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import type { Portal } from '../api/portal.query'
import { tabPath } from '../tabs'
import { usePortalWords } from '../use-portal-words'
import { orderWaits, quotationWaits } from '../what-waits'
import classes from './my-account.module.css'
import { OrderPaper, QuotationPaper } from './papers'

const isGoing = (status: string) => !['completed', 'cancelled', 'delivered'].includes(status)

/** The overview for a client: the debt, the open points, and the progress of orders. */
export function Overview({ portal, today, pay }: { portal: Portal; today: string; pay: ReactNode }) {
  const words = usePortalWords()
  const { say } = words
  const orders = portal.orders.filter(({ status }) => isGoing(status))
  const waiting = portal.quotations.filter((each) => quotationWaits(each, today, words)?.action && each.order === null)
  const due = orders.filter((each) => orderWaits(each, today, words)?.action)
  const others = orders.filter((each) => !due.includes(each))
  return (
    <Stack gap="xl">
      <Money portal={portal} />
      {waiting.length + due.length > 0 ? (
        <Part title={say('waiting')}>
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
        <Part title={say('in_progress')} more={{ to: tabPath('orders'), label: say('all_orders') }}>
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
