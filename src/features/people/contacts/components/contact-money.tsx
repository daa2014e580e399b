import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { compared, exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { contactMoneyQuery } from '../api/contact-money.query'
import classes from './contact-money.module.css'

/** `currency`: that of the client; null: that of the books. */
type Owing = { id: string; limit: string | number | null; currency: string | null }

/** What a client owes, what of it is late, and what is left of the credit. Nothing for a contact without papers and limit. */
export function ContactMoney({ id, limit, currency }: Owing) {
  const { data } = useQuery(contactMoneyQuery(id))
  if (!data) return null
  const hasPapers = data.open_invoices > 0 || isAboveZero(data.credit) || data.balance !== '0.00'
  if (!hasPapers && limit === null) return null
  const money = (amount: string) => formatMoney(amount, currency ?? undefined)
  return (
    <dl className={classes.money} aria-label="What is owed">
      <div>
        <dt>Balance</dt>
        <dd>
          <Anchor component={Link} to={linkTo('/statements/:id', { id })} inherit>
            {money(data.balance)}
          </Anchor>
        </dd>
      </div>
      <div data-late={isAboveZero(data.overdue) || undefined}>
        <dt>Overdue</dt>
        <dd>
          {money(data.overdue)}
          {isAboveZero(data.overdue) && data.oldest_due ? (
            <span className={classes.since}>since {calendarDayText(data.oldest_due)}</span>
          ) : null}
        </dd>
      </div>
      {isAboveZero(data.credit) ? (
        <div>
          <dt>Credit</dt>
          <dd>{money(data.credit)}</dd>
        </div>
      ) : null}
      {limit === null ? null : <LeftOfLimit balance={data.balance} limit={String(limit)} money={money} />}
    </dl>
  )
}

type LimitProps = { balance: string; limit: string; money: (amount: string) => string }

/** What may still be invoiced on account. */
function LeftOfLimit({ balance, limit, money }: LimitProps) {
  const left = minus(exact(limit), exact(balance))
  const isOver = compared(left, exact('0')) < 0
  return (
    <div data-late={isOver || undefined}>
      <dt>{isOver ? 'Over the credit limit' : 'Left of the credit limit'}</dt>
      <dd>
        {money(written(isOver ? minus(exact(balance), exact(limit)) : left))}
        <span className={classes.since}>of {money(limit)}</span>
      </dd>
    </div>
  )
}
