import { Text } from '@mantine/core'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { useAct } from '../../shared/use-act'
import { confirmAsShown } from '../api/bank.mutation'
import type { Entry, Return } from '../api/bank.query'
import { CameBack, cameBackWords } from './came-back'
import { DecideButtons, JustDecided } from './decide-buttons'
import { Sign } from './sign'
import classes from './bank.module.css'

type ReturnedProps = {
  entry: Entry
  returns: Return
  mayDecide: boolean
  /** Whether the person may reverse recorded payments. */
  mayUndo: boolean
  onChoose: () => void
  onIgnore: () => void
  /** Shows the other suggestions. */
  onOther: () => void
  onDecided: (words: string) => void
  /** The result of a decision made a moment ago; null otherwise. */
  decided: string | null
}

/** An entry that returns an earlier payment: the invoices that are open again, and the button to confirm. */
export function Returned(props: ReturnedProps) {
  const { entry, returns, mayDecide, mayUndo, onChoose, onIgnore, onOther, onDecided, decided } = props
  const { act, isBusy } = useAct()
  const money = formatMoney(entry.amount, entry.currency)
  const kind = entry.direction === 'in' ? 'supplier_invoice' : 'invoice'
  const others = entry.matches.length + entry.debits.length
  return (
    <div className={classes.ours}>
      <div className={classes.head}>
        <strong>{`A returned payment of ${returns.name}`}</strong>
        <Sign isSure={false} />
      </div>
      <Text size="sm" component="div">
        {`Gives back ${money} of ${calendarDayText(returns.booked_on)}.`}
        {returns.is_booked ? <CameBack parts={returns.parts} kind={kind} currency={entry.currency} /> : null}
      </Text>
      {returns.obstacle ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {returns.obstacle}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {returns.reasons.join(' ')}
      </Text>
      {decided !== null ? (
        <JustDecided words={decided} />
      ) : mayDecide ? (
        <DecideButtons
          confirm={
            mayUndo && !returns.obstacle
              ? {
                  what: money,
                  text: 'It came back',
                  isLink: false,
                  isSure: false,
                  onConfirm: act(async () => {
                    await confirmAsShown(entry.id, returns.seen)
                    onDecided(cameBackWords(returns.parts, kind, returns.name))
                  }),
                }
              : null
          }
          hasMatch
          isBusy={isBusy}
          choose="Choose otherwise"
          onChoose={onChoose}
          onIgnore={onIgnore}
          others={others > 0 ? [{ key: 'other', label: 'something else', onShow: onOther }] : []}
        />
      ) : null}
    </div>
  )
}
