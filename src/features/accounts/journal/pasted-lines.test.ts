import { expect, test } from 'vitest'
import { pastedLines } from './pasted-lines'

const accounts = [
  { value: 'bank', label: '1000 Bank' },
  { value: 'loan', label: '2500 Loans' },
  { value: 'rent', label: '6100 Rent' },
]
const line = (account: string, debit = '', credit = '', words = '') => ({ account, words, debit, credit })
const whole = { unknown: [], unread: [], doubt: null, isWide: false }

test('rows are read in two columns or with a sign, and unknown accounts and unread amounts are named', () => {
  expect(pastedLines('1000\tBank\t5,000.00\t0.00\r\n2500\tLoans\t\t1,200.00\n7777\tFormer\t\t3.00', accounts)).toEqual({
    ...whole,
    lines: [line('bank', '5000.00'), line('loan', '', '1200.00')],
    unknown: ['7777 Former'],
  })
  expect(pastedLines('1000\t"2,000.10"\n2500\tten', accounts)).toEqual({
    ...whole,
    lines: [line('bank', '2000.10'), line('loan')],
    unread: ['2500 ten'],
  })
  expect(pastedLines('1000\t250.00\n2500\t-250.00', accounts)?.lines).toEqual([
    line('bank', '250.00'),
    line('loan', '', '250.00'),
  ])
  expect(pastedLines('Rent for November', accounts)).toBeNull()
})

test('all amounts of a paste have the decimal sign that all of them allow', () => {
  expect(pastedLines('2500\t\t12.000\n1000\t3.210,5\t\n6100\t4.500,25\t', accounts)).toEqual({
    ...whole,
    lines: [line('loan', '', '12000.00'), line('bank', '3210.50'), line('rent', '4500.25')],
  })
  expect(pastedLines('1000\t1.234\n2500\t\t1.234', accounts)?.lines).toEqual([
    line('bank', '1234.00'),
    line('loan', '', '1234.00'),
  ])
  expect(pastedLines('1000\t5.50\n2500\t\t12.000', accounts)?.lines[1]).toEqual(line('loan', '', '12.00'))
})

test('amounts that two decimal signs allow wait for an answer', () => {
  const text = '1000\t12.000\n2500\t\t12.000'
  expect(pastedLines(text, accounts)).toEqual({ ...whole, lines: [line('bank'), line('loan')], doubt: '12.000' })
  expect(pastedLines(text, accounts, 'comma')?.lines).toEqual([line('bank', '12000.00'), line('loan', '', '12000.00')])
  expect(pastedLines(text, accounts, 'point')?.lines).toEqual([line('bank', '12.00'), line('loan', '', '12.00')])
})

test('an amount below zero stands on the other side, however its sign is written', () => {
  expect(pastedLines('1000\t\t-250.00\n2500\t-250.00\t', accounts)?.lines).toEqual([
    line('bank', '250.00'),
    line('loan', '', '250.00'),
  ])
  expect(pastedLines('1000\t99.5-\n2500\t(1,269.58)', accounts)?.lines).toEqual([
    line('bank', '', '99.50'),
    line('loan', '', '1269.58'),
  ])
  expect(pastedLines('1000\t(1.269,58)\t\n6100\t-\t3,5', accounts)?.lines).toEqual([
    line('bank', '', '1269.58'),
    line('rent', '', '3.50'),
  ])
})

test('a text column is the text of its line, wherever it stands', () => {
  const ofBank = [line('bank', '5.00', '', 'Cash on hand'), line('loan', '', '5.00', 'Car')]
  expect(pastedLines('1000\tBank\tCash on hand\t5\t\n2500\tLoans\tCar\t\t5', accounts)?.lines).toEqual(ofBank)
  expect(pastedLines('1000\t5\t\tCash on hand\n2500\t\t5\tCar', accounts)?.lines).toEqual(ofBank)
})

test('the row of headings says which column is which; without it three columns of numbers are not guessed', () => {
  const rows = '1000\t\t5\t5\n2500\t5\t\t0.5'
  expect(pastedLines(`Account\tCredit\tDebit\tBalance\n${rows}`, accounts)?.lines).toEqual([
    line('bank', '5.00', '', '5'),
    line('loan', '', '5.00', '0.5'),
  ])
  expect(pastedLines('Konto\tSoll\tHaben\n2500\t\t5', accounts)?.lines).toEqual([line('loan', '', '5.00')])
  expect(pastedLines(rows, accounts)).toEqual({ ...whole, lines: [line('bank'), line('loan')], isWide: true })
})
