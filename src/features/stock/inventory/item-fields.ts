import { chargeFields, chargeNames } from '@/kit/fields/charge-fields'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields, type Drafts, type Field } from '@/kit/fields/field'
import { length, percent, quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { rowChoice } from '@/kit/fields/row-choice'
import { measureOf, perBought, stockMoney, stockQuantity } from '@/kit/fields/stock-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { feetFor, readPerBought, stockText, typedWord } from '@/shared/domain/money/stock-text'
import { areaText, isInFeet, readMillimetres, sidesText } from '@/shared/domain/text/length'
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
/** The units to choose: a company in feet reads square feet and feet, which are stored as m² and metres. */
const unitChoice = (label: string, of: typeof units, initial: string): Field<string> => {
  const shown = () => of.map((one) => (feetFor(one.value) === null ? one : { ...one, label: typedWord(one.value) }))
  return {
    ...choice(label, shown, { required: true, initial }),
    words: (draft) => shown().find(({ value }) => value === draft)?.label ?? draft,
  }
}
const soldUnit = ({ sell_unit = '' }: Drafts): string => sell_unit
const bothUnits = ({ sell_unit = '', buy_unit = '' }: Drafts) => ({ sell: sell_unit, buy: buy_unit })
/** The unit that the stock is counted in, as the column `stock_unit` says it. */
const stockUnit = ({ form, sell_unit = '', buy_unit = '' }: Drafts): string =>
  form === 'sheet' && ['m', 'm2', 'kg'].includes(sell_unit) ? buy_unit : sell_unit

/** Says it where the typed sold units are not what a piece of this size measures. */
function doubtOfSize(typed: string, drafts: Drafts): string | null {
  const { width_mm = '', length_mm = '', sell_unit = '', buy_unit = '' } = drafts
  const [width, length] = [width_mm, length_mm].map((side) => {
    const read = readMillimetres(side, { places: 2, aboveZero: true })
    return 'value' in read ? read.value : null
  })
  const measured = hasSize(drafts) ? measureOf(sell_unit, width ?? null, length ?? null) : null
  const read = readPerBought(typed, bothUnits(drafts), '99999999')
  if (measured === null || 'problem' in read || !['sheet', 'roll', 'piece'].includes(buy_unit)) return null
  if (Math.abs(Number(read.value) / Number(measured) - 1) < 0.05) return null
  const size = sell_unit === 'm2' ? sidesText([width ?? '0', length ?? '0']) : sidesText([length ?? '0'])
  return `A ${buy_unit} of ${size} has ${stockText(measured, sell_unit)}, and ${stockText(read.value, sell_unit)} is typed`
}

const hasSize = ({ form }: Drafts) => form === 'sheet' || form === 'roll' || form === 'length'

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
  buy_unit: unitChoice('Bought by', buyUnits, 'sheet'),
  sell_unit: unitChoice('Sold by', sellUnits, 'm2'),
  sell_per_buy: perBought('Sold units in one bought', bothUnits, {
    required: true,
    initial: '1',
    doubtIn: doubtOfSize,
    help: () =>
      isInFeet()
        ? `A sheet of ${sidesText(['2438.4', '1219.2'])} has ${areaText('2.9729')}`
        : `A sheet of ${sidesText(['3050', '1500'])} has ${areaText('4.575')}`,
  }),
  sell_price: stockMoney('Sell price', soldUnit, {
    help: 'For one sold unit, without {tax}. With a markup it follows from the cost',
  }),
  vat_rate_id: rowChoice('{Tax} rate', { table: 'vat_rates', label: 'label', key: inventoryKey }),
  ...chargeFields(soldUnit, true),
  group_id: rowChoice('Group', { table: 'inventory_groups', key: inventoryKey }),
  bin: text('Bin', { max: 60, placeholder: 'Rack 2, shelf B' }),
  min_qty: stockQuantity('Least in stock', stockUnit, {
    most: '1000000',
    help: 'Below it the item is low. In the unit that stock is counted in',
  }),
  reorder_qty: stockQuantity('Order at least', stockUnit, {
    most: '1000000',
    help: 'In the unit that stock is counted in',
  }),
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
export const costFieldsOf = (buyUnit: string) =>
  defineFields({
    cost_price: stockMoney('Cost', buyUnit, { required: true, help: 'For one bought unit, without {tax}' }),
    markup_pct: percent('Markup', { most: '10000', help: 'Empty: the sell price is typed by hand' }),
  })
