import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compared, decimal, divided, exact, minus, plus, rounded, shortened, sum, written } from './decimal'

const of = (text: string) => decimal(text) ?? expect.fail(`${text} is a decimal`)
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => ({ units, scale }))

test('a quotient is cut toward zero, a rate is rounded half away from zero', () => {
  const written4 = (a: string, b: string) => written(divided(of(a), of(b), 4) ?? expect.fail('divided'))
  expect([written4('2', '3'), written4('-2', '3'), written4('1', '8')]).toEqual(['0.6666', '-0.6666', '0.1250'])
  expect(written(rounded(of('0.96055'), 4))).toBe('0.9606')
  expect(written(rounded(of('-0.96055'), 4))).toBe('-0.9606')
  expect(divided(of('1'), of('0'), 2)).toBeNull()
})

test('sums are exact, whatever the number of decimals', () => {
  expect(written(plus(of('0.1'), of('0.22')))).toBe('0.32')
  expect(written(sum(['1.5', '-0.25', '3'].map(of)))).toBe('4.25')
  expect(written(sum([]))).toBe('0')
  expect(() => exact('1,5')).toThrow('"1,5" is not a decimal number')
})

test('what is added and taken away again leaves what was there', () =>
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(compared(minus(plus(a, b), b), a)).toBe(0)
      expect(compared(plus(a, b), plus(b, a))).toBe(0)
      expect(Math.sign(compared(a, b)) + Math.sign(compared(b, a))).toBe(0)
      expect(compared(shortened(a), a)).toBe(0)
    }),
  ))
