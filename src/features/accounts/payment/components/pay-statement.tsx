import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
  const payable = useQuery(payableQuery(uuid))
  useLive(payableKey(uuid), [{ topic: topics.document(uuid) }])
  if (payable.isError)
    return <Problem onRetry={() => void payable.refetch()}>The open amount cannot be read just now.</Problem>
  if (!payable.data) return null
  if (payable.data.payable.length === 0)
    return (
      <Text role="status" ta="center" my="md">
        Everything is paid. There is nothing left to pay.
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
