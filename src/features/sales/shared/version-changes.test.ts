import { expect, test } from 'vitest'
import type { DocumentLine } from '@/documents/lines'
import { lineDifferences, totalDifference } from './version-changes'

const line = (id: string, change: Partial<DocumentLine> = {}): DocumentLine => ({
  id,
  kind: 'item',
  description: `Line ${id}`,
  details: null,
  qty: '2.0000',
  unit: 'piece',
  unit_price: '45.0000',
  discount_pct: '0.00',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  width_mm: null,
  height_mm: null,
  ...change,
})

test('a version says which lines are new, gone and changed, and how', () => {
  const before = [line('a'), line('b'), line('c')]
  const after = [line('a', { qty: '3.0000', unit_price: '42.5000' }), line('c'), line('d')]
  expect(
    lineDifferences(before, after).map((each) => [each.kind, each.line.id, 'what' in each ? each.what : null]),
  ).toEqual([
    ['changed', 'a', ['Quantity: 2 → 3', 'Price: 45.00 → 42.50']],
    ['added', 'd', null],
    ['removed', 'b', null],
  ])
})

test('a rate that an older version kept with fewer zeros did not change; 8.87 and 8.875 are two', () => {
  const rates = (before: string, after: string) =>
    lineDifferences([line('a', { vat_rate: before })], [line('a', { vat_rate: after })]).flatMap((each) =>
      'what' in each ? each.what : [],
    )
  expect(rates('18.00', '18.0000')).toEqual([])
  expect(rates('8.87', '8.8750')).toEqual(['VAT: 8.87 % → 8.875 %'])
  expect(lineDifferences([line('a', { description: '1.0' })], [line('a', { description: '1.00' })])).toHaveLength(1)
})

test('an amount that stayed is not named', () => {
  expect(totalDifference('10.00', '10.00', 'EUR')).toBeNull()
  expect(totalDifference('10.00', '12.50', 'EUR')).toBe('Total: €10.00 → €12.50')
})
