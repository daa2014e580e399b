import { expect, test } from 'vitest'
import { newLine, type QuotationItem } from './line'
import { patchOf } from './line-columns'
import { priceQuestion, sizePatch } from './priced-size'
import { pickedPatch } from './use-suggestions'

const sign: QuotationItem = {
  ...newLine('sign', 'a0', {}),
  width_mm: '1000.00',
  height_mm: '800.00',
  unit_price: '100.0000',
}
const after = (line: QuotationItem, patch: object): QuotationItem => ({ ...line, ...patch })

test('a price for a piece is offered anew when its size changes, by the area', () => {
  const wider = after(sign, sizePatch(sign, { width_mm: '2000' }))
  expect(wider.priced_size).toBe('1000x800')
  expect(priceQuestion(wider)).toEqual({ was: { width_mm: '1000', height_mm: '800' }, offered: '200.00' })
  const higher = after(wider, sizePatch(wider, { height_mm: '400' }))
  expect(priceQuestion(higher)).toMatchObject({ was: { width_mm: '1000', height_mm: '800' }, offered: '100.00' })
})

test('the size of before, and another price, answer the question', () => {
  const wider = after(sign, sizePatch(sign, { width_mm: '2000' }))
  expect(after(wider, sizePatch(wider, { width_mm: '1000' })).priced_size).toBeNull()
  expect(patchOf(wider, 'unit_price', '180', [])).toEqual({ unit_price: '180', priced_size: null })
})

test('a price for m², for hours, or none belongs to no size', () => {
  for (const change of [{ unit: 'm2' }, { unit: 'm_edge' }, { unit: 'hour' }, { unit_price: '0' }]) {
    const line = { ...sign, ...change }
    expect(priceQuestion(after(line, sizePatch(line, { width_mm: '2000' })))).toBeNull()
  }
})

test('an earlier line that is picked into another size brings its price with the size that it was for', () => {
  const picked = {
    source: 'earlier' as const,
    description: 'Sign',
    details: null,
    unit: 'piece',
    width_mm: '1000.00',
    height_mm: '800.00',
    unit_price: '100.0000',
    unit_cost: null,
    service_id: null,
    inventory_item_id: null,
    quoted_in: 'Q-2026-0001',
    quoted_at: null,
    charge_rule: null,
  }
  const empty = newLine('new', 'a1', {})
  expect(pickedPatch(empty, picked)).toMatchObject({ width_mm: '1000.00', priced_size: null })
  const sized = { ...empty, width_mm: '2000.00', height_mm: '800.00' }
  expect(priceQuestion(after(sized, pickedPatch(sized, picked)))).toMatchObject({ offered: '200.00' })
})
