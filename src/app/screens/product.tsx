import { GroupScreen } from '@/features/stock/inventory/components/group-screen'
import { ItemScreen } from '@/features/stock/inventory/components/item-screen'
import { ProductGroupView, ProductView } from '@/features/stock/products/components/product-views'

/** /product-v3/{id}: a product that we make, or the stock item of that id. */
export const ProductScreen = ({ id }: { id: string }) => <ProductView id={id} otherwise={<ItemScreen id={id} />} />

/** /product-group/{id}: the products of a service, or the stock items of a group. */
export const ProductGroupScreen = ({ id }: { id: string }) => (
  <ProductGroupView id={id} otherwise={<GroupScreen id={id} />} />
)
