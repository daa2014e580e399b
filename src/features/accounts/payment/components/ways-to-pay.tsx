import { Radio, Stack, Text } from '@mantine/core'
import { formatMoney } from '@/shared/domain/money/money'
import { useProblem } from '@/shared/hooks/use-problem'
import { Problem } from '@/shared/ui/page/problem'
import { ChangedAccount } from '../../shared/payment/changed-account'
import { CreditOffer } from './credit-offer'
import { HowMuch } from './how-much'
import { NoWay } from './no-way'
import { PayByCard } from './pay-by-card'
import classes from './payment.module.css'
import { Transfer } from './transfer'
import type { Payment } from './use-payment'

/** How much is paid, by card or by transfer. */
export function WaysToPay({ of }: { of: Payment }) {
  const { owed, sum, byTransferOnly, problem } = of
  const problemOf = useProblem()
  const isCardOffered = !byTransferOnly && owed.currency === 'EUR'
  return (
    <>
      {owed.changedAccount ? <ChangedAccount to={owed.changedAccount} /> : null}
      {problem ? <Problem>{problemOf(problem)}</Problem> : null}
      <DepositOrWhole of={of} />
      {owed.purpose === 'invoice' ? <HowMuch owed={owed} how={of.how} /> : null}
      <Sum of={of} />
      <CreditOffer uuid={of.uuid} owed={owed} />
      {isCardOffered && !sum.isUndecided ? (
        <PayByCard money={formatMoney(sum.amount, owed.currency)} isBusy={of.isBusy} onPay={() => of.ask('card.pay')} />
      ) : null}
      {sum.isUndecided || owed.reference === null ? null : (
        <Transfer
          company={owed.company}
          amount={sum.amount}
          currency={owed.currency}
          reference={owed.reference}
          isBusy={of.isTelling}
          onTell={() => of.ask('transfer.tell')}
        />
      )}
      <NoWay company={owed.company} isCardOffered={isCardOffered} />
    </>
  )
}

const DepositOrWhole = ({ of: { owed, say, hasDeposit, sum, chooseWhole } }: { of: Payment }) =>
  hasDeposit ? (
    <Radio.Group
      label={say('how_much')}
      value={sum.whole ? 'whole' : 'deposit'}
      onChange={(value) => chooseWhole(value === 'whole')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="deposit" label={say('the_deposit', { amount: formatMoney(owed.deposit, owed.currency) })} />
        <Radio value="whole" label={say('all_of_it', { amount: formatMoney(owed.whole, owed.currency) })} />
      </Stack>
    </Radio.Group>
  ) : null

/** The amount that is paid now, and what it leaves open or saves. */
function Sum({ of: { owed, say, words, sum } }: { of: Payment }) {
  const { early, rest } = sum
  if (sum.isUndecided) return <Text c="dimmed">{say('enter_amount')}</Text>
  return (
    <>
      <p className={classes.amount} aria-live="polite">
        <span className={classes.quiet}>
          {say(sum.whole ? (rest === null ? 'to_pay' : 'part_to_pay') : 'deposit_to_pay')}
        </span>
        <strong>{formatMoney(sum.amount, owed.currency)}</strong>
      </p>
      {early ? (
        <Text size="sm" c="dimmed">
          {say('less_early', { discount: formatMoney(early.discount, owed.currency), day: words.day(early.until) })}
        </Text>
      ) : null}
      {rest === null ? null : (
        <Text size="sm" c="dimmed">
          {say('stays_open', { amount: formatMoney(rest, owed.currency) })}
        </Text>
      )}
    </>
  )
}
