import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, percent, quantity } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey, keepers } from '../catalogue'

const pricingRanges = defineSmallTable({
  table: 'pricing_ranges',
  one: 'price break',
  many: 'price breaks',
  fields: defineFields({
    name: text('Name', { required: true, max: 100 }),
    service_id: rowChoice(
      'Service',
      { table: 'services', key: catalogueKey },
      { help: 'Empty: every service without a break of its own' },
    ),
    basis: choice(
      'By',
      [
        { value: 'qty', label: 'Quantity' },
        { value: 'area_m2', label: 'Area in m²' },
        { value: 'length_m', label: 'Length in m' },
      ],
      { required: true, initial: 'qty' },
    ),
    from_value: quantity('From', { required: true }),
    to_value: quantity('Below', { help: 'Empty: no end' }),
    discount_pct: percent('Discount', { help: 'A discount or a price, not both' }),
    price: money('Price a unit', { places: 4 }),
  }),
  key: catalogueKey,
  live: [
    { page: 'inventory', tables: ['pricing_ranges'] },
    { page: 'quotations', tables: ['pricing_ranges', 'services'] },
  ],
  rights: keepers('pricing_ranges'),
  check: ({ from_value, to_value, discount_pct, price }) => ({
    ...(to_value && Number(to_value) <= Number(from_value) ? { to_value: 'The end is above the beginning' } : {}),
    ...(Boolean(discount_pct) === Boolean(price) ? { discount_pct: 'Give a discount or a price, one of the two' } : {}),
  }),
  about: 'From ten pieces or twenty square metres on, a discount or another price. Two breaks never overlap.',
})

/** /pricing-ranges: price breaks. The database refuses two that hold for the same quantity. */
export const PricingRangesScreen = () => (
  <PageFrame title="Pricing Ranges">
    <SmallTable of={pricingRanges} />
  </PageFrame>
)
