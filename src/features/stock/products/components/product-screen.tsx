import { Badge, Stack, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { OwnTextsOf } from '@/kit/texts/own-texts-of'
import { useLive } from '@/kit/live/use-live'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { useArchiving } from '@/kit/record/use-archiving'
import { saveVersioned } from '@/kit/save/save-row'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'
import { previewed } from '@/shared/domain/web/site-preview'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { useRights } from '@/shared/hooks/current-user'
import { measuredItemsQuery, type Product, productQuery } from '../api/products.query'
import { optionFields, partFields, productFields, productSections } from '../product-fields'
import { productsKey, productsLive } from '../products'
import { Pictures } from './pictures'
import { ProductFacts } from './product-facts'

const back = { label: 'All products', href: linkTo('/products/manufactured') }
const keeps = (rights: Rights) => can(rights, 'markup-demo', 'edit')

/** /products/manufactured/{id}: a product with options, bill of materials and pictures, as staff keep it. */
export function ProductScreen({ id }: { id: string }) {
  const product = useQuery(productQuery(id))
  useLive(productsKey, productsLive)
  return (
    <RecordState of={product} what="product" back={back}>
      {(row) => <ProductPage row={row} />}
    </RecordState>
  )
}

function ProductPage({ row }: { row: Product }) {
  const mayEdit = keeps(useRights())
  const { isArchived, ...archiving } = useArchiving({
    table: 'manufactured_products',
    what: 'this product',
    row,
    queryKey: productsKey,
  })
  return (
    <RecordPage
      title={row.name}
      kind="Product"
      status={
        isArchived ? (
          <Badge component="span" color="gray">
            Archived
          </Badge>
        ) : row.is_public ? (
          <Badge component="span">Public</Badge>
        ) : null
      }
      back={back}
      actions={[
        ...(row.is_public && !isArchived
          ? [
              {
                label: 'As visitors see it',
                icon: <IconEye size={18} aria-hidden />,
                href: previewed(`/products/manufactured/${row.slug}`),
              },
            ]
          : []),
        ...(mayEdit ? [archiving.action] : []),
      ]}
      notice={archiving.notice}
      tabs={[
        {
          name: 'product',
          label: 'Product',
          content: mayEdit ? <EditProduct row={row} /> : <ProductFacts product={row} />,
        },
        { name: 'options', label: 'Options', count: row.options.length, content: <Options productId={row.id} /> },
        { name: 'parts', label: 'Materials', count: row.parts.length, content: <Parts product={row} /> },
        { name: 'pictures', label: 'Pictures', content: <Pictures productId={row.id} mayEdit={mayEdit} /> },
      ]}
    />
  )
}

function EditProduct({ row }: { row: Product }) {
  const form = useRecordForm({
    fields: productFields,
    name: `product-${row.id}`,
    stored: row,
    queryKey: productsKey,
    save: (values) => saveVersioned({ table: 'manufactured_products', what: 'this product', row, values }),
  })
  return (
    <OwnTextsOf source="manufactured_products" recordId={row.id}>
      <RecordForm form={form} sections={productSections} label="Product" submitLabel="Save changes" />
    </OwnTextsOf>
  )
}

function Options({ productId }: { productId: string }) {
  const options = useMemo(
    () =>
      defineSmallTable({
        table: 'product_options',
        one: 'option',
        many: 'options',
        fields: optionFields,
        order: 'sort',
        where: { product_id: productId },
        key: productsKey,
        live: productsLive,
        rights: { add: keeps, change: keeps, remove: keeps },
        about: 'Sizes, colours and extras that a buyer chooses, with what each adds to the price.',
      }),
    [productId],
  )
  return <SmallTable of={options} />
}

function Parts({ product }: { product: Product }) {
  const units = useQuery(measuredItemsQuery)
  return units.data ? <PartsIn product={product} units={units.data} /> : <LineSkeletons count={2} height={36} />
}

function PartsIn({ product, units }: { product: Product; units: Readonly<Record<string, string>> }) {
  const rights = useRights()
  const parts = useMemo(
    () =>
      defineSmallTable({
        table: 'product_parts',
        one: 'material',
        many: 'materials',
        fields: partFields(product.id, units),
        order: 'created_at',
        where: { product_id: product.id },
        key: productsKey,
        live: productsLive,
        rights: { add: keeps, change: keeps, remove: keeps },
        about: 'What goes into one piece, in the units in which the item is sold.',
      }),
    [product.id, units],
  )
  return (
    <Stack>
      <SmallTable of={parts} />
      <Title order={2} size="h4">
        {hasPermission(rights, 'view_financial_data') ? 'Price and cost of one piece' : 'Price of one piece'}
      </Title>
      <ProductFacts product={product} />
    </Stack>
  )
}
