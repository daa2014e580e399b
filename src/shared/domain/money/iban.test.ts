import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ibanProblem, plainIban, readableIban } from './iban'

const rightOnes = [
  'MT84MALT011000012345MTLCAST001S',
  'GB82WEST12345698765432',
  'DE89370400440532013000',
  'NO9386011117947',
]

test.each(rightOnes)('%s is right', (iban) => expect(ibanProblem(iban)).toBeNull())

test('blanks and small letters are fine', () => {
  expect(ibanProblem(' gb82 west 1234 5698 7654 32 ')).toBeNull()
  expect(plainIban(' gb82 west-1234 ')).toBe('GB82WEST1234')
})

test.each([
  ['', 'Please enter the IBAN'],
  ['12345', 'An IBAN starts with two letters and two digits, such as GB29'],
  ['GB82WEST1234569876543', 'An IBAN of GB has 22 characters, this one has 21'],
  ['XX82WEST', 'An IBAN has 15 to 34 characters'],
  ['GB83WEST12345698765432', 'The check digits do not match: please look again'],
])('%s: %s', (typed, problem) => expect(ibanProblem(typed)).toBe(problem))

test('one digit typed wrongly is always noticed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rightOnes), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
      const digits = [...iban.matchAll(/\d/g)].map(({ index }) => index)
      const at = digits[place % digits.length] ?? 2
      const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1)
      expect(ibanProblem(wrong)).not.toBeNull()
    }),
  )
})

test('two neighbours that changed places are always noticed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rightOnes), fc.nat(), (iban, place) => {
      const at = 4 + (place % (iban.length - 5))
      fc.pre(iban[at] !== iban[at + 1])
      expect(ibanProblem(iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2))).not.toBeNull()
    }),
  )
})

test('grouping for reading loses nothing', () => {
  expect(readableIban('NO9386011117947')).toBe('NO93 8601 1117 947')
  fc.assert(
    fc.property(fc.constantFrom(...rightOnes), (iban) => {
      expect(plainIban(readableIban(iban))).toBe(iban)
    }),
  )
})
