import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordState } from '@/kit/record/record-page'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { categoryQuery } from '../api/category.query'
import { catalogueKey } from '../catalogue'

const fields = defineFields({
  name: text('Name', {
    required: true,
    max: 100,
    wide: true,
    duplicate: 'This category has a type of this name already.',
  }),
})
const typesOf = (categoryId: string) =>
  defineSmallTable({
    table: 'item_types',
    one: 'type',
    many: 'types',
    fields,
    where: { category_id: categoryId },
    key: catalogueKey,
    live: [
      { page: 'types', tables: ['item_categories', 'item_types'] },
      { page: 'inventory', tables: ['inventory_items'] },
    ],
    usedBy: 'inventory_items',
    rights: {
      add: (rights) => can(rights, 'types', 'create'),
      change: (rights) => can(rights, 'types', 'edit'),
      remove: (rights) => can(rights, 'types', 'delete'),
    },
    about: 'The types of this category, such as composite panel and foam board.',
  })

/** /types/{categoryId}: the types of one category, with the stock items of each counted. */
export function TypeCategoryScreen({ categoryId }: { categoryId: string }) {
  const category = useQuery(categoryQuery(categoryId))
  const types = useMemo(() => typesOf(categoryId), [categoryId])
  useRecordTitle(category.data?.name ?? null)
  return (
    <RecordState of={category} what="category" back={{ label: 'All categories', href: linkTo('/types') }}>
      {({ name }) => (
        <PageFrame
          title={name}
          width="text"
          actions={
            <Button variant="default" component={Link} to={linkTo('/types')}>
              All categories
            </Button>
          }
        >
          <SmallTable key={categoryId} of={types} />
        </PageFrame>
      )}
    </RecordState>
  )
}
