import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import { freeDepositsQuery, type Order } from '../api/order.query'

/** What is free of the deposits of an order that no invoice can follow, with a link to credit each. */
export function FreeDeposits({ row }: { row: Order }) {
  const rights = useRights()
  const isOver = row.status === 'cancelled' || Number(row.invoiced_pct) >= 100
  const deposits = useQuery({ ...freeDepositsQuery(row.id), enabled: isOver && isAboveZero(row.deposit_paid) })
  if (!deposits.data || deposits.data.length === 0) return null
  return (
    <Alert color="yellow" title="Deposit without an invoice">
      {deposits.data.map(({ id, number, gross }) => (
        <Text key={id} size="sm">
          {`${formatMoney(gross, row.currency)} of the deposit is free. Pay it back or keep it for more work. `}
          {can(rights, 'invoices', 'create') ? (
            <RecordLink kind="invoice" id={id} search="?dialog=credit">
              Credit {number}
            </RecordLink>
          ) : null}
        </Text>
      ))}
    </Alert>
  )
}
