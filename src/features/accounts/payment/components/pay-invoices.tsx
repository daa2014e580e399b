import { Anchor, Checkbox, Stack, Text } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CashDiscount, CompanyFacts } from '@/documents/paper/source'
import type { Announced } from '@/shared/domain/money/announced-transfer'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { linkTo } from '@/shared/lib/address'
import { useProblem } from '@/shared/hooks/use-problem'
import { isAbove } from '../../shared/payment/allocation'
import { asked, settles } from '../../shared/payment/asked'
import type { liveStatementPayment } from '../payment.actors'
import { AnnouncedTransfers, useAfterTelling } from './announced-transfers'
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
  cash_discount?: CashDiscount | null | undefined
  /** Its link; without it the number opens nothing. */
  public_uuid?: string | null | undefined
}

type PayInvoicesProps = {
  invoices: readonly OpenInvoice[]
  company: CompanyFacts
  currency: string
  /** Credit of the client, which is used first. */
  credit: string
  /** Transfers for some of them that are announced and not recorded yet. */
  announced: Announced
  /** The query of the invoices and announcements. */
  queryKey: QueryKey
  /** The reference for a transfer of all invoices. */
  whole: string
  /** The visit that pays these invoices. */
  paymentOf: (invoices: string[]) => ReturnType<typeof liveStatementPayment>
  /** The link by which they are paid; none for a signed-in client. */
  uuid: string
  /** True inside a page with other parts; false below a paper. */
  isInside?: boolean
}

/** Open invoices, all or the ticked ones, by one payment. Those of an announced transfer are left out until they are ticked. */
export function PayInvoices({
  invoices,
  company,
  currency,
  credit,
  announced,
  queryKey,
  whole,
  paymentOf,
  uuid,
  isInside = false,
}: PayInvoicesProps) {
  const say = useSay(accountsPart)
  const { day } = usePageWords()
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const [paysAnyway, setPaysAnyway] = useState(false)
  const told = new Set(announced.flatMap(({ invoice_ids }) => invoice_ids))
  const isTicked = ({ id }: OpenInvoice) => ticked[id] ?? !told.has(id)
  const chosen = invoices.filter(isTicked)
  const tickAll = (is: boolean) => setTicked(Object.fromEntries(invoices.map(({ id }) => [id, is])))
  const place = { id: 'pay', className: classes.statement, 'data-inside': isInside || undefined }
  const notice = (
    <AnnouncedTransfers
      announced={announced}
      open={asked(invoices, credit).toPay}
      queryKey={queryKey}
      onPayAnyway={
        paysAnyway || chosen.length > 0
          ? null
          : () => {
              setPaysAnyway(true)
              tickAll(true)
            }
      }
    />
  )
  if (invoices.every(({ id }) => told.has(id)) && !paysAnyway)
    return (
      <section {...place} aria-label={say('pay_open_invoices')}>
        {notice}
      </section>
    )
  return (
    <section {...place} aria-label={say('pay_open_invoices')}>
      <h2>{say('pay_open_invoices')}</h2>
      {notice}
      {invoices.length > 1 ? (
        <Checkbox
          label={say('all_open_invoices', { count: invoices.length })}
          checked={chosen.length === invoices.length}
          indeterminate={chosen.length > 0 && chosen.length < invoices.length}
          onChange={() => tickAll(chosen.length < invoices.length)}
          fw={600}
        />
      ) : null}
      <ul className={classes.invoices}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <Checkbox
              checked={isTicked(invoice)}
              onChange={() => setTicked({ ...ticked, [invoice.id]: !isTicked(invoice) })}
              label={
                <>
                  {invoice.public_uuid ? (
                    // A link inside the label: it opens the invoice, and ticks nothing.
                    <Anchor component={Link} to={linkTo('/client-invoices/:id', { id: invoice.public_uuid })}>
                      {invoice.number}
                    </Anchor>
                  ) : (
                    invoice.number
                  )}
                  <Text component="span" display="block" size="sm" c={invoice.is_overdue ? 'magenta' : 'dimmed'}>
                    {[
                      invoice.project_title,
                      invoice.due_date
                        ? say(invoice.is_overdue ? 'was_due' : 'due_on', { day: day(invoice.due_date) })
                        : null,
                      told.has(invoice.id) ? say('is_announced') : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  <Early invoice={invoice} currency={currency} />
                </>
              }
            />
            <span>{formatMoney(settles(invoice), currency)}</span>
          </li>
        ))}
      </ul>
      {chosen.length === 0 ? (
        <Text c="dimmed">{say('choose_invoice')}</Text>
      ) : isAbove(asked(chosen, credit).toPay, '0') ? (
        <Ways
          key={chosen.map(({ id }) => id).join(' ')}
          uuid={uuid}
          company={company}
          currency={currency}
          credit={credit}
          chosen={chosen}
          paymentOf={paymentOf}
          queryKey={queryKey}
          onTold={() => {
            setPaysAnyway(false)
            setTicked({})
          }}
          reference={referenceOf(whole, chosen, invoices.length)}
        />
      ) : (
        <Text role="status">{say('credit_covers', { credit: formatMoney(credit, currency) })}</Text>
      )}
    </section>
  )
}

/** Of an invoice whose cash discount is in time: what it is without, and until when it is less. */
function Early({ invoice, currency }: { invoice: OpenInvoice; currency: string }) {
  const say = useSay(accountsPart)
  const { day } = usePageWords()
  const { cash_discount: discount, balance } = invoice
  const amount = settles(invoice)
  if (!discount || amount === balance) return null
  const words = {
    day: day(discount.until),
    amount: formatMoney(amount, currency),
    percent: shortDecimalText(discount.pct),
    discount: formatMoney(discount.amount ?? '0.00', currency),
  }
  return (
    <Text component="span" display="block" size="sm" c="dimmed">
      {say('early_choice', words)} · {say('all_that_is_open', { amount: formatMoney(balance, currency) })}
    </Text>
  )
}

type WaysProps = Omit<PayInvoicesProps, 'invoices' | 'announced' | 'whole' | 'isInside'> & {
  chosen: readonly OpenInvoice[]
  reference: string
  onTold: () => void
}

/**
 * Payment by card or by transfer. Another choice of invoices starts a new visit, because messages belong to the former
 * choice.
 */
function Ways({ uuid, company, currency, credit, chosen, paymentOf, reference, queryKey, onTold }: WaysProps) {
  const say = useSay(accountsPart)
  const problemOf = useProblem()
  const [machine] = useState(() => paymentOf(chosen.map(({ id }) => id)))
  const [state, send] = useMachine(machine, { input: { uuid, whole: true } })
  const isTelling = useAfterTelling(
    { isTelling: state.matches('telling'), isTold: state.matches('told') },
    queryKey,
    onTold,
  )
  const { open, toPay: amount } = asked(chosen, credit)
  const money = formatMoney(amount, currency)
  return (
    <Stack>
      <p className={classes.amount} aria-live="polite">
        <span className={classes.quiet}>{say('to_pay')}</span>
        <strong>{money}</strong>
      </p>
      {isAbove(credit, '0') ? (
        <Text size="sm" c="dimmed">
          {say('less_credit', { open: formatMoney(open, currency), credit: formatMoney(credit, currency) })}
        </Text>
      ) : null}
      {state.context.problem ? <Problem>{problemOf(state.context.problem)}</Problem> : null}
      {currency === 'EUR' ? (
        <PayByCard money={money} isBusy={state.hasTag('busy')} onPay={() => send({ type: 'card.pay' })} />
      ) : null}
      <Transfer
        company={company}
        amount={amount}
        currency={currency}
        reference={reference}
        isBusy={isTelling}
        onTell={() => send({ type: 'transfer.tell' })}
      />
      <NoWay company={company} isCardOffered={currency === 'EUR'} />
    </Stack>
  )
}

/** The transfer's reference: `whole` for all invoices, else their numbers while they fit a bank's field. */
function referenceOf(whole: string, chosen: readonly { number: string }[], all: number): string {
  const numbers = chosen.map(({ number }) => number).join(' ')
  return chosen.length === all || numbers.length > 140 ? whole : numbers
}
