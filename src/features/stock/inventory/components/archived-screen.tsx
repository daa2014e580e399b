import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { RecordList } from '@/kit/list/record-list'
import { saveVersioned } from '@/kit/save/save-row'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { ItemLine } from '../api/inventory.query'
import { inventoryKey } from '../inventory'
import { archivedList } from './item-list'

/** /inventory/archived: items that are not bought any more, and the way back. */
export function ArchivedScreen() {
  const rights = useRights()
  const queryClient = useQueryClient()
  const restoring = useActMutation({
    mutationFn: (row: ItemLine) =>
      saveVersioned({ table: 'inventory_items', what: 'this item', row, values: { archived_at: null } }),
    onSuccess: (_, { name }) => notifications.show({ message: `${name} is back in the inventory.` }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not changed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  return (
    <PageFrame
      title="Archived Items"
      width="full"
      actions={
        <Button variant="default" component={Link} to={linkTo('/inventory')}>
          Inventory
        </Button>
      }
    >
      <RecordList
        list={archivedList}
        href={(row) => linkTo('/inventory/:id', { id: row.id })}
        rowActions={(row) =>
          can(rights, 'inventory', 'edit') ? (
            <Button
              size="xs"
              variant="default"
              loading={restoring.isPending && restoring.variables.id === row.id}
              onClick={() => restoring.mutate(row)}
            >
              Bring back
            </Button>
          ) : null
        }
        empty={{
          icon: <IconArchive stroke={1.5} />,
          title: 'Nothing is archived',
          children: 'An item without stock can be archived on its page.',
        }}
      />
    </PageFrame>
  )
}
