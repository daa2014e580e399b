import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey, keepers } from '../catalogue'

const materialTypes = defineSmallTable({
  table: 'material_types',
  one: 'material type',
  many: 'material types',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is a material of this name already.' }),
    density_g_cm3: quantity('Density', { unit: 'g/cm³', aboveZero: true, most: '25' }),
    note: text('Note', { max: 500, wide: true }),
  }),
  key: catalogueKey,
  live: [{ page: 'inventory', tables: ['material_types', 'inventory_items'] }],
  usedBy: 'inventory_items',
  rights: keepers('material_types'),
  about: 'Materials as machines and prices know them, such as cast acrylic and PVC foam.',
})

/** /material-types: a material type used by a stock item or a machine parameter cannot be removed. */
export const MaterialTypesScreen = () => (
  <PageFrame title="Material Types" width="text">
    <SmallTable of={materialTypes} />
  </PageFrame>
)
