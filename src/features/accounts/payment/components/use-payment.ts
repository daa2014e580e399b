import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { openInvoiceWords, receivedWords } from '@/shared/domain/records/order-words'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { type Owed, owedKey } from '../api/owed.query'
import { livePayments } from '../payment.actors'
import { useAfterTelling } from './announced-transfers'
import { useHowMuch } from './how-much'
import { sumToPay } from './sum-to-pay'

export type PaymentOf = { uuid: string; owed: Owed; byTransferOnly: boolean }

/** The payment of a document by its link: what is owed, in words too, what the payer chose, and the machine that pays. */
export function usePayment({ uuid, owed, byTransferOnly }: PaymentOf) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const hasDeposit = isAboveZero(owed.deposit)
  const heading = say(
    byTransferOnly ? 'pay_by_transfer' : owed.purpose === 'invoice' ? 'pay_your_invoice' : 'pay_your_order',
  )
  useRecordTitle(heading)
  const [state, send] = useMachine(livePayments[owed.purpose], {
    input: { uuid, whole: !hasDeposit },
  })
  const how = useHowMuch(owed, (pays) => send({ type: 'amount.choose', amount: pays === 'all' ? null : pays }))
  const [paysRest, setPaysRest] = useState(false)
  const [paysAnyway, setPaysAnyway] = useState(false)
  const isTelling = useAfterTelling(
    { isTelling: state.matches('telling'), isTold: state.matches('told') },
    owedKey(uuid),
    () => setPaysAnyway(false),
  )
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && send({ type: 'page.shown' })
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [send])

  const { order } = owed
  const sum = sumToPay(owed, how.pays, state.context.whole)
  return {
    uuid,
    owed,
    byTransferOnly,
    say,
    words,
    heading,
    hasDeposit,
    how,
    sum,
    /** What was paid for the order, and its open invoices, in words. */
    received: order && receivedWords(order, owed.currency, words),
    openInvoices: order ? openInvoiceWords(order, owed.currency, words) : '',
    problem: state.context.problem,
    isBusy: state.hasTag('busy'),
    isTelling,
    paysAnyway,
    payAnyway: () => setPaysAnyway(true),
    /** The payer asked for the ways to pay, though nothing has to be paid now. */
    wantsToPay: paysRest || paysAnyway,
    payRest: () => setPaysRest(true),
    chooseWhole: (whole: boolean) => send({ type: 'whole.choose', whole }),
    // What is asked for is what the page says now: the amount may have changed since it was chosen.
    ask: (type: 'card.pay' | 'transfer.tell') => {
      if (state.context.whole !== sum.whole) send({ type: 'whole.choose', whole: sum.whole })
      if (state.context.amount !== sum.part) send({ type: 'amount.choose', amount: sum.part })
      send({ type })
    },
  }
}
export type Payment = ReturnType<typeof usePayment>
