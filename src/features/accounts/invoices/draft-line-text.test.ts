import { expect, test } from 'vitest'
import { draftLineText } from './draft-line-text'

const line = {
  kind: 'item',
  qty: '2.0000',
  unit: 'm2',
  width_mm: '2100.00',
  height_mm: '1200.00',
  unit_price: '58.0000',
  discount_pct: '0.00',
  charged_qty: '5.0400',
  net: '292.32',
  order_item_id: 'line',
}

test('a line that is sold by its size says the area that is charged, not the pieces', () => {
  expect(draftLineText(line, 'EUR')).toBe('5.04 m² × €58.00 = €292.32, of the order')
})

test('a line of pieces says them, with its discount', () => {
  const pieces = { ...line, qty: '3.0000', unit: 'piece', charged_qty: null, unit_price: '18.3330', net: '49.49' }
  expect(draftLineText({ ...pieces, discount_pct: '10.00', order_item_id: null }, 'EUR')).toBe(
    '3 × €18.33 less 10 % = €49.49',
  )
})

test('a discount and a part of one say their amount, and no quantity', () => {
  const part = {
    ...line,
    kind: 'discount',
    qty: '-0.3573',
    unit: null,
    charged_qty: null,
    unit_price: '10.5500',
    net: '-3.76',
  }
  expect(draftLineText(part, 'EUR')).toBe('−€3.76, of the order')
  expect(draftLineText({ ...part, qty: '-1.0000', net: '-10.55' }, 'EUR')).toBe('−€10.55, of the order')
})
