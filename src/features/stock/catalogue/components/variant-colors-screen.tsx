import { defineFields } from '@/kit/fields/field'
import { rowChoice } from '@/kit/fields/row-choice'
import { colour } from '@/kit/fields/colour-field'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey, keepers } from '../catalogue'

const variantColors = defineSmallTable({
  table: 'variant_colors',
  one: 'colour',
  many: 'colours',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'This brand has a colour of this name already.' }),
    hex: colour('On screen', { required: true }),
    ral: text('RAL', {
      keyboard: 'numeric',
      max: 4,
      placeholder: '9005',
      check: (typed) => (/^\d{4}$/.test(typed) ? null : 'A RAL number has four digits'),
    }),
    brand_id: rowChoice('Brand', { table: 'brands', key: catalogueKey }),
  }),
  key: catalogueKey,
  live: [{ page: 'inventory', tables: ['variant_colors', 'brands', 'inventory_items'] }],
  usedBy: 'inventory_items',
  rights: keepers('variant_colors'),
  about: 'Colours in which materials come, with their RAL number and how they look on a screen.',
})

/** /variant-colors: one in use by a stock item cannot be removed. */
export const VariantColorsScreen = () => (
  <PageFrame title="Variant Colours" width="text">
    <SmallTable of={variantColors} />
  </PageFrame>
)
