import { expect, test } from 'vitest'
import { bookable, emptyLine, linesProblem, pastedLines, sumsOfEntry, withRest } from './entry-lines'

const accounts = [
  { value: 'bank', label: '1000 Bank' },
  { value: 'loan', label: '2500 Loans' },
  { value: 'rent', label: '6100 Rent' },
]
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

test('rows of a spreadsheet are read, in two columns or with a sign, and unknown accounts are named', () => {
  expect(pastedLines('1000\tBank\t5,000.00\t0.00\r\n2500\tLoans\t\t1,200.00\n7777\tFormer\t\t3.00', accounts)).toEqual({
    lines: [line('bank', '5,000.00'), line('loan', '', '1,200.00')],
    unknown: ['7777 Former'],
    unread: [],
  })
  expect(pastedLines('1000\t"2,000.10"\n2500\tten', accounts)).toEqual({
    lines: [line('bank', '2,000.10'), line('loan')],
    unknown: [],
    unread: ['2500 ten'],
  })
  expect(pastedLines('1000\t250.00\n2500\t-250.00', accounts)?.lines).toEqual([
    line('bank', '250.00'),
    line('loan', '', '250.00'),
  ])
  expect(pastedLines('Rent for November', accounts)).toBeNull()
})
