import { Text } from '@mantine/core'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import { useAct } from '../../shared/use-act'
import { confirmAsShown } from '../api/bank.mutation'
import type { Entry, Proposal } from '../api/bank.query'
import { DecideButtons, DecidedFoot, JustDecided } from './decide-buttons'
import { Sign } from './sign'
import classes from './bank.module.css'

type ProposedProps = {
  entry: Entry
  proposal: Proposal
  mayDecide: boolean
  onChoose: () => void
  onBook: () => void
  onIgnore: () => void
  /** Shows the other suggestions. */
  onOther: () => void
  onDecided: (words: string) => void
  /** The result of a decision made a moment ago; null otherwise. */
  decided: string | null
}

const taxWords = (vat: string | null | undefined, rate: string | null | undefined): string =>
  vat && rate && !isZero(vat)
    ? withTax(` ${formatMoney(vat.replace('-', ''))} of it is {tax} at ${rate.replace(/\.?0+$/, '')} %.`)
    : ''

/** An entry for which a rule proposes an account. */
export function Proposed(props: ProposedProps) {
  const { entry, proposal, mayDecide, onChoose, onBook, onIgnore, onOther, onDecided, decided } = props
  const { act, isBusy } = useAct()
  const others = entry.matches.length + entry.debits.length
  return (
    <div className={classes.ours}>
      <div className={classes.head}>
        <strong>{proposal.name}</strong>
        <Sign isSure={false} />
      </div>
      <Text size="sm">
        {proposal.is_own_transfer
          ? 'Is booked to the account for money on its way between them.'
          : `Is booked to this account.${taxWords(proposal.vat, proposal.vat_rate)}`}
      </Text>
      <Text size="sm" c="dimmed">
        {proposal.reasons.join(' ')}
      </Text>
      {decided !== null ? (
        <JustDecided words={decided} />
      ) : mayDecide ? (
        <DecideButtons
          confirm={{
            what: `${proposal.name} for ${formatMoney(entry.amount, entry.currency)}`,
            text: 'Book',
            isLink: false,
            isSure: false,
            onConfirm: act(async () =>
              onDecided(`Booked as ${await confirmAsShown(entry.id, proposal.seen)} to ${proposal.name}.`),
            ),
          }}
          hasMatch
          isBusy={isBusy}
          choose="Choose otherwise"
          onChoose={onChoose}
          onBook={onBook}
          onIgnore={onIgnore}
          others={others > 0 ? [{ key: 'other', label: 'something else', onShow: onOther }] : []}
        />
      ) : null}
    </div>
  )
}

type BookedProps = { entry: Entry; mayUndo: boolean; onUndo: () => void; decided: string | null }

/** The account that a decided entry is booked to. */
export function BookedToAccount({ entry, mayUndo, onUndo, decided }: BookedProps) {
  const { booking } = entry
  if (!booking) return null
  const account = booking.account ?? booking.cost
  return (
    <div className={classes.ours}>
      <div className={classes.head}>
        <strong>{account ? `${account.code} ${account.name}` : 'A cost account'}</strong>
        <span>{booking.number}</span>
      </div>
      <Text size="sm">{`Booked to this account.${taxWords(booking.vat, booking.vat_rate)}`}</Text>
      <DecidedFoot decided={decided} mayUndo={mayUndo} onUndo={onUndo} />
    </div>
  )
}
