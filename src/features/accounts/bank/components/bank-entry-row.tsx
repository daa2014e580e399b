import { Button, Checkbox, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { contactName, nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { RecordLink } from '@/shared/ui/page/record-links'
import { isAbove, sumOf } from '../../shared/payment/allocation'
import { useAct } from '../../shared/use-act'
import { confirmAsShown, undoEntry } from '../api/bank.mutation'
import type { Entry, Match } from '../api/bank.query'
import { bookedWords } from './booked-words'
import { DebitDecided, DebitSuggested } from './bank-debit'
import { DecideButtons, DecidedFoot, JustDecided } from './decide-buttons'
import { BookedToAccount, Proposed } from './proposed'
import { Returned } from './returned'
import { Sign } from './sign'
import { SplitInto } from './split-entry'
import { isOurCurrency } from './worth'
import classes from './bank.module.css'

export type BankEntryRowProps = {
  entry: Entry
  mayDecide: boolean
  mayUndo: boolean
  isChosen: boolean
  onToggle: () => void
  onChoose: () => void
  onBook: () => void
  onIgnore: () => void
  onSplit: () => void
  onUndo: () => void
  /** Called with a sentence about the decision. */
  onDecided: (words: string) => void
  /** The result of the decision, while the entry keeps its place for a moment; null otherwise. */
  decided: string | null
}

/** An entry: the bank's data on the left, our record on the right. */
export function BankEntryRow(props: BankEntryRowProps) {
  const [height, setHeight] = useState<number>()
  const measure = (event: SyntheticEvent<HTMLElement>) => setHeight(event.currentTarget.offsetHeight)
  return (
    <li
      className={classes.entry}
      // A decided entry keeps its height, so that the entries below do not move.
      style={props.decided === null ? undefined : { minHeight: height }}
      // Before the click: a row that is drawn anew during it takes the tick of its box away again.
      onPointerDownCapture={measure}
      onKeyDownCapture={measure}
    >
      <Said {...props} />
      {props.entry.status === 'open' ? <Open {...props} /> : <Settled {...props} />}
    </li>
  )
}

/** A return is shown first, then the account of a rule where nothing is sure; other suggestions are shown on request. */
function Open(props: BankEntryRowProps) {
  const [isOther, setOther] = useState(false)
  const { returns, proposal, matches, debits } = props.entry
  if (returns && !isOther) return <Returned {...props} returns={returns} onOther={() => setOther(true)} />
  if (proposal && !isOther && ![...matches, ...debits].some(({ is_sure }) => is_sure))
    return <Proposed {...props} proposal={proposal} onOther={() => setOther(true)} />
  return props.entry.direction === 'out' ? (
    <DebitSuggested {...props} onSplit={splitOf(props)} />
  ) : (
    <Suggested {...props} />
  )
}

function Settled(props: BankEntryRowProps) {
  if (props.entry.splits.length > 0) return <SplitInto {...props} />
  if (props.entry.status === 'ignored') return <Ignored {...props} />
  if (props.entry.booking) return <BookedToAccount {...props} />
  return props.entry.direction === 'out' ? <DebitDecided {...props} /> : <Decided {...props} />
}

const nameOf = ({ party_name }: Entry): string => party_name ?? 'Without a name'

function Said({ entry, mayDecide, isChosen, onToggle, decided }: BankEntryRowProps) {
  const texts = [entry.remittance, entry.end_to_end].filter(Boolean).join(' · ')
  return (
    <div className={classes.said}>
      <div className={classes.head}>
        {entry.status === 'open' && mayDecide && decided === null ? (
          <Checkbox
            checked={isChosen}
            onChange={onToggle}
            label={<strong>{nameOf(entry)}</strong>}
            aria-label={`Choose ${nameOf(entry)}, ${formatMoney(entry.amount, entry.currency)}`}
          />
        ) : (
          <strong>{nameOf(entry)}</strong>
        )}
        <span className={classes.amount}>
          {formatMoney(entry.direction === 'out' ? `-${entry.amount}` : entry.amount, entry.currency)}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {[calendarDayText(entry.booked_on), entry.party_iban ? readableIban(entry.party_iban) : null]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Converted entry={entry} />
      <Text size="sm" className={classes.text ?? ''}>
        {texts || 'Without a text'}
      </Text>
      {entry.split_of ? (
        <Text size="sm">{['A part of a split entry', entry.split_words].filter(Boolean).join(': ')}</Text>
      ) : null}
      {entry.doubts.map((doubt) => (
        <Text key={doubt} size="sm" className={classes.doubt ?? ''}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{doubt}</span>
        </Text>
      ))}
    </div>
  )
}

/** The amount in another currency: its value in the books, else the bank's second amount. */
function Converted({ entry }: { entry: Entry }) {
  const { worth, other_amount, other_currency } = entry
  if (worth) return <Text size="sm">{`${formatMoney(worth)} in the books.`}</Text>
  if (!other_amount || !other_currency || !isOurCurrency(entry)) return null
  return (
    <Text size="sm" c="dimmed">
      {entry.direction === 'in'
        ? `${formatMoney(other_amount, other_currency)} was sent.`
        : `${formatMoney(other_amount, other_currency)} was asked for.`}
    </Text>
  )
}

function Suggested(props: BankEntryRowProps) {
  const { entry, mayDecide, onChoose, onBook, onIgnore, onDecided, decided } = props
  const [place, setPlace] = useState(0)
  const { act, isBusy } = useAct()
  const match = entry.matches[place] ?? entry.matches[0]
  const others = entry.matches.filter((other) => other !== match)
  return (
    <div className={classes.ours}>
      {match ? (
        <What match={match} />
      ) : (
        <div className={classes.head}>
          <Text c="dimmed">
            {isOurCurrency(entry)
              ? 'Nothing of ours fits. Please choose the client.'
              : `Please choose the client, and book it in ${currentFormats().currency}.`}
          </Text>
          <Sign isSure={null} />
        </div>
      )}
      {decided !== null ? (
        <JustDecided words={decided} />
      ) : mayDecide ? (
        <DecideButtons
          confirm={
            match
              ? {
                  what: `${match.client_name} for ${formatMoney(entry.amount, entry.currency)}`,
                  isLink: match.payment_id !== undefined,
                  isSure: match.is_sure,
                  onConfirm: act(async () =>
                    onDecided(bookedWords(await confirmAsShown(entry.id, match.seen), match.client_name)),
                  ),
                }
              : null
          }
          hasMatch={match !== undefined}
          isBusy={isBusy}
          choose="Choose the client"
          onChoose={onChoose}
          onBook={onBook}
          onIgnore={onIgnore}
          onSplit={splitOf(props)}
          others={others.map((other) => ({
            key: `${other.contact_id} ${other.payment_id ?? ''}`,
            label: `${other.payment_number ? `${other.payment_number} of ` : other.contact_id === match?.contact_id ? 'a new payment of ' : ''}${other.client_name}`,
            onShow: () => setPlace(entry.matches.indexOf(other)),
          }))}
        />
      ) : null}
    </div>
  )
}

function What({ match }: { match: Match }) {
  const money = (amount: string) => formatMoney(amount, match.currency)
  return (
    <>
      <div className={classes.head}>
        <RecordLink kind="statement" id={match.contact_id}>
          <strong>{match.client_name}</strong>
        </RecordLink>
        <Sign isSure={match.is_sure} />
      </div>
      <Text size="sm" component="div">
        {match.payment_number ? (
          <>
            Is{' '}
            <RecordLink kind="payment" id={match.payment_id ?? ''}>
              {match.payment_number}
            </RecordLink>
            , which is recorded already.
          </>
        ) : match.order_number && match.order_id ? (
          <>
            Pays the deposit of{' '}
            <RecordLink kind="order" id={match.order_id}>
              {match.order_number}
            </RecordLink>
            .
          </>
        ) : match.parts.length === 0 ? (
          <>All of it stays credit.</>
        ) : (
          <>
            {match.parts.map((part, place) => (
              <span key={part.invoice_id}>
                {place === 0 ? 'Settles ' : ', '}
                <RecordLink kind="invoice" id={part.invoice_id}>
                  {part.number}
                </RecordLink>{' '}
                {part.amount === part.balance ? money(part.amount) : `${money(part.amount)} of ${money(part.balance)}`}
                {part.discount ? ` with a cash discount of ${money(part.discount)}` : ''}
              </span>
            ))}
            .{isAbove(match.credit, '0') ? ` ${money(match.credit)} stays credit.` : ''}
            {match.uses_credit ? ` Uses ${money(match.uses_credit)} of credit.` : ''}
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {match.reasons.join(' ')}
      </Text>
    </>
  )
}

/** A part is not split again. */
const splitOf = ({ entry, onSplit }: BankEntryRowProps) => (entry.split_of ? undefined : onSplit)

function Ignored({ entry, mayDecide, mayUndo, onDecided, decided }: BankEntryRowProps) {
  const { act, isBusy } = useAct()
  return (
    <div className={classes.ours}>
      <Text size="sm">{`Ignored: ${entry.ignore_reason ?? ''}`}</Text>
      {decided !== null ? (
        <JustDecided words={decided} />
      ) : mayDecide && mayUndo ? (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          loading={isBusy}
          onClick={act(async () => {
            await undoEntry(entry.id)
            onDecided('It is to match again.')
          })}
        >
          Match after all
        </Button>
      ) : null}
    </div>
  )
}

function Decided({ entry, mayUndo, onUndo, decided }: BankEntryRowProps) {
  const { payment } = entry
  const discount = payment && sumOf(payment.discounts)
  const money = (amount: string) => formatMoney(amount, payment?.currency)
  return (
    <div className={classes.ours}>
      <div className={classes.head}>
        {payment?.contact ? (
          <RecordLink kind="statement" id={payment.contact.id}>
            <strong>{contactName(payment.contact)}</strong>
          </RecordLink>
        ) : (
          <strong>{nameOrHidden(null)}</strong>
        )}
        {payment ? (
          <RecordLink kind="payment" id={payment.id}>
            {payment.payment_number}
          </RecordLink>
        ) : null}
      </div>
      <Text size="sm" component="div">
        {payment?.parts.map((part, place) => (
          <span key={part.id}>
            {place === 0 ? 'Settled ' : ', '}
            {part.invoice ? (
              <RecordLink kind="invoice" id={part.invoice.id}>
                {part.invoice.invoice_number}
              </RecordLink>
            ) : null}{' '}
            {money(part.amount)}
          </span>
        ))}
        {discount && isAbove(discount, '0') ? ` with a cash discount of ${money(discount)}` : ''}
        {payment && isAbove(payment.open, '0')
          ? `${payment.parts.length > 0 ? '. ' : ''}${money(payment.open)} is credit.`
          : ''}
      </Text>
      {entry.has_recorded ? null : (
        <Text size="sm" c="dimmed">
          Linked to a payment that was recorded by hand.
        </Text>
      )}
      <DecidedFoot decided={decided} mayUndo={mayUndo} onUndo={onUndo} />
    </div>
  )
}
