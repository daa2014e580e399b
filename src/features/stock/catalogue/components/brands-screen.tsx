import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey, keepers } from '../catalogue'

const brands = defineSmallTable({
  table: 'brands',
  one: 'brand',
  many: 'brands',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is a brand of this name already.' }),
    website: text('Website', {
      keyboard: 'url',
      max: 500,
      placeholder: 'https://',
      check: (typed) => (/^https?:\/\/\S+$/i.test(typed) ? null : 'A website begins with https://'),
    }),
  }),
  key: catalogueKey,
  live: [{ page: 'inventory', tables: ['brands', 'inventory_items'] }],
  usedBy: 'inventory_items',
  rights: keepers('brands'),
  about: 'Brands of vinyls, sheets and parts. Stock items name one.',
})

/** /brands: one in use by a stock item or a colour cannot be removed. */
export const BrandsScreen = () => (
  <PageFrame title="Brands" width="text">
    <SmallTable of={brands} />
  </PageFrame>
)
