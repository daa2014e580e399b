import { Modal, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ReasonForm } from '@/kit/record/reason-dialog'
import { exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { endOrder } from '../api/order.mutation'
import { type Order, orderEndQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import type { OrderEnd } from '../order-end'

type EndOrderProps = { row: Order; onClose: () => void }

/** Ends the rest of a part-delivered order, after showing what becomes of its lines, jobs, deliveries and total. */
export const EndOrderDialog = ({ row, onClose }: EndOrderProps) => (
  <Modal opened onClose={onClose} title={`End the rest of ${row.order_number}`} size="lg">
    <EndOrder row={row} onClose={onClose} />
  </Modal>
)

function EndOrder({ row, onClose }: EndOrderProps) {
  const end = useQuery(orderEndQuery(row.id))
  if (end.isPending) return <Skeleton height={280} />
  if (end.isError) return <Problem onRetry={() => void end.refetch()}>{saveProblem(end.error)}</Problem>
  return (
    <Stack>
      <EndedLines end={end.data} currency={row.currency} />
      {consequences(row, end.data).map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <ReasonForm
        title={`End the rest of ${row.order_number}`}
        submitLabel="End the rest"
        name={`order-end-${row.id}`}
        queryKey={ordersKey}
        save={(reason) => endOrder(row.id, { reason, shown: end.data.gross })}
        onClose={onClose}
      />
    </Stack>
  )
}

function EndedLines({ end, currency }: { end: OrderEnd; currency: string }) {
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <Table aria-label="What ends" tabularNums horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Line</Table.Th>
          <Table.Th ta="right">Ordered</Table.Th>
          <Table.Th ta="right">Stays</Table.Th>
          <Table.Th ta="right">Net then</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {end.lines.map(({ position, kind, description, ordered, left, net_before, net }) => (
          <Table.Tr key={position}>
            <Table.Td>{description}</Table.Td>
            <Table.Td ta="right">{kind === 'discount' ? money(net_before) : shortDecimalText(ordered)}</Table.Td>
            <Table.Td ta="right">{kind === 'discount' ? '' : shortDecimalText(left)}</Table.Td>
            <Table.Td ta="right">{money(net)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Td colSpan={2} fw={600}>
            Total of the order
          </Table.Td>
          <Table.Td ta="right" c="dimmed" td="line-through">
            {money(end.gross_before)}
          </Table.Td>
          <Table.Td ta="right" fw={600}>
            {money(end.gross)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

/** What else follows, a sentence each. */
function consequences(row: Order, { jobs, deliveries, gross, freed }: OrderEnd): string[] {
  const begun = jobs.filter(({ has_begun }) => has_begun).map(({ number }) => number)
  const others = jobs.filter(({ has_begun }) => !has_begun).map(({ number }) => number)
  const cancelled = deliveries.filter(({ is_cancelled }) => is_cancelled).map(({ number }) => number)
  const ahead = written(minus(exact(row.deposit_paid), exact(gross)))
  return [
    begun.length > 0
      ? `${begun.join(', ')} has begun: it ends here, and its time and material stay on it. Running timers end.`
      : null,
    others.length > 0 ? `${others.join(', ')} is not made any more.` : null,
    cancelled.length > 0 ? `${cancelled.join(', ')} is cancelled.` : null,
    isAboveZero(freed) ? `${formatMoney(freed, row.currency)} kept for it becomes credit of the client.` : null,
    !isAboveZero(freed) && isAboveZero(ahead)
      ? `${formatMoney(ahead, row.currency)} more is paid ahead than the order comes to. It can be paid back after the last invoice.`
      : null,
    'The client is not told by itself: their page shows what stays, and the confirmation can be sent again.',
  ].filter((sentence) => sentence !== null)
}
