import { Text } from '@mantine/core'
import { useState } from 'react'
import { contactName, nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { RecordLink } from '@/shared/ui/page/record-links'
import { isAbove } from '../../shared/payment/allocation'
import { useAct } from '../../shared/use-act'
import { confirmAsShown } from '../api/bank.mutation'
import type { DebitMatch, Entry } from '../api/bank.query'
import { CameBack } from './came-back'
import { bookedWords } from './booked-words'
import { DecideButtons, DecidedFoot, JustDecided } from './decide-buttons'
import { Sign } from './sign'
import { isOurCurrency } from './worth'
import classes from './bank.module.css'

type SuggestedProps = {
  entry: Entry
  mayDecide: boolean
  /** Whether the person may reverse recorded payments. */
  mayUndo: boolean
  onChoose: () => void
  onBook: () => void
  onIgnore: () => void
  onSplit: (() => void) | undefined
  onDecided: (words: string) => void
  /** The result of a decision made a moment ago; null otherwise. */
  decided: string | null
}

/** The suggested purposes of a debit, with buttons to confirm them. */
export function DebitSuggested({
  entry,
  mayDecide,
  mayUndo,
  onChoose,
  onBook,
  onIgnore,
  onSplit,
  onDecided,
  decided,
}: SuggestedProps) {
  const [place, setPlace] = useState(0)
  const { act, isBusy } = useAct()
  const match = entry.debits[place] ?? entry.debits[0]
  const isLink = match?.kind === 'recorded' || match?.is_recorded === true || match?.refund_id !== undefined
  return (
    <div className={classes.ours}>
      {match ? (
        <WhatItPaid match={match} amount={entry.amount} />
      ) : (
        <div className={classes.head}>
          <Text c="dimmed">
            {isOurCurrency(entry)
              ? 'No record matches. Please choose what it paid, or book it to an account.'
              : `Please choose what it paid, and book it in ${currentFormats().currency}.`}
          </Text>
          <Sign isSure={null} />
        </div>
      )}
      {decided !== null ? (
        <JustDecided words={decided} />
      ) : mayDecide ? (
        <DecideButtons
          confirm={
            match && !match.obstacle && (mayUndo || match.kind !== 'client_return')
              ? {
                  what: `${match.name} for ${formatMoney(entry.amount, entry.currency)}`,
                  isLink,
                  ...(match.kind === 'client_return' ? { text: 'It came back' } : {}),
                  isSure: match.is_sure,
                  onConfirm: act(async () =>
                    onDecided(bookedWords(await confirmAsShown(entry.id, match.seen), match.name)),
                  ),
                }
              : null
          }
          hasMatch={match !== undefined}
          isBusy={isBusy}
          choose="Choose what it paid"
          onChoose={onChoose}
          onBook={onBook}
          onIgnore={onIgnore}
          onSplit={onSplit}
          others={entry.debits.flatMap((other, at) =>
            other === match ? [] : [{ key: String(at), label: shortly(other), onShow: () => setPlace(at) }],
          )}
        />
      ) : null}
    </div>
  )
}

const shortly = ({ kind, name, run_number, title }: DebitMatch): string =>
  ({
    supplier: name,
    run: name,
    run_payment: `${name} in ${run_number ?? ''}`,
    recorded: `the recorded payment to ${name}`,
    recurring: title ?? name,
    refund: `a refund to ${name}`,
    client_return: `a returned payment of ${name}`,
  })[kind]

function WhatItPaid({ match, amount }: { match: DebitMatch; amount: string }) {
  return (
    <>
      <div className={classes.head}>
        {match.kind === 'run' ? (
          <RecordLink kind="payment_run" id={match.run_id ?? ''}>
            <strong>{match.name}</strong>
          </RecordLink>
        ) : (
          <strong>{match.name}</strong>
        )}
        <Sign isSure={match.is_sure} />
      </div>
      <Text size="sm" component="div">
        <Settled match={match} amount={amount} />
      </Text>
      {match.obstacle ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {match.obstacle}
          {match.kind === 'supplier' && match.run_id ? (
            <>
              {' '}
              <RecordLink kind="payment_run" id={match.run_id}>
                {`Open ${match.run_number ?? 'the run'}`}
              </RecordLink>
            </>
          ) : null}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {match.reasons.join(' ')}
      </Text>
    </>
  )
}

function Settled({ match, amount }: { match: DebitMatch; amount: string }) {
  if (match.kind === 'run') return <>{`${match.is_recorded ? 'Is' : 'Pays'} all of the run, ${formatMoney(amount)}.`}</>
  if (match.kind === 'recurring')
    return <>{`Is ${match.title ?? ''} of ${calendarDayText(match.period_on ?? '')}: its invoice is made and paid.`}</>
  if (match.kind === 'refund')
    return (
      <>
        {match.refund_id ? 'Is the refund of ' : 'Goes back to the client from '}
        <RecordLink kind="payment" id={match.payment_id ?? ''}>
          {match.payment_number}
        </RecordLink>
        {match.refund_id ? ', which is recorded already.' : '.'}
      </>
    )
  if (match.kind === 'client_return') return <ComesBack match={match} />
  return (
    <>
      {match.parts.map((part, place) => (
        <span key={part.invoice_id}>
          {place > 0 ? ', ' : match.kind === 'recorded' ? 'Is the payment of ' : 'Pays '}
          <RecordLink kind="supplier_invoice" id={part.invoice_id}>
            {part.number}
          </RecordLink>{' '}
          {part.discount
            ? `${formatMoney(part.amount)} and deducts ${formatMoney(part.discount)} for paying early`
            : part.own
              ? `${part.own}, worth ${formatMoney(part.balance)}, for ${formatMoney(part.amount)}`
              : part.amount === part.balance
                ? formatMoney(part.amount)
                : `${formatMoney(part.amount)} of ${formatMoney(part.balance)}`}
        </span>
      ))}
      {match.kind === 'recorded' ? ', which is recorded already' : null}
      {match.kind === 'run_payment' ? (
        <>
          {' in '}
          <RecordLink kind="payment_run" id={match.run_id ?? ''}>
            {match.run_number}
          </RecordLink>
        </>
      ) : null}
      .
    </>
  )
}

/** A returned payment: the invoices that are open again then, or credited. */
const ComesBack = ({ match }: { match: DebitMatch }) => (
  <>
    {'Gives back '}
    <RecordLink kind="payment" id={match.payment_id ?? ''}>
      {match.payment_number}
    </RecordLink>
    {match.received_on ? ` of ${calendarDayText(match.received_on)}.` : '.'}
    <CameBack parts={match.parts} kind="invoice" />
    {match.fee ? ` ${formatMoney(match.fee)} of it is a fee of the bank.` : ''}
  </>
)

type DecidedProps = { entry: Entry; mayUndo: boolean; onUndo: () => void; decided: string | null }

/** The booked record of a confirmed debit. */
export function DebitDecided({ entry, mayUndo, onUndo, decided }: DecidedProps) {
  const { run, payouts, payee } = entry
  const fee = payouts[0]?.fee
  return (
    <div className={classes.ours}>
      <div className={classes.head}>
        {run ? (
          <RecordLink kind="payment_run" id={run.id}>
            <strong>{run.run_number}</strong>
          </RecordLink>
        ) : payee ? (
          <RecordLink kind={payee.type === 'Person' ? 'person' : 'business'} id={payee.id}>
            <strong>{contactName(payee)}</strong>
          </RecordLink>
        ) : (
          <strong>{nameOrHidden(null)}</strong>
        )}
      </div>
      <Text size="sm" component="div">
        {payouts.slice(0, 6).map(({ id, paid, refund, taken_off }, place) => (
          <span key={id}>
            {place === 0 ? (taken_off ? 'Gave back ' : refund ? 'Went back from ' : 'Paid ') : ', '}
            {paid?.invoice ? (
              <RecordLink kind="supplier_invoice" id={paid.invoice.id}>
                {paid.invoice.supplier_number}
              </RecordLink>
            ) : null}
            {refund ? (
              <RecordLink kind="payment" id={refund.payment.id}>
                {refund.payment.payment_number}
              </RecordLink>
            ) : null}{' '}
            {formatMoney(paid?.amount ?? refund?.amount ?? '0.00')}
            {paid && isAbove(paid.discount, '0') ? ` and deducted ${formatMoney(paid.discount)} for paying early` : ''}
          </span>
        ))}
        {payouts.length > 6 ? ` and ${payouts.length - 6} more` : ''}.
        {fee && isAbove(fee, '0') ? ` ${formatMoney(fee)} is a fee of the bank.` : ''}
      </Text>
      {entry.has_recorded ? null : (
        <Text size="sm" c="dimmed">
          Linked to a payment that was recorded already.
        </Text>
      )}
      <DecidedFoot decided={decided} mayUndo={mayUndo} onUndo={onUndo} />
    </div>
  )
}
