import { chargeFields, chargeNames } from '@/kit/fields/charge-fields'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { length, money, percent, quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { areaText, isInFeet, sidesText } from '@/shared/domain/text/length'
import { inventoryKey } from './inventory'

export const forms = [
  { value: 'sheet', label: 'Sheet' },
  { value: 'roll', label: 'Roll' },
  { value: 'piece', label: 'Piece' },
  { value: 'liquid', label: 'Liquid' },
  { value: 'length', label: 'Length' },
]
const units = [
  { value: 'sheet', label: 'Sheet' },
  { value: 'roll', label: 'Roll' },
  { value: 'piece', label: 'Piece' },
  { value: 'set', label: 'Set' },
  { value: 'litre', label: 'Litre' },
  { value: 'kg', label: 'Kilogram' },
  { value: 'm', label: 'Metre' },
  { value: 'm2', label: 'm²' },
]
const buyUnits = [...units, { value: 'box', label: 'Box' }]
const sellUnits = [...units, { value: 'ml', label: 'Millilitre' }]
export const unitLabel = (unit: string): string =>
  [...buyUnits, ...sellUnits].find(({ value }) => value === unit)?.label.toLowerCase() ?? unit

const hasSize = ({ form }: Readonly<Record<string, string>>) => form === 'sheet' || form === 'roll' || form === 'length'

/** Everything of a stock item but its cost. */
export const itemFields = defineFields({
  name: text('Name', { required: true, max: 200, wide: true, placeholder: 'ACM 3 mm white 3050 × 1500' }),
  sku: text('Number', {
    required: true,
    max: 60,
    placeholder: 'ACM3-W-3050',
    duplicate: 'Another item has this number.',
    check: (typed) =>
      /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(typed) ? null : 'Letters, digits, dots, slashes and hyphens, without spaces',
  }),
  form: choice('Form', forms, { required: true, initial: 'sheet' }),
  type_id: rowChoice('Type', { table: 'item_types', key: inventoryKey }),
  material_type_id: rowChoice('Material', { table: 'material_types', key: inventoryKey }),
  brand_id: rowChoice('Brand', { table: 'brands', key: inventoryKey }),
  color_id: rowChoice('Colour', { table: 'variant_colors', key: inventoryKey }),
  width_mm: length('Width', { aboveZero: true, most: '100000', hiddenUnless: hasSize, otherSide: 'length_mm' }),
  length_mm: length('Length', { aboveZero: true, most: '10000000', hiddenUnless: hasSize }),
  thickness_mm: length('Thickness', { places: 3, aboveZero: true, most: '1000', hiddenUnless: hasSize }),
  weight_kg_m2: quantity('Weight', { unit: 'kg/m²', aboveZero: true, most: '1000', hiddenUnless: hasSize }),
  buy_unit: choice('Bought by', buyUnits, { required: true, initial: 'sheet' }),
  sell_unit: choice('Sold by', sellUnits, { required: true, initial: 'm2' }),
  sell_per_buy: quantity('Sold units in one bought', {
    required: true,
    places: 4,
    aboveZero: true,
    most: '99999999',
    initial: '1',
    help: () =>
      isInFeet()
        ? `A sheet of ${sidesText(['2438.4', '1219.2'])} has ${areaText('2.9729')}`
        : `A sheet of ${sidesText(['3050', '1500'])} has ${areaText('4.575')}`,
  }),
  sell_price: money('Sell price', {
    places: 4,
    help: 'For one sold unit, without {tax}. With a markup it follows from the cost',
  }),
  vat_rate_id: rowChoice('{Tax} rate', { table: 'vat_rates', label: 'label', key: inventoryKey }),
  ...chargeFields(({ sell_unit }) => sell_unit),
  group_id: rowChoice('Group', { table: 'inventory_groups', key: inventoryKey }),
  bin: text('Bin', { max: 60, placeholder: 'Rack 2, shelf B' }),
  min_qty: quantity('Least in stock', {
    most: '1000000',
    help: 'Below it the item is low. In the unit that stock is counted in',
  }),
  reorder_qty: quantity('Order at least', { most: '1000000', help: 'In the unit that stock is counted in' }),
  supplier_id: record('Supplier', contacts),
  supplier_sku: text('Number at the supplier', { max: 100 }),
  note: longText('Note'),
})

export const itemSections = [
  { title: 'Item', fields: ['name', 'sku', 'form', 'type_id', 'material_type_id', 'brand_id', 'color_id', 'group_id'] },
  { title: 'Size', fields: ['width_mm', 'length_mm', 'thickness_mm', 'weight_kg_m2'] },
  { title: 'Units and price', fields: ['buy_unit', 'sell_unit', 'sell_per_buy', 'sell_price', 'vat_rate_id'] },
  { title: 'How a size is charged', fields: chargeNames },
  { title: 'Stock', fields: ['bin', 'min_qty', 'reorder_qty'] },
  { title: 'Supply', fields: ['supplier_id', 'supplier_sku', 'note'] },
] as const

/** Sizes that a form must have: problems by field. */
export const itemCheck = ({ form, width_mm, length_mm }: Readonly<Record<string, string>>) => ({
  ...((form === 'sheet' || form === 'roll') && !width_mm ? { width_mm: `A ${form} has a width` } : {}),
  ...(form === 'sheet' && !length_mm ? { length_mm: 'A sheet has a length' } : {}),
})

/** The cost of an item, only for holders of `view_financial_data`. */
export const costFields = defineFields({
  cost_price: money('Cost', { required: true, places: 4, help: 'For one bought unit, without {tax}' }),
  markup_pct: percent('Markup', { most: '10000', help: 'Empty: the sell price is typed by hand' }),
})
