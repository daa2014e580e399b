import { expect, test } from 'vitest'
import { bookable, emptyLine, linesProblem, sumsOfEntry, withRest } from './entry-lines'

const line = (account: string, debit = '', credit = '') => ({ ...emptyLine, account, debit, credit })

test('debits are credits to the cent, and what is missing is said with its side', () => {
  expect(sumsOfEntry([line('rent', '100.10'), line('bank', '', '0.20')])).toEqual({
    debit: '100.10',
    credit: '0.20',
    rest: '99.90',
  })
  expect(linesProblem([line('rent', '100'), line('bank', '', '100.00'), emptyLine], false)).toBeNull()
  expect(linesProblem([line('rent', '100'), line('bank', '', '99.99')], false)).toBe('€0.01 of credits are missing')
  expect(linesProblem([line('rent', '1'), line('bank', '', '99')], false)).toBe('€98.00 of debits are missing')
  expect(linesProblem([line('rent', '1')], true)).toBeNull()
})

test('a line names its account and one amount, and the sentence names the line', () => {
  expect(linesProblem([emptyLine, line('', '5')], false)).toBe('Line 2: Please choose the account')
  expect(linesProblem([line('rent')], false)).toBe('Line 1: Please enter a debit or a credit')
  expect(linesProblem([line('rent', '5', '5')], false)).toBe('Line 1: A line has a debit or a credit, not both')
  expect(linesProblem([line('rent', 'abc')], false)).toMatch(/^Line 1: /)
  expect(linesProblem([emptyLine], false)).toBe('Please enter the lines')
})

test('the rest goes to the side that is missing', () => {
  expect(withRest([line('rent', '100'), line('bank')], 1)[1]).toEqual(line('bank', '', '100.00'))
  expect(withRest([line('rent'), line('bank', '', '7.5')], 0)[0]).toEqual(line('rent', '7.50'))
})

test('the database gets plain amounts of the lines that are filled', () => {
  expect(bookable([line('rent', '1,200.5'), emptyLine])).toEqual([line('rent', '1200.50')])
})
