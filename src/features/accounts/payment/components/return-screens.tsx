import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockHour4, IconCreditCardOff, IconQuestionMark } from '@tabler/icons-react'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { PaidRequest } from '@/machines/payment/payment-return.machine'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { ClientPage } from '@/kit/client-page/client-page'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { linkTo } from '@/shared/lib/address'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { WayOn } from '@/kit/client-page/way-on'
import { channel } from '@/streams/realtime/live-channels'
import { leavePayment } from '../api/card-payment.mutation'
import { begunHere } from '../begun-memory'
import { isAbove } from '../../shared/payment/allocation'
import { paymentPath, purposeOf } from '../documents'
import { livePaymentReturn } from '../payment.actors'
import { BackTo } from './back-to'

const parts = [accountsPart]

/** The page after a successful payment. The address is not trusted: the server asks the bank. */
export const PaymentSuccessScreen = () => (
  <ClientPage parts={parts} own={begunHere.read()?.language}>
    <Returned />
  </ClientPage>
)

/**
 * The page after a failed payment. With a transaction in the address the bank is asked too. Where neither the address
 * nor this tab knows of a payment, the page says that, and not that a card was refused.
 */
export function PaymentFailedScreen() {
  const [search] = useSearchParams()
  const [begun] = useState(() => begunHere.read())
  return (
    <ClientPage parts={parts} own={begun?.language}>
      {search.get('t') || !begun ? <Returned /> : <TurnedBack begun={begun} />}
    </ClientPage>
  )
}

function Returned() {
  const say = useSay(accountsPart)
  const [search] = useSearchParams()
  const [state, send] = useMachine(livePaymentReturn, { input: { transaction: search.get('t') } })
  const [begun] = useState(() => begunHere.read())
  const { request } = state.context
  const id = request?.id
  useEffect(() => {
    if (!id) return
    const subscription = channel(topics.document(id)).subscribe(({ kind }) => {
      if (kind === 'message') send({ type: 'request.changed' })
    })
    return () => subscription.unsubscribe()
  }, [id, send])
  const money = request ? formatMoney(request.amount, request.currency) : ''

  switch (state.value) {
    case 'paid':
      return (
        <ClientNotice
          icon={<IconCircleCheck />}
          title={say('payment_here')}
          actions={<BackToPaid of={request && { ...request, uuid: request.documentUuid }} />}
        >
          {request?.status === 'paid'
            ? `${receivedOf(request, money, say)} ${restOf(request, say)}`
            : say('received_closed', { amount: money })}
        </ClientNotice>
      )
    case 'undecided':
      return (
        <ClientNotice icon={<IconClockHour4 />} title={say('undecided_title')}>
          {say('undecided_text')}
        </ClientNotice>
      )
    case 'refused':
      return (
        <ClientNotice
          icon={<IconCreditCardOff />}
          title={say('refused_title')}
          actions={<TryAgain of={request && { ...request, uuid: request.documentUuid }} />}
        >
          {say('refused_text')}
        </ClientNotice>
      )
    case 'unreachable':
      return (
        <ClientNotice
          icon={<IconClockHour4 />}
          title={say('unreachable_title')}
          actions={<Button onClick={() => send({ type: 'ask.again' })}>{say('ask_again')}</Button>}
        >
          {say('unreachable_text')}
        </ClientNotice>
      )
    case 'unknown':
      return (
        <ClientNotice icon={<IconQuestionMark />} title={say('unknown_title')} actions={<BackToPaid of={begun} />}>
          {say('unknown_text')}
        </ClientNotice>
      )
    default:
      return (
        <ClientNotice icon={<IconClockHour4 />} title={say('asking_title')}>
          {say('asking_text')}
        </ClientNotice>
      )
  }
}

function TurnedBack({ begun }: { begun: NonNullable<ReturnType<typeof begunHere.read>> }) {
  const say = useSay(accountsPart)
  const { request } = begun
  useEffect(() => {
    void leavePayment(request).catch(() => {})
  }, [request])
  return (
    <ClientNotice icon={<IconCreditCardOff />} title={say('refused_title')} actions={<TryAgain of={begun} />}>
      {say('turned_back_text')}
    </ClientNotice>
  )
}

type Say = ReturnType<typeof useSay<typeof accountsPart.english>>

/** Who received how much for what. */
const receivedOf = ({ companyName: company, documentNumber: number }: PaidRequest, amount: string, say: Say): string =>
  number === null
    ? say('company_received_order', { company, amount })
    : say('company_received', { company, amount, number })

/** A sentence about the rest after a payment: an overpayment is credit, a part payment leaves an open amount. */
function restOf({ left, credit, currency }: PaidRequest, say: Say): string {
  if (credit && isAbove(credit, '0')) return say('credit_unused', { amount: formatMoney(credit, currency) })
  if (left && isAbove(left, '0')) return say('stays_open', { amount: formatMoney(left, currency) })
  return say('nothing_more')
}

/** The paid document. An account has no link of its own. */
type Paid = { purpose: string; uuid: string | null } | null

const TryAgain = ({ of }: { of: Paid }) => {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const purpose = purposeOf(of)
  const uuid = of?.uuid ?? ''
  return of && (uuid || purpose === 'account') ? (
    <>
      <Button component={Link} to={paymentPath(purpose, uuid)}>
        {words.say('try_again')}
      </Button>
      {purpose === 'statement' || purpose === 'account' ? null : (
        <Button component={Link} variant="default" to={`${linkTo('/payments/manual-process')}?id=${uuid}`}>
          {say('pay_by_transfer')}
        </Button>
      )}
    </>
  ) : (
    <WayOn />
  )
}

const BackToPaid = ({ of }: { of: Paid }) =>
  of && (of.uuid || purposeOf(of) === 'account') ? <BackTo purpose={purposeOf(of)} uuid={of.uuid ?? ''} /> : <WayOn />
