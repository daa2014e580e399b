import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockHour4, IconCreditCardOff, IconQuestionMark } from '@tabler/icons-react'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { PaidRequest } from '@/machines/payment/payment-return.machine'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { channel } from '@/streams/realtime/live-channels'
import { leavePayment } from '../api/card-payment.mutation'
import { begunHere } from '../begun-memory'
import { isAbove } from '../../shared/payment/allocation'
import { documentPath, documentWord, paymentPath, purposeOf } from '../documents'
import { livePaymentReturn } from '../payment.actors'

/** The page after a successful payment. The address is not trusted: the server asks the bank. */
export const PaymentSuccessScreen = () => <Returned />

/** The page after a failed payment. With a transaction in the address the bank is asked too. */
export function PaymentFailedScreen() {
  const [search] = useSearchParams()
  return search.get('t') ? <Returned /> : <TurnedBack />
}

function Returned() {
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
        <EmptyScreen
          whole
          icon={<IconCircleCheck />}
          title="Thank you, your payment is here"
          actions={<BackTo of={request && { ...request, uuid: request.documentUuid }} />}
        >
          {request?.status === 'paid'
            ? `${request.companyName} received ${money} for ${request.documentNumber ?? 'your order'}. ${restOf(request)}`
            : `We received ${money} after this payment had been closed. It is credit of yours, and our accounts will write to you.`}
        </EmptyScreen>
      )
    case 'undecided':
      return (
        <EmptyScreen whole icon={<IconClockHour4 />} title="The bank has not decided yet">
          This can take some minutes. This page updates automatically. You may close it; your payment continues.
        </EmptyScreen>
      )
    case 'refused':
      return (
        <EmptyScreen
          whole
          icon={<IconCreditCardOff />}
          title="The payment was not made"
          actions={<TryAgain of={request && { ...request, uuid: request.documentUuid }} />}
        >
          The bank did not accept this card. No money was taken. You can try another card or pay by bank transfer.
        </EmptyScreen>
      )
    case 'unreachable':
      return (
        <EmptyScreen
          whole
          icon={<IconClockHour4 />}
          title="The bank cannot be asked just now"
          actions={<Button onClick={() => send({ type: 'ask.again' })}>Ask again</Button>}
        >
          Your payment is not lost: we will ask the bank again. Please do not pay a second time.
        </EmptyScreen>
      )
    case 'unknown':
      return (
        <EmptyScreen
          whole
          icon={<IconQuestionMark />}
          title="We do not know this payment"
          actions={<BackTo of={begun} />}
        >
          This page’s address names no known payment. The link of your invoice or statement shows what is paid. If you
          paid and it does not show it, please call us.
        </EmptyScreen>
      )
    default:
      return (
        <EmptyScreen whole icon={<IconClockHour4 />} title="One moment, we ask the bank">
          Please keep this page open.
        </EmptyScreen>
      )
  }
}

function TurnedBack() {
  const [begun] = useState(() => begunHere.read())
  const id = begun?.request
  useEffect(() => {
    if (id) void leavePayment(id).catch(() => {})
  }, [id])
  return (
    <EmptyScreen whole icon={<IconCreditCardOff />} title="The payment was not made" actions={<TryAgain of={begun} />}>
      No money was taken. You can try again or pay another way.
    </EmptyScreen>
  )
}

/** A sentence about the rest after a payment: an overpayment is credit, a part payment leaves an open amount. */
function restOf({ left, credit, currency }: PaidRequest): string {
  if (credit && isAbove(credit, '0'))
    return `${formatMoney(credit, currency)} of it is not used yet: it is your credit with us.`
  if (left && isAbove(left, '0')) return `${formatMoney(left, currency)} stay open.`
  return 'You need to do nothing more.'
}

/** The paid document. An account has no link of its own. */
type Paid = { purpose: string; uuid: string | null } | null

const TryAgain = ({ of }: { of: Paid }) => {
  const purpose = purposeOf(of)
  const uuid = of?.uuid ?? ''
  return of && (uuid || purpose === 'account') ? (
    <>
      <Button component={Link} to={paymentPath(purpose, uuid)}>
        Try again
      </Button>
      {purpose === 'statement' || purpose === 'account' ? null : (
        <Button component={Link} variant="default" to={`${linkTo('/payments/manual-process')}?id=${uuid}`}>
          Pay by bank transfer
        </Button>
      )}
    </>
  ) : null
}

const BackTo = ({ of }: { of: Paid }) =>
  of && (of.uuid || purposeOf(of) === 'account') ? (
    <Button component={Link} to={documentPath(purposeOf(of), of.uuid ?? '')} variant="default">
      Back to your {documentWord[purposeOf(of)]}
    </Button>
  ) : null
