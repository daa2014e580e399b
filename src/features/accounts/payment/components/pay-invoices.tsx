import { Checkbox, Stack, Text } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import type { CompanyFacts } from '@/documents/paper/source'
import { calendarDayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { isAbove } from '../../shared/payment/allocation'
import { asked } from '../../shared/payment/asked'
import type { liveStatementPayment } from '../payment.actors'
import classes from './payment.module.css'
import { NoWay } from './no-way'
import { PayByCard } from './pay-by-card'
import { Transfer } from './transfer'

/** An open invoice. `balance` is decimal text. */
export type OpenInvoice = {
  id: string
  number: string
  due_date: string | null
  project_title: string | null
  is_overdue: boolean | null
  balance: string
}

type PayInvoicesProps = {
  invoices: readonly OpenInvoice[]
  company: CompanyFacts
  currency: string
  /** Credit of the client, which is used first. */
  credit: string
  /** What the payer writes on a transfer for all of them. */
  whole: string
  /** The visit that pays these invoices. */
  paymentOf: (invoices: string[]) => ReturnType<typeof liveStatementPayment>
  /** The link that they are paid by; none for a client who is signed in. */
  uuid: string
  /** It stands in a page with other things, not below a paper. */
  isInside?: boolean
}

/** Open invoices, all or the ticked ones, by one payment. */
export function PayInvoices({
  invoices,
  company,
  currency,
  credit,
  whole,
  paymentOf,
  uuid,
  isInside = false,
}: PayInvoicesProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = invoices.filter(({ id }) => !left.has(id))
  return (
    <section id="pay" className={classes.statement} data-inside={isInside || undefined} aria-label="Pay what is open">
      <h2>Pay what is open</h2>
      {invoices.length > 1 ? (
        <Checkbox
          label={`All ${invoices.length} open invoices`}
          checked={left.size === 0}
          indeterminate={chosen.length > 0 && left.size > 0}
          onChange={() => setLeft(left.size === 0 ? new Set(invoices.map(({ id }) => id)) : new Set())}
          fw={600}
        />
      ) : null}
      <ul className={classes.invoices}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <Checkbox
              checked={!left.has(invoice.id)}
              onChange={() => {
                const next = new Set(left)
                if (!next.delete(invoice.id)) next.add(invoice.id)
                setLeft(next)
              }}
              label={
                <>
                  {invoice.number}
                  <Text component="span" display="block" size="sm" c={invoice.is_overdue ? 'magenta' : 'dimmed'}>
                    {[
                      invoice.project_title,
                      invoice.due_date
                        ? `${invoice.is_overdue ? 'was due' : 'due'} ${calendarDayText(invoice.due_date)}`
                        : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </>
              }
            />
            <span>{formatMoney(invoice.balance, currency)}</span>
          </li>
        ))}
      </ul>
      {chosen.length === 0 ? (
        <Text c="dimmed">Please choose at least one invoice.</Text>
      ) : isAbove(asked(chosen, credit).toPay, '0') ? (
        <Ways
          key={chosen.map(({ id }) => id).join(' ')}
          uuid={uuid}
          company={company}
          currency={currency}
          credit={credit}
          chosen={chosen}
          paymentOf={paymentOf}
          reference={referenceOf(whole, chosen, invoices.length)}
        />
      ) : (
        <Text role="status">
          {`Your credit of ${formatMoney(credit, currency)} covers this. There is nothing to pay.`}
        </Text>
      )}
    </section>
  )
}

type WaysProps = Omit<PayInvoicesProps, 'invoices' | 'whole' | 'isInside'> & {
  chosen: readonly OpenInvoice[]
  reference: string
}

/** By card or by transfer. Another choice is another visit: what was told or refused was about the one before. */
function Ways({ uuid, company, currency, credit, chosen, paymentOf, reference }: WaysProps) {
  const [machine] = useState(() => paymentOf(chosen.map(({ id }) => id)))
  const [state, send] = useMachine(machine, { input: { uuid, whole: true } })
  const { open, toPay: amount } = asked(chosen, credit)
  const money = formatMoney(amount, currency)
  return (
    <Stack>
      <p className={classes.amount} aria-live="polite">
        <span className={classes.quiet}>To pay now</span>
        <strong>{money}</strong>
      </p>
      {isAbove(credit, '0') ? (
        <Text size="sm" c="dimmed">
          {`${formatMoney(open, currency)} less ${formatMoney(credit, currency)} of your credit, which is used first.`}
        </Text>
      ) : null}
      {state.context.problem ? <Problem>{saveProblem(state.context.problem)}</Problem> : null}
      {currency === 'EUR' ? (
        <PayByCard money={money} isBusy={state.hasTag('busy')} onPay={() => send({ type: 'card.pay' })} />
      ) : null}
      <Transfer
        company={company}
        amount={amount}
        currency={currency}
        reference={reference}
        isTold={state.matches('told')}
        isBusy={state.matches('telling')}
        onTell={() => send({ type: 'transfer.tell' })}
      />
      <NoWay company={company} isCardOffered={currency === 'EUR'} />
    </Stack>
  )
}

/** What the payer writes on the transfer: `whole` for all of it, else the invoices as far as a bank takes them. */
function referenceOf(whole: string, chosen: readonly { number: string }[], all: number): string {
  const numbers = chosen.map(({ number }) => number).join(' ')
  return chosen.length === all || numbers.length > 140 ? whole : numbers
}
