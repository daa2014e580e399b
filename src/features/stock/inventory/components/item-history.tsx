import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StatusBadge } from '@/kit/record/status-badge'
import { calendarDayText } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import type { Item } from '../api/inventory.query'
import { movementsQuery, usesQuery } from '../api/stock.query'
import { MovementList } from '../movements/movement-list'
import { stockText } from '@/shared/domain/money/stock-text'

/** Every movement of an item, the newest first. */
export function Movements({ itemId }: { itemId: string }) {
  const movements = useQuery(movementsQuery(itemId))
  if (movements.isPending) return <LineSkeletons count={4} height={36} />
  if (movements.isError)
    return <Problem onRetry={() => void movements.refetch()}>The movements could not be read</Problem>
  return <MovementList rows={movements.data} />
}

/** The jobs that need an item or used it. */
export function Uses({ item }: { item: Item }) {
  const uses = useQuery(usesQuery(item.id))
  if (uses.isPending) return <LineSkeletons count={4} height={36} />
  if (uses.isError) return <Problem onRetry={() => void uses.refetch()}>The jobs could not be read</Problem>
  if (uses.data.length === 0) return <Text c="dimmed">No job needs or used this item yet.</Text>
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th>Stage</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th ta="right">Planned</Table.Th>
            <Table.Th ta="right">Kept for it</Table.Th>
            <Table.Th ta="right">Used</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {uses.data.map(({ id, job, qty_planned, qty_reserved, qty_used }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <RecordLink kind="job" id={job.id}>
                  {job.job_number}
                </RecordLink>{' '}
                {job.title}
              </Table.Td>
              <Table.Td>
                <StatusBadge kind="job" status={job.status} />
              </Table.Td>
              <Table.Td>{job.due_date ? calendarDayText(job.due_date) : ''}</Table.Td>
              <Table.Td ta="right">{stockText(qty_planned, item.stock_unit)}</Table.Td>
              <Table.Td ta="right">
                {Number(qty_reserved) === 0 ? '' : stockText(qty_reserved, item.stock_unit)}
              </Table.Td>
              <Table.Td ta="right">{Number(qty_used) === 0 ? '' : stockText(qty_used, item.stock_unit)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
