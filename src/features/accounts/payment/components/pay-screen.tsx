import { IconFileOff } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { ClientPage } from '@/kit/client-page/client-page'
import { useSay } from '@/kit/client-page/use-say'
import { WayOn } from '@/kit/client-page/way-on'
import { useLive } from '@/kit/live/use-live'
import { useVisitSign } from '@/kit/live/use-visit-sign'
import { cardsQuery } from '@/kit/record/cards.query'
import { topics } from '@/shared/domain/records/nudge'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { owedKey, owedQuery, type Purpose, visit } from '../api/owed.query'
import { nothingBeforeInvoice, NothingToPay, whyNotPaid } from './nothing-to-pay'
import classes from './payment.module.css'
import { PaymentPage } from './payment-page'
import { type PaymentOf, usePayment } from './use-payment'
import { WaysToPay } from './ways-to-pay'

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

function Pay(payment: PaymentOf) {
  const of = usePayment(payment)
  // An announced transfer replaces the ways to pay, so that nobody pays twice.
  const isAnnounced = of.owed.announced.length > 0 && !of.paysAnyway
  const why = whyNotPaid(of) ?? (isAnnounced ? null : nothingBeforeInvoice(of))
  if (why) return <NothingToPay of={of} reason={why} />
  return <PaymentPage of={of}>{isAnnounced ? null : <WaysToPay of={of} />}</PaymentPage>
}
