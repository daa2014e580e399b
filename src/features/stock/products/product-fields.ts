import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, quantity, wholeNumber } from '@/kit/fields/number-fields'
import { stockQuantity } from '@/kit/fields/stock-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { slugOf } from '@/shared/domain/text/slug'
import { productsKey } from './products'

/** The fields of a product. */
export const productFields = defineFields({
  name: text('Name', { required: true, max: 200 }),
  slug: text('Address', {
    required: true,
    max: 80,
    help: 'Its place on the public site: small letters, digits and hyphens',
    placeholder: 'roll-up-stand',
    proposed: ({ name }) => slugOf(name ?? ''),
    duplicate: 'Another product has this address.',
    check: (typed) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed) ? null : 'Small letters and digits, with single hyphens'),
  }),
  base_price: money('Base price', { required: true, places: 4, help: 'For one piece, without {tax}, before options' }),
  service_id: rowChoice(
    'Service',
    { table: 'services', key: productsKey },
    { help: 'Its steps make the job, its quantity breaks the discounts' },
  ),
  sort: wholeNumber('Place in the list', { required: true, most: '100000', initial: 0 }),
  is_public: checkbox('Shown on the public site', { initial: false }),
  summary: longText('Summary', { max: 1000, help: 'One or two sentences for lists' }),
  description: longText('Description', { max: 20000 }),
})

export const productSections = [
  { title: 'Product', fields: ['name', 'slug', 'base_price', 'service_id', 'sort'] },
  { title: 'Public site', fields: ['is_public', 'summary', 'description'] },
] as const

/** An option of a product: its name and its effect on the price. */
export const optionFields = defineFields({
  name: text('Name', { required: true, max: 100, duplicate: 'This group has an option with this name already.' }),
  option_group: text('Group', { max: 100, help: 'One of a group is chosen. Empty: added freely' }),
  effect: choice(
    'Effect',
    [
      { value: 'amount', label: 'Adds an amount' },
      { value: 'percent', label: 'Adds a percentage' },
    ],
    { required: true, initial: 'amount' },
  ),
  value: quantity('Value', { required: true, places: 4, least: '-1000000', most: '1000000', initial: '0' }),
  is_usual: checkbox('Chosen at first', { initial: false }),
  sort: wholeNumber('Place', { required: true, most: '100000', initial: 0 }),
})

/** The parts of one piece of a product. `unitOf`: the unit that an item is sold by, where it is measured. */
export const partFields = (productId: string, unitOf: Readonly<Record<string, string>>) =>
  defineFields({
    inventory_item_id: rowChoice('Item', { table: 'inventory_items', key: productsKey }, { required: true }),
    qty: stockQuantity('Quantity', ({ inventory_item_id = '' }) => unitOf[inventory_item_id] ?? '', {
      required: true,
      aboveZero: true,
      initial: '1',
    }),
    option_id: rowChoice(
      'Only with',
      { table: 'product_options', key: productsKey, where: { product_id: productId } },
      { help: 'Empty: always' },
    ),
    note: text('Note', { max: 500 }),
  })
