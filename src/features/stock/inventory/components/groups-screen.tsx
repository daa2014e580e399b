import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { inventoryKey } from '../inventory'

const groups = defineSmallTable({
  table: 'inventory_groups',
  one: 'group',
  many: 'groups',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is a group with this name already.' }),
    note: text('Note', { max: 2000 }),
  }),
  key: inventoryKey,
  live: [{ page: 'inventory', tables: ['inventory_groups', 'inventory_items'] }],
  usedBy: 'inventory_items',
  href: ({ id }) => linkTo('/product-group/:id', { id }),
  rights: {
    add: (rights) => can(rights, 'inventory', 'create'),
    change: (rights) => can(rights, 'inventory', 'edit'),
    remove: (rights) => can(rights, 'inventory', 'delete'),
  },
  about: 'Items that differ only in size, colour or thickness. Choose the group on the page of an item.',
})

/** /inventory/groups: groups of items; each leads to its items side by side. */
export const GroupsScreen = () => (
  <PageFrame
    title="Inventory Groups"
    width="text"
    actions={
      <Button variant="default" component={Link} to={linkTo('/inventory')}>
        Inventory
      </Button>
    }
  >
    <SmallTable of={groups} />
  </PageFrame>
)
