import { expect, test } from 'vitest'
import { areaM2, extentText, runningMetres, sizeText } from './sizes'

test.each([
  [{ width_mm: '3000.00', height_mm: '750.00', qty: '6.0000' }, '13.5', '18'],
  [{ width_mm: '1000.00', height_mm: '1000.00', qty: '1' }, '1', '1'],
  [{ width_mm: '333.00', height_mm: '333.00', qty: '1' }, '0.1108', '0.333'],
  [{ width_mm: '1370.00', height_mm: null, qty: '50' }, null, '68.5'],
  [{ width_mm: null, height_mm: '600.00', qty: '2' }, null, null],
])('%o has %s m² and %s m', (size, area, metres) => {
  expect([areaM2(size), runningMetres(size)]).toEqual([area, metres])
})

test.each([
  ['m2', '3,000 × 750 mm · 13.5 m²'],
  ['m', '3,000 × 750 mm · 18 m'],
  ['m_height', '3,000 × 750 mm · 4.5 m'],
  ['m_edge', '3,000 × 750 mm · 45 m edge'],
  ['piece', '3,000 × 750 mm · 13.5 m²'],
])('six boards priced by %s measure %s', (unit, text) => {
  expect(extentText({ unit, width_mm: '3000.00', height_mm: '750.00', qty: '6.0000' })).toBe(text)
})

test('a size in words', () => {
  expect(extentText({ width_mm: '3000.00', height_mm: '750.00', qty: '6.0000' })).toBe('3,000 × 750 mm · 13.5 m²')
  expect(extentText({ width_mm: '1370.00', height_mm: null, qty: '50' })).toBe('1,370 mm · 68.5 running m')
  expect(extentText({ width_mm: null, height_mm: null, qty: '1' })).toBeNull()
  expect(sizeText({ width_mm: '2400.00', height_mm: '600.00' }, { locale: 'de' })).toBe('2.400 × 600 mm')
})

test.each([
  ['piece', '2438.40', '1219.20', '3.0000', '2,438.4 × 1,219.2 mm · 8.91 m²'],
  // Its price is for each m², so the whole measure is there to multiply.
  ['m2', '2438.40', '1219.20', '3.0000', '2,438.4 × 1,219.2 mm · 8.9186 m²'],
  ['piece', '60.00', '80.00', '1.0000', '60 × 80 mm · 0.0048 m²'],
])('the area of %s of %s × %s mm has as many decimals as somebody reads', (unit, width_mm, height_mm, qty, text) => {
  expect(extentText({ unit, width_mm, height_mm, qty })).toBe(text)
})
