import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey } from '../catalogue'

const categories = defineSmallTable({
  table: 'item_categories',
  one: 'category',
  many: 'categories',
  fields: defineFields({
    name: text('Name', {
      required: true,
      max: 100,
      wide: true,
      duplicate: 'There is a category of this name already.',
    }),
  }),
  key: catalogueKey,
  live: [{ page: 'types', tables: ['item_categories', 'item_types'] }],
  usedBy: 'item_types',
  href: ({ id }) => linkTo('/types/:categoryId', { categoryId: id }),
  rights: {
    add: (rights) => can(rights, 'types', 'create'),
    change: (rights) => can(rights, 'types', 'edit'),
    remove: (rights) => can(rights, 'types', 'delete'),
  },
  about: 'The largest groups of stock items, such as sheets, rolls and lighting. Each holds its types.',
})

/** /types: the categories of stock items. One that holds types cannot be removed. */
export const TypesScreen = () => (
  <PageFrame title="Types" width="text">
    <SmallTable of={categories} />
  </PageFrame>
)
