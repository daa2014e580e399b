import { expect, test } from 'vitest'
import { nest } from '@/documents/calculation/nesting'
import { offcutFor } from './offcuts'

const part = { id: 'p', name: 'Face', width_mm: '900', height_mm: '700', qty: '1' }
const laid = (count: number) => ({
  kind: 'sheet' as const,
  parts: [part],
  nesting: nest([{ name: 'Face', width: 900, height: 700, count }], {
    width: 3050,
    height: 1500,
    kerf: 3,
    mayTurn: true,
  }),
  kerfCosts: 0,
})
const offcut = (id: string, length_mm: string, width_mm: string) => ({ id, length_mm, width_mm, bin: null })
const cut = { kerf_mm: '3', may_turn: true }

test('the smallest offcut that takes the last sheet is offered: all parts, or those that would begin another sheet', () => {
  const offcuts = [offcut('narrow', '1200', '650'), offcut('one', '950', '720'), offcut('two', '1900', '720')]
  expect(offcutFor(laid(1), cut, offcuts)?.id).toBe('one')
  expect(offcutFor(laid(2), cut, offcuts)?.id).toBe('two')
  const layout = laid(7)
  expect(layout.nesting.sheets.map(({ length }) => length)).toEqual([6, 1])
  expect(offcutFor(layout, cut, offcuts)?.id).toBe('one')
  expect(offcutFor(laid(3), cut, offcuts)).toBeNull()
})

test('a material with a grain is not turned', () => {
  const across = [offcut('across', '720', '950')]
  expect(offcutFor(laid(1), cut, across)?.id).toBe('across')
  expect(offcutFor(laid(1), { ...cut, may_turn: false }, across)).toBeNull()
})
