import { Button, Menu, Modal } from '@mantine/core'
import {
  IconArchive,
  IconClipboardList,
  IconMinus,
  IconPackages,
  IconPlus,
  IconStack2,
  IconTable,
} from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { RecordList } from '@/kit/list/record-list'
import { RecordTabs } from '@/kit/record/record-page'
import { insertRow } from '@/kit/save/save-row'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { inventoryKey } from '../inventory'
import { itemCheck, itemFields, itemSections } from '../item-fields'
import { PurchaseScreen } from '../purchases/purchase-screen'
import { PurchaseList } from '../purchases/purchase-list'
import { ToOrder } from '../purchases/to-order'
import { itemList } from './item-list'

/** /inventory: the stock, the items to order, and purchase orders. `?purchase=` opens one of them. */
export function InventoryScreen() {
  const [search] = useSearchParams()
  const purchase = uuidOf(search.get('purchase'))
  return purchase ? <PurchaseScreen key={purchase} id={purchase} /> : <Inventory />
}

function Inventory() {
  const rights = useRights()
  const adding = useDialog('new')
  return (
    <PageFrame
      title="Inventory"
      width="full"
      actions={
        <>
          {can(rights, 'inventory', 'edit') ? (
            <>
              <Button
                variant="default"
                component={Link}
                to={linkTo('/deduct-item')}
                leftSection={<IconMinus size={18} aria-hidden />}
              >
                Take for a job
              </Button>
              <Button
                variant="default"
                component={Link}
                to={linkTo('/modify-stock')}
                leftSection={<IconClipboardList size={18} aria-hidden />}
              >
                Count or receive
              </Button>
            </>
          ) : null}
          {can(rights, 'inventory', 'create') ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
              Add item
            </Button>
          ) : null}
        </>
      }
    >
      <RecordTabs
        param="part"
        tabs={[
          { name: 'items', label: 'Items', content: <Items /> },
          { name: 'to-order', label: 'To order', content: <ToOrder /> },
          { name: 'purchases', label: 'Purchase orders', content: <PurchaseList /> },
        ]}
      />
      <Modal opened={adding.isOpen} onClose={adding.close} title="New item" size="lg">
        <NewItem onClose={adding.close} />
      </Modal>
    </PageFrame>
  )
}

const Items = () => (
  <RecordList
    list={itemList}
    href={(row) => linkTo('/inventory/:id', { id: row.id })}
    empty={{
      icon: <IconPackages stroke={1.5} />,
      title: 'No items yet',
      children: 'Sheets, rolls, parts and inks that you buy, sell or work into jobs.',
    }}
    menu={
      <>
        <Menu.Item
          component={Link}
          to={linkTo('/inventory/bulk-edit')}
          leftSection={<IconTable size={16} aria-hidden />}
        >
          Edit many items, or read a CSV file
        </Menu.Item>
        <Menu.Item component={Link} to={linkTo('/inventory/groups')} leftSection={<IconStack2 size={16} aria-hidden />}>
          Groups of items
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={linkTo('/inventory/archived')}
          leftSection={<IconArchive size={16} aria-hidden />}
        >
          Archived items
        </Menu.Item>
      </>
    }
  />
)

function NewItem({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: itemFields,
    name: 'new-item',
    isNew: true,
    check: itemCheck,
    queryKey: inventoryKey,
    save: (values) => insertRow({ table: 'inventory_items', what: 'this item', values }),
    onSaved: (id) => navigate(linkTo('/inventory/:id', { id }), { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      sections={itemSections}
      label="New item"
      submitLabel="Add item"
      onCancel={onClose}
      isPlain
      autoFocus
    />
  )
}
