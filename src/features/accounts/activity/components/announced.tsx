import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { RecordPayment } from '../../shared/payment/record-payment'
import { useBackToOrder } from '../use-back-to-order'
import { announcedQuery } from '../api/announced.query'

/** A transfer that a client announced, by the id of its request: recorded with everything filled in. */
export function Announced({ id, onClose }: { id: string; onClose: () => void }) {
  const rights = useRights()
  const announced = useQuery(announcedQuery(id))
  const backToOrder = useBackToOrder(announced.data?.order_id)
  if (announced.isPending) return <Skeleton height={260} />
  if (!announced.data) return <Text>This payment is not here.</Text>
  const { status, amount, currency, contact_id, order_id, invoice_id } = announced.data
  if (status === 'paid' || status === 'cancelled')
    return <Text>The client announced this transfer. It is settled already: nothing is to be recorded.</Text>
  if (!can(rights, 'payments', 'create')) return <Text>The client announced this transfer. Accounts record it.</Text>
  return (
    <Stack>
      <Text>{`The client says that ${formatMoney(amount, currency)} was sent by bank transfer. Record it when it is on the account.`}</Text>
      <RecordPayment
        contactId={contact_id}
        orderId={order_id ?? undefined}
        invoiceId={invoice_id ?? undefined}
        amount={amount}
        chosen={announced.data.chosen}
        onClose={onClose}
        onSaved={backToOrder}
      />
    </Stack>
  )
}
