import { Button, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { momentText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { undoMovement } from '../api/stock.mutation'
import type { MovementRow } from '../api/stock.query'
import { inventoryKey } from '../inventory'
import { movedStock, stockText } from '@/shared/domain/money/stock-text'

const reasons: Readonly<Record<string, string>> = {
  purchase: 'Received',
  deduct: 'Taken',
  count: 'Counted',
  return: 'Returned',
  waste: 'Wasted',
  reversal: 'Undone',
}

/** Movements of stock, the newest first, each with its undo. */
export function MovementList({ rows, withItem = false }: { rows: readonly MovementRow[]; withItem?: boolean }) {
  const rights = useRights()
  const { data: staff = [] } = useQuery(staffQuery)
  const undone = new Set(rows.map(({ reverses_id }) => reverses_id))
  const { undo, isBusy } = useUndo()
  if (rows.length === 0) return <Text c="dimmed">Nothing moved yet.</Text>
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            {withItem ? <Table.Th>Item</Table.Th> : null}
            <Table.Th>What</Table.Th>
            <Table.Th ta="right">Moved</Table.Th>
            <Table.Th ta="right">Then there</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} {...(undone.has(row.id) ? { c: 'dimmed' } : {})}>
              <Table.Td>{momentText(row.created_at)}</Table.Td>
              {withItem ? (
                <Table.Td>
                  <Anchor component={Link} to={linkTo('/inventory/:id', { id: row.item.id })}>
                    {row.item.name}
                  </Anchor>
                </Table.Td>
              ) : null}
              <Table.Td>
                {reasons[row.reason] ?? row.reason}
                {row.job ? (
                  <>
                    {' · '}
                    <RecordLink kind="job" id={row.job.id}>
                      {row.job.job_number}
                    </RecordLink>
                  </>
                ) : null}
                {row.receipt ? (
                  <>
                    {' · '}
                    <RecordLink kind="purchase_order" id={row.receipt.order.id}>
                      {row.receipt.order.purchase_number}
                    </RecordLink>
                  </>
                ) : null}
                {row.note ? (
                  <Text size="xs" c="dimmed">
                    {row.note}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td ta="right" {...(undone.has(row.id) ? { td: 'line-through' } : {})}>
                {movedStock(row.qty, row.unit)}
              </Table.Td>
              <Table.Td ta="right">{stockText(row.balance, row.unit)}</Table.Td>
              <Table.Td>{staff.find(({ value }) => value === row.created_by)?.label ?? ''}</Table.Td>
              <Table.Td ta="right">
                {row.reason !== 'reversal' && !undone.has(row.id) && can(rights, 'inventory', 'edit') ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    disabled={isBusy}
                    onClick={() => undo(row.id)}
                    aria-label={`Undo ${(reasons[row.reason] ?? row.reason).toLowerCase()} ${movedStock(row.qty, row.unit)} of ${row.item.name}`}
                  >
                    Undo
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function useUndo() {
  const queryClient = useQueryClient()
  const undoing = useActMutation({
    mutationFn: (id: string) => undoMovement(id, newId()),
    onSuccess: ({ on_hand, unit }) =>
      notifications.show({ message: `Undone. ${stockText(on_hand, unit)} in stock now.` }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not undone', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  return { undo: (id: string) => undoing.mutate(id), isBusy: undoing.isPending }
}
