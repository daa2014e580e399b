import { afterEach, expect, test } from 'vitest'
import { draftOf, problemsOf, valuesOf } from '@/kit/fields/field'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { costFieldsOf, itemFields } from './item-fields'

afterEach(() => setFormats(firstFormats))
const all = { role: 'admin', permissions: [] } as never

const roll = {
  name: 'Banner',
  sku: 'B',
  form: 'roll',
  width_mm: '1371.6',
  length_mm: '49987.2',
  buy_unit: 'roll',
  sell_unit: 'm2',
}

test('a company in inches sells by the square foot, and what it types is stored in m²', () => {
  setFormats({ ...firstFormats, length_unit: 'in', currency: 'USD' })
  const drafts = {
    ...draftOf(itemFields, roll),
    sell_per_buy: '738',
    sell_price: '0.60',
    min_qty: '100',
    charge_min: '2',
  }
  expect(itemFields.sell_unit.words('m2')).toBe('sq ft')
  expect(itemFields.sell_price.labelIn?.(drafts)).toBe('Sell price (per sq ft)')
  expect(itemFields.sell_per_buy.doubtIn?.('738', drafts)).toBeNull()
  const values = valuesOf(itemFields, drafts, all)
  expect(values).toMatchObject({
    sell_per_buy: '68.5624',
    sell_price: '6.4583',
    min_qty: '9.2903',
    charge_min: '0.1858',
  })
  // What is stored reads back as it was typed.
  expect(draftOf(itemFields, { ...roll, ...values })).toMatchObject({
    sell_per_buy: '738',
    sell_price: '0.60',
    min_qty: '100',
    charge_min: '2',
  })
  expect(valuesOf(costFieldsOf('m2'), { cost_price: '0.35', markup_pct: '' }, all)).toMatchObject({
    cost_price: '3.7674',
  })
})

test('bought and sold by the same unit, one is one; a foot of a roll has its square feet', () => {
  setFormats({ ...firstFormats, length_unit: 'in' })
  const per = (buy_unit: string, sell_per_buy: string) =>
    valuesOf(itemFields, { ...draftOf(itemFields, { ...roll, buy_unit }), sell_per_buy }, all).sell_per_buy
  expect(per('m2', '1')).toBe('1.0000')
  expect(per('m', '4.5')).toBe('1.3717')
  expect(draftOf(itemFields, { ...roll, buy_unit: 'm', sell_per_buy: '1.3717' }).sell_per_buy).toBe('4.5')
})

test('sold units that do not fit the size are doubted in words, in every unit', () => {
  const inFeet = () => setFormats({ ...firstFormats, length_unit: 'in' })
  const doubt = (typed: string) =>
    itemFields.sell_per_buy.doubtIn?.(typed, draftOf(itemFields, roll))?.replaceAll('\u00a0', ' ')
  expect(doubt('68.56')).toBeUndefined()
  expect(doubt('738')).toBe('A roll of 1,371.6 × 49,987.2 mm has 68.5624 m², and 738 m² is typed')
  inFeet()
  expect(doubt('738')).toBeUndefined()
  expect(doubt('68.56')).toBe(`A roll of 54" × 164' has 738 sq ft (68.5624 m²), and 68.56 sq ft (6.3694 m²) is typed`)
})

test('problems of a quantity are said in the unit of the person', () => {
  setFormats({ ...firstFormats, length_unit: 'in' })
  expect(problemsOf(itemFields, { ...draftOf(itemFields, roll), min_qty: 'ten' }, all).min_qty).toBe(
    'Write square feet, 24, or both sides: 54" × 98"',
  )
})
