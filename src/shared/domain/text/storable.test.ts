import { expect, test } from 'vitest'
import { storable, storableLine } from './storable'

const typed = ' \u0000\ufeffshop\ufeff \ud800front 😀\u0000 '

test('what no database keeps of a text is left out, and nothing else', () => {
  expect(storable(typed.trim())).toBe('shop\ufeff \ufffdfront 😀')
})

test('a field has no blanks around it', () => {
  expect([storableLine(typed), storableLine(' \u0000\n')]).toEqual(['shop\ufeff \ufffdfront 😀', ''])
})
