import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { Problem } from '@/shared/ui/page/problem'
import { payableKey, payableQuery } from '../api/payable.query'
import { liveStatementPayment } from '../payment.actors'
import { PayInvoices } from './pay-invoices'

/**
 * The open invoices of a statement, all or the ticked ones, in one payment of the amount left after the client's
 * credit.
 */
export function PayStatement({ uuid }: { uuid: string }) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const payable = useQuery(payableQuery(uuid))
  useLive(payableKey(uuid), [{ topic: topics.document(uuid) }])
  if (payable.isError)
    return (
      <Problem again={words.say('try_again')} onRetry={() => void payable.refetch()}>
        {say('open_unread')}
      </Problem>
    )
  if (!payable.data) return null
  if (payable.data.payable.length === 0)
    return (
      <Text role="status" ta="center" my="md">
        {say('all_paid_nothing_left')}
      </Text>
    )
  const { number, payable: invoices, company, currency, credit, announced } = payable.data
  return (
    <PayInvoices
      invoices={invoices}
      company={company}
      currency={currency}
      credit={credit}
      announced={announced}
      queryKey={payableKey(uuid)}
      whole={number}
      paymentOf={liveStatementPayment}
      uuid={uuid}
    />
  )
}
