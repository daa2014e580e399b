import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
<<<<<<< HEAD
import { calendarDayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { topics } from '@/shared/domain/nudge'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { asked } from '../../shared/payment/asked'
import { isAbove } from '../../shared/payment/allocation'
import { type Payable, payableKey, payableQuery } from '../api/payable.query'
=======
import { topics } from '@/shared/domain/nudge'
import { Problem } from '@/shared/ui/problem'
import { payableKey, payableQuery } from '../api/payable.query'
>>>>>>> 7f4ae295 (Clients read their account through client_portal and pay from it)
import { liveStatementPayment } from '../payment.actors'
import { PayInvoices } from './pay-invoices'

/** Open invoices of a statement, all or the ticked ones, by one payment over what the client's credit leaves of them. */
export function PayStatement({ uuid }: { uuid: string }) {
  const payable = useQuery(payableQuery(uuid))
  useLive(payableKey(uuid), [{ topic: topics.document(uuid) }])
  if (payable.isError)
    return <Problem onRetry={() => void payable.refetch()}>What is open cannot be read just now.</Problem>
  if (!payable.data) return null
  if (payable.data.payable.length === 0)
    return (
      <Text role="status" ta="center" my="md">
        Everything is paid. There is nothing left to pay.
      </Text>
    )
  const { number, payable: invoices, company, currency } = payable.data
  return (
<<<<<<< HEAD
    <section id="pay" className={classes.statement} aria-label="Pay what is open">
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
            <span>{formatMoney(invoice.balance, payable.currency)}</span>
          </li>
        ))}
      </ul>
      {chosen.length === 0 ? (
        <Text c="dimmed">Please choose at least one invoice.</Text>
      ) : isAbove(asked(chosen, payable.credit).toPay, '0') ? (
        <Ways
          key={chosen.map(({ id }) => id).join(' ')}
          uuid={uuid}
          payable={payable}
          chosen={chosen}
          reference={referenceOf(payable.number, chosen, invoices.length)}
        />
      ) : (
        <Text role="status">
          {`Your credit of ${formatMoney(payable.credit, payable.currency)} covers this. There is nothing to pay.`}
        </Text>
      )}
    </section>
  )
}

type WaysProps = { uuid: string; payable: Payable; chosen: Payable['payable']; reference: string }

/** By card or by transfer. Another choice is another visit: what was told or refused was about the one before. */
function Ways({ uuid, payable: { company, currency, credit }, chosen, reference }: WaysProps) {
  const [machine] = useState(() => liveStatementPayment(chosen.map(({ id }) => id)))
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

/** What the payer writes on the transfer: the statement for all of it, else the invoices as far as a bank takes them. */
function referenceOf(statement: string, chosen: readonly { number: string }[], all: number): string {
  const numbers = chosen.map(({ number }) => number).join(' ')
  return chosen.length === all || numbers.length > 140 ? statement : numbers
}
=======
    <PayInvoices
      invoices={invoices}
      company={company}
      currency={currency}
      whole={number}
      paymentOf={liveStatementPayment}
      uuid={uuid}
    />
  )
}
>>>>>>> 7f4ae295 (Clients read their account through client_portal and pay from it)
