import { expect, test } from 'vitest'
import { accountNumberProblem, bankCodeProblem, readableBankCode, routingNumberProblem } from './bank-account.ts'

// The database is asked the same in country-start.test.ts.
test.each([
  ['021000021', true],
  ['0210 0002-1', true],
  ['021000022', false],
  ['02100002', false],
  ['0210000210', false],
  ['02100002a', false],
])('the routing number %s is right: %s', (typed, isRight) => {
  expect(routingNumberProblem(typed) === null).toBe(isRight)
})

test('a sort code has six digits, an account number four to seventeen', () => {
  expect([bankCodeProblem('sort_code', '20-00-00'), accountNumberProblem('5577 9911')]).toEqual([null, null])
  expect(bankCodeProblem('sort_code', '20000')).toBe('A sort code has 6 digits')
  expect(accountNumberProblem('123')).toBe('An account number has 4 to 17 digits')
  expect(readableBankCode('sort_code', '200000')).toBe('20-00-00')
})
