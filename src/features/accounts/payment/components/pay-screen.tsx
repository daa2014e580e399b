import { Button, Radio, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileInvoice, IconFileOff, IconPlayerPause } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { useVisitSign } from '@/kit/live/use-visit-sign'
import { compared, exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { ClientPage } from '@/kit/client-page/client-page'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { formatMoney } from '@/shared/domain/money/money'
import { openInvoiceWords, orderWords, receivedWords } from '@/shared/domain/records/order-words'
import { topics } from '@/shared/domain/records/nudge'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { WayOn } from '@/kit/client-page/way-on'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { cardsQuery } from '@/kit/record/cards.query'
import { type Owed, owedKey, owedQuery, type Purpose, visit } from '../api/owed.query'
import { livePayments } from '../payment.actors'
import { BackTo } from './back-to'
import { AnnouncedTransfers, useAfterTelling } from './announced-transfers'
import classes from './payment.module.css'
import { CreditOffer } from './credit-offer'
import { HowMuch, useHowMuch } from './how-much'
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

const parts = [accountsPart]
type PayByLinkProps = { uuid: string; purpose: Purpose | 'any'; byTransferOnly: boolean }

function PayByLink({ uuid, purpose, byTransferOnly }: PayByLinkProps) {
  const { data, error, refetch } = useQuery(owedQuery(uuid, purpose))
  // Prefetched, so that the card button appears together with the page.
  usePrefetchQuery(cardsQuery)
  useLive(owedKey(uuid), uuid ? [{ topic: topics.document(uuid) }] : [])
  useVisitSign(data?.purpose === 'deposit' && data.reference ? uuid : '', visit, 'payment')
  if (data === undefined && !error) return <LoadingScreen />
  return (
    <ClientPage parts={parts} own={data?.clientLanguage} company={data?.language}>
      {data ? (
        <Pay uuid={uuid} owed={data} byTransferOnly={byTransferOnly} />
      ) : (
        <Nothing onRetry={data === undefined ? () => void refetch() : null} />
      )}
    </ClientPage>
  )
}

/** The link opens nothing, or, with `onRetry`, could not be read. */
function Nothing({ onRetry }: { onRetry: (() => void) | null }) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  if (onRetry)
    return (
      <div className={classes.page}>
        <Problem again={words.say('try_again')} onRetry={onRetry}>
          {say('amount_unread')}
        </Problem>
      </div>
    )
  return (
    <ClientNotice icon={<IconFileOff />} title={words.say('nothing_title')} actions={<WayOn />}>
      {say('open_from_document')}
    </ClientNotice>
  )
}

/** The cash discount of an amount that settles the invoice with it, also a cent more than it asks for; else null. */
function earlyFor(amount: string, { early, whole }: Owed) {
  if (!early || compared(exact(amount), exact(early.pays)) < 0) return null
  return { ...early, discount: written(minus(exact(whole), exact(amount))) }
}

function Pay({ uuid, owed, byTransferOnly }: { uuid: string; owed: Owed; byTransferOnly: boolean }) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const problemOf = useProblem()
  const hasDeposit = isAboveZero(owed.deposit)
  const heading = say(
    byTransferOnly ? 'pay_by_transfer' : owed.purpose === 'invoice' ? 'pay_your_invoice' : 'pay_your_order',
  )
  useRecordTitle(heading)
  const [state, send] = useMachine(livePayments[owed.purpose], {
    input: { uuid, whole: !hasDeposit },
  })
  const how = useHowMuch(owed, (pays) => send({ type: 'amount.choose', amount: pays === 'all' ? null : pays }))
  const isUndecided = how.pays === null
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
  const back = <BackTo purpose={owed.purpose} uuid={uuid} />
  if (!owed.reference)
    return (
      <ClientNotice icon={<IconFileOff />} title={say('unapproved_title')} actions={back}>
        {say('unapproved_text')}
      </ClientNotice>
    )
  const { order } = owed
  if (order?.status === 'cancelled' || order?.status === 'on_hold')
    return (
      <ClientNotice
        icon={order.status === 'cancelled' ? <IconCircleX /> : <IconPlayerPause />}
        title={order.status === 'cancelled' ? words.say('order_cancelled') : say('order_held')}
        actions={back}
      >
        {orderWords(order, owed.currency, words)}
      </ClientNotice>
    )
  const openInvoices = order ? openInvoiceWords(order, owed.currency, words) : ''
  if (order && openInvoices && !hasDeposit && owed.announced.length === 0 && !paysRest && !paysAnyway)
    return (
      <ClientNotice
        icon={<IconFileInvoice />}
        title={say(order.open_invoices?.length === 1 ? 'invoice_is_open' : 'invoices_are_open')}
        actions={
          <>
            <PayOpenInvoices of={order.open_invoices} />
            {back}
          </>
        }
      >
        {[receivedWords(order, owed.currency, words), openInvoices].filter(Boolean).join(' ')}
      </ClientNotice>
    )
  if (!isAboveZero(owed.whole) && order?.invoice_follows)
    return (
      <ClientNotice icon={<IconFileInvoice />} title={say('your_invoice_follows')} actions={back}>
        {[receivedWords(order, owed.currency, words), say('nothing_before_invoice')].filter(Boolean).join(' ')}
      </ClientNotice>
    )
  if (!isAboveZero(owed.whole))
    return (
      <ClientNotice icon={<IconCircleCheck />} title={say(owed.isCredited ? 'nothing_now' : 'all_paid')} actions={back}>
        {owed.purpose === 'invoice'
          ? say('nothing_left_invoice')
          : [say('nothing_left_order'), order && receivedWords(order, owed.currency, words)].filter(Boolean).join(' ')}
      </ClientNotice>
    )
  const received = order && receivedWords(order, owed.currency, words)
  const head = (
    <>
      <p className={classes.company}>{owed.company.name}</p>
      <h1 className={classes.title}>{heading}</h1>
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
      <ClientNotice
        icon={<IconCircleCheck />}
        title={say(isAboveZero(order.deposit_amount) ? 'deposit_is_paid' : 'nothing_now')}
        actions={
          <>
            {back}
            <Button variant="subtle" onClick={() => setPaysRest(true)}>
              {say('pay_rest_now', { amount: formatMoney(owed.whole, owed.currency) })}
            </Button>
          </>
        }
      >
        {`${received} ${say('nothing_now_rest', { amount: formatMoney(owed.whole, owed.currency) })}`}
      </ClientNotice>
    )
  const whole = state.context.whole || !hasDeposit
  const part = how.pays === 'all' ? null : how.pays
  const isPart = part !== null
  const early = isPart ? earlyFor(part, owed) : null
  const amount = isPart ? part : whole ? owed.whole : owed.deposit
  const money = formatMoney(amount, owed.currency)
  // What is asked for is what the page says now: the amount may have changed since it was chosen.
  const ask = (type: 'card.pay' | 'transfer.tell') => {
    if (state.context.whole !== whole) send({ type: 'whole.choose', whole })
    if (state.context.amount !== part) send({ type: 'amount.choose', amount: part })
    send({ type })
  }
  return (
    <div className={classes.page}>
      {head}
      <Stack mt="lg">
        {announced}
        {state.context.problem ? <Problem>{problemOf(state.context.problem)}</Problem> : null}
        {hasDeposit ? (
          <Radio.Group
            label={say('how_much')}
            value={whole ? 'whole' : 'deposit'}
            onChange={(value) => send({ type: 'whole.choose', whole: value === 'whole' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="deposit" label={say('the_deposit', { amount: formatMoney(owed.deposit, owed.currency) })} />
              <Radio value="whole" label={say('all_of_it', { amount: formatMoney(owed.whole, owed.currency) })} />
            </Stack>
          </Radio.Group>
        ) : null}
        {owed.purpose === 'invoice' ? <HowMuch owed={owed} how={how} /> : null}
        {isUndecided ? (
          <Text c="dimmed">{say('enter_amount')}</Text>
        ) : (
          <p className={classes.amount} aria-live="polite">
            <span className={classes.quiet}>
              {say(hasDeposit && !whole ? 'deposit_to_pay' : isPart && !early ? 'part_to_pay' : 'to_pay')}
            </span>
            <strong>{money}</strong>
          </p>
        )}
        {early ? (
          <Text size="sm" c="dimmed">
            {say('less_early', { discount: formatMoney(early.discount, owed.currency), day: words.day(early.until) })}
          </Text>
        ) : isPart ? (
          <Text size="sm" c="dimmed">
            {say('stays_open', { amount: formatMoney(written(minus(exact(owed.whole), exact(part))), owed.currency) })}
          </Text>
        ) : null}
        <CreditOffer uuid={uuid} owed={owed} />
        {byTransferOnly || isUndecided || owed.currency !== 'EUR' ? null : (
          <PayByCard money={money} isBusy={state.hasTag('busy')} onPay={() => ask('card.pay')} />
        )}
        {isUndecided ? null : (
          <Transfer
            company={owed.company}
            amount={amount}
            currency={owed.currency}
            reference={owed.reference}
            isBusy={isTelling}
            onTell={() => ask('transfer.tell')}
          />
        )}
        <NoWay company={owed.company} isCardOffered={!byTransferOnly && owed.currency === 'EUR'} />
        <div>{back}</div>
      </Stack>
    </div>
  )
}
