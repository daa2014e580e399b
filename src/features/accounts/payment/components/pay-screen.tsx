import { Button, Radio, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileInvoice, IconFileOff, IconPlayerPause } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { useVisitSign } from '@/kit/live/use-visit-sign'
import { compared, exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { openInvoiceWords, orderWords, receivedWords } from '@/shared/domain/records/order-words'
import { topics } from '@/shared/domain/records/nudge'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { cardsQuery } from '@/kit/record/cards.query'
import { type Owed, owedKey, owedQuery, type Purpose, visit } from '../api/owed.query'
import { livePayments } from '../payment.actors'
import { documentPath, documentWord } from '../documents'
import { AnnouncedTransfers, useAfterTelling } from './announced-transfers'
import classes from './payment.module.css'
import { CreditOffer } from './credit-offer'
import { HowMuch } from './how-much'
import { NoWay } from './no-way'
import { PayByCard } from './pay-by-card'
import { Transfer } from './transfer'

/**
 * Pays the deposit of an approved quotation, or the whole sum, by card or by transfer. The id is the uuid of its link.
 */
export const PayDepositScreen = ({ quotationId }: { quotationId: string }) => (
  <PayByLink uuid={quotationId} purpose="deposit" byTransferOnly={false} />
)

/** Pays the open amount of an issued invoice. The id is the uuid of its link. */
export const PayInvoiceScreen = ({ invoiceId }: { invoiceId: string }) => (
  <PayByLink uuid={invoiceId} purpose="invoice" byTransferOnly={false} />
)

/** The bank details for the document of `?id=`. */
export function ManualPaymentScreen() {
  const [search] = useSearchParams()
  return <PayByLink uuid={search.get('id') ?? ''} purpose="any" byTransferOnly />
}

type PayByLinkProps = { uuid: string; purpose: Purpose | 'any'; byTransferOnly: boolean }

function PayByLink({ uuid, purpose, byTransferOnly }: PayByLinkProps) {
  const { data, error, refetch } = useQuery(owedQuery(uuid, purpose))
  // Prefetched, so that the card button appears together with the page.
  usePrefetchQuery(cardsQuery)
  useLive(owedKey(uuid), uuid ? [{ topic: topics.document(uuid) }] : [])
  useVisitSign(data?.purpose === 'deposit' && data.reference ? uuid : '', visit, 'payment')
  if (data === undefined)
    return error ? (
      <div className={classes.page}>
        <Problem onRetry={() => void refetch()}>The amount cannot be read just now.</Problem>
      </div>
    ) : (
      <LoadingScreen />
    )
  if (data === null)
    return (
      <EmptyScreen whole icon={<IconFileOff />} title="This link does not open anything">
        Please open the payment from your quotation, your order confirmation or your invoice.
      </EmptyScreen>
    )
  return <Pay uuid={uuid} owed={data} byTransferOnly={byTransferOnly} />
}

function Pay({ uuid, owed, byTransferOnly }: { uuid: string; owed: Owed; byTransferOnly: boolean }) {
  const hasDeposit = isAboveZero(owed.deposit)
  const [state, send] = useMachine(livePayments[owed.purpose], { input: { uuid, whole: !hasDeposit } })
  const [isUndecided, setIsUndecided] = useState(false)
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
  const back = (
    <Button component={Link} to={documentPath(owed.purpose, uuid)} variant="default">
      Back to your {documentWord[owed.purpose]}
    </Button>
  )
  if (!owed.reference)
    return (
      <EmptyScreen whole icon={<IconFileOff />} title="Not approved yet" actions={back}>
        Please approve the quotation first. Then you can pay for it here.
      </EmptyScreen>
    )
  const { order } = owed
  if (order?.status === 'cancelled' || order?.status === 'on_hold')
    return (
      <EmptyScreen
        whole
        icon={order.status === 'cancelled' ? <IconCircleX /> : <IconPlayerPause />}
        title={order.status === 'cancelled' ? 'Order cancelled' : 'Order on hold'}
        actions={back}
      >
        {orderWords(order, owed.currency)}
      </EmptyScreen>
    )
  const openInvoices = order ? openInvoiceWords(order, owed.currency) : ''
  if (order && openInvoices && !hasDeposit && owed.announced.length === 0 && !paysRest && !paysAnyway)
    return (
      <EmptyScreen
        whole
        icon={<IconFileInvoice />}
        title={order.open_invoices?.length === 1 ? 'Your invoice is open' : 'Your invoices are open'}
        actions={
          <>
            <PayOpenInvoices of={order.open_invoices} />
            {back}
          </>
        }
      >
        {[receivedWords(order, owed.currency), openInvoices].filter(Boolean).join(' ')}
      </EmptyScreen>
    )
  if (!isAboveZero(owed.whole) && order?.invoice_follows)
    return (
      <EmptyScreen whole icon={<IconFileInvoice />} title="Your invoice follows" actions={back}>
        {[receivedWords(order, owed.currency), 'Nothing is to be paid before it.'].filter(Boolean).join(' ')}
      </EmptyScreen>
    )
  if (!isAboveZero(owed.whole))
    return (
      <EmptyScreen whole icon={<IconCircleCheck />} title="Everything is paid" actions={back}>
        {owed.purpose === 'invoice'
          ? 'There is nothing left to pay on this invoice.'
          : ['There is nothing left to pay for this order.', order && receivedWords(order, owed.currency)]
              .filter(Boolean)
              .join(' ')}
      </EmptyScreen>
    )
  const received = order && receivedWords(order, owed.currency)
  const head = (
    <>
      <p className={classes.company}>{owed.company.name}</p>
      <h1 className={classes.title}>
        {byTransferOnly
          ? 'Pay by bank transfer'
          : owed.purpose === 'invoice'
            ? 'Pay your invoice'
            : 'Pay for your order'}
      </h1>
      <p className={classes.quiet}>{[owed.reference, owed.title].filter(Boolean).join(' · ')}</p>
      {received ? <p className={classes.quiet}>{received}</p> : null}
      {openInvoices ? <p className={classes.quiet}>{openInvoices}</p> : null}
    </>
  )
  const announced = (
    <AnnouncedTransfers
      announced={owed.announced}
      open={owed.purpose === 'invoice' ? owed.whole : owed.deposit}
      queryKey={owedKey(uuid)}
      onPayAnyway={paysAnyway ? null : () => setPaysAnyway(true)}
    />
  )
  if (owed.announced.length > 0 && !paysAnyway)
    return (
      <div className={classes.page}>
        {head}
        <Stack mt="lg">
          {announced}
          <div>{back}</div>
        </Stack>
      </div>
    )
  if (order && received && !hasDeposit && !paysRest && !paysAnyway)
    return (
      <EmptyScreen
        whole
        icon={<IconCircleCheck />}
        title={isAboveZero(order.deposit_amount) ? 'Your deposit is paid' : 'Nothing is to be paid now'}
        actions={
          <>
            {back}
            <Button variant="subtle" onClick={() => setPaysRest(true)}>
              {`Pay the other ${formatMoney(owed.whole, owed.currency)} now`}
            </Button>
          </>
        }
      >
        {`${received} Nothing is to be paid now: the rest of ${formatMoney(owed.whole, owed.currency)} comes with your invoice.`}
      </EmptyScreen>
    )
  const whole = state.context.whole || !hasDeposit
  const part = state.context.amount
  // When the open amount has become less than the chosen part, only the whole amount can be chosen.
  const isPart = part !== null && compared(exact(part), exact(owed.whole)) < 0
  const amount = isPart ? part : whole ? owed.whole : owed.deposit
  const money = formatMoney(amount, owed.currency)
  return (
    <div className={classes.page}>
      {head}
      <Stack mt="lg">
        {announced}
        {state.context.problem ? <Problem>{saveProblem(state.context.problem)}</Problem> : null}
        {hasDeposit ? (
          <Radio.Group
            label="How much"
            value={whole ? 'whole' : 'deposit'}
            onChange={(value) => send({ type: 'whole.choose', whole: value === 'whole' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="deposit" label={`The deposit: ${formatMoney(owed.deposit, owed.currency)}`} />
              <Radio value="whole" label={`All of it: ${formatMoney(owed.whole, owed.currency)}`} />
            </Stack>
          </Radio.Group>
        ) : null}
        {owed.purpose === 'invoice' ? (
          <HowMuch
            owed={owed}
            onChoose={(chosen) => {
              setIsUndecided(chosen === null)
              send({ type: 'amount.choose', amount: chosen === 'all' ? null : chosen })
            }}
          />
        ) : null}
        {isUndecided ? (
          <Text c="dimmed">Please enter the amount that you pay.</Text>
        ) : (
          <p className={classes.amount} aria-live="polite">
            <span className={classes.quiet}>
              {hasDeposit && !whole ? 'Deposit to pay now' : isPart ? 'Part to pay now' : 'To pay now'}
            </span>
            <strong>{money}</strong>
          </p>
        )}
        {isPart ? (
          <Text size="sm" c="dimmed">
            {`${formatMoney(written(minus(exact(owed.whole), exact(part))), owed.currency)} stay open.`}
          </Text>
        ) : null}
        {owed.purpose === 'invoice' && isAboveZero(owed.credit) ? <CreditOffer uuid={uuid} owed={owed} /> : null}
        {byTransferOnly || isUndecided || owed.currency !== 'EUR' ? null : (
          <PayByCard money={money} isBusy={state.hasTag('busy')} onPay={() => send({ type: 'card.pay' })} />
        )}
        {isUndecided ? null : (
          <Transfer
            company={owed.company}
            amount={amount}
            currency={owed.currency}
            reference={owed.reference}
            isBusy={isTelling}
            onTell={() => send({ type: 'transfer.tell' })}
          />
        )}
        <NoWay company={owed.company} isCardOffered={!byTransferOnly && owed.currency === 'EUR'} />
        <div>{back}</div>
      </Stack>
    </div>
  )
}
