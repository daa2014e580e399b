import { Badge, Button, Modal } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { defineList } from '@/kit/list/define-list'
import { flagFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { insertRow } from '@/kit/save/save-row'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { type ProductLine, readProducts } from '../api/products.query'
import { productFields, productSections } from '../product-fields'
import { productsKey, productsLive } from '../products'

const productList = defineList({
  name: 'products',
  one: 'product',
  many: 'products',
  key: productsKey,
  live: productsLive,
  filters: { q: searchFilter('Search products', 'Name'), archived: flagFilter('Archived') },
  columns: [
    { name: 'name', label: 'Name', sort: 'name', text: (row: ProductLine) => row.name },
    { name: 'summary', label: 'Summary', from: 'md', text: (row) => row.summary },
    {
      name: 'options',
      label: 'Options',
      align: 'right',
      from: 'sm',
      cell: (row) => row.options[0]?.count ?? 0,
      csv: (row) => String(row.options[0]?.count ?? 0),
    },
    { name: 'price', label: 'Base price', card: 'end', money: (row) => row.base_price },
    {
      name: 'public',
      label: 'Public site',
      from: 'sm',
      cell: (row) => (row.is_public ? <Badge variant="light">Shown</Badge> : null),
      csv: (row) => (row.is_public ? 'yes' : 'no'),
    },
  ],
  sort: { by: 'sort', down: false },
  all: readProducts,
  matches: (row, { q, archived }) =>
    (row.archived_at !== null) === archived && row.name.toLowerCase().includes(q.trim().toLowerCase()),
  sortValue: (row, by) => (by === 'name' ? row.name : row.sort),
})

/** /products/manufactured: the company's own products. */
export function ProductsScreen() {
  const rights = useRights()
  const adding = useDialog('new')
  return (
    <PageFrame
      title="Manufactured Products"
      width="full"
      actions={
        can(rights, 'markup-demo', 'create') ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            Add product
          </Button>
        ) : null
      }
    >
      <RecordList
        list={productList}
        href={(row) => linkTo('/products/manufactured/:id', { id: row.id })}
        empty={{
          icon: <IconPackage stroke={1.5} />,
          title: 'No products yet',
          children: 'Stands, letters and plaques that you make again and again, with options and what goes into them.',
        }}
      />
      <Modal opened={adding.isOpen} onClose={adding.close} title="New product" size="lg">
        <NewProduct onClose={adding.close} />
      </Modal>
    </PageFrame>
  )
}

function NewProduct({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: productFields,
    name: 'new-product',
    isNew: true,
    queryKey: productsKey,
    save: (values) => insertRow({ table: 'manufactured_products', what: 'this product', values }),
    onSaved: (id) => navigate(linkTo('/products/manufactured/:id', { id }), { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      sections={productSections}
      label="New product"
      submitLabel="Add product"
      onCancel={onClose}
      isPlain
      autoFocus
    />
  )
}
