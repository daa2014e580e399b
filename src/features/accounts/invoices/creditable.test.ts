import { expect, test } from 'vitest'
import { creditableOf } from './creditable'

const rate = { vat_rate: '18.0000', vat_treatment: 'standard' }
const free = (net: string) => [{ vat_rate: '18.00', vat_treatment: 'standard', net }]
const credited = (qty: string, status = 'issued') => ({ qty, net: '1.00', note: { status } })

test('what is credited, also by a draft, cannot be credited again; a void credit note gives it back', () => {
  const line = { id: 'a', description: 'Banner', qty: '12.0000', vat: null, ...rate, net: '120.00' }
  expect(creditableOf([{ ...line, credit_note_items: [credited('2.5000'), credited('1.0000', 'draft')] }], [])).toEqual(
    [{ id: 'a', description: 'Banner', billed: '12.0000', left: '8.5000', free: null, isWhole: false }],
  )
  expect(creditableOf([{ ...line, credit_note_items: [credited('12.0000')] }], [])).toEqual([])
  expect(creditableOf([{ ...line, credit_note_items: [credited('12.0000', 'void')] }], [])).toMatchObject([
    { left: '12.0000', isWhole: true },
  ])
})

test('a deposit of which a part is credited is still open, until its amount is', () => {
  const deposit = { id: 'p', description: 'Deposit', qty: '1.0000', vat: '1.80', ...rate, net: '10.00' }
  const part = { qty: '1.0000', net: '4.00', note: { status: 'issued' } }
  expect(creditableOf([{ ...deposit, credit_note_items: [part] }], free('6.00'))).toMatchObject([
    { left: '1.0000', free: '6.00' },
  ])
  expect(creditableOf([{ ...deposit, credit_note_items: [part, { ...part, net: '6.00' }] }], free('0.00'))).toEqual([])
})

test('what was credited by amount takes no quantity, until nothing of the line is left', () => {
  const line = { id: 'a', description: 'Banner', qty: '3.0000', vat: null, ...rate, net: '90.00' }
  const amount = (net: string) => ({ qty: '1.0000', net, by_amount: true, note: { status: 'issued' } })
  expect(creditableOf([{ ...line, credit_note_items: [amount('30.00')] }], [])).toMatchObject([{ left: '3.0000' }])
  expect(creditableOf([{ ...line, credit_note_items: [amount('90.00')] }], [])).toEqual([])
})

test('of a deposit that invoices deduct only what is free can be credited, and a deducted one is no line to choose', () => {
  const deposit = {
    id: 'p',
    description: 'Deposit',
    qty: '1.0000',
    vat: '1.80',
    ...rate,
    net: '10.00',
    credit_note_items: [],
  }
  expect(creditableOf([deposit], free('2.50'))).toMatchObject([{ left: '1.0000', free: '2.50' }])
  expect(creditableOf([deposit], free('0.00'))).toEqual([])
  expect(creditableOf([deposit], [])).toEqual([])
})
