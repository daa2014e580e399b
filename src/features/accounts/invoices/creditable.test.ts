import { expect, test } from 'vitest'
import { creditableOf } from './creditable'

const credited = (qty: string, status = 'issued') => ({ qty, note: { status } })

test('what is credited, also by a draft, cannot be credited again; a void credit note gives it back', () => {
  const line = { id: 'a', description: 'Banner', qty: '12.0000' }
  expect(creditableOf([{ ...line, credit_note_items: [credited('2.5000'), credited('1.0000', 'draft')] }])).toEqual([
    { id: 'a', description: 'Banner', billed: '12.0000', left: '8.5000' },
  ])
  expect(creditableOf([{ ...line, credit_note_items: [credited('12.0000')] }])).toEqual([])
  expect(creditableOf([{ ...line, credit_note_items: [credited('12.0000', 'void')] }])).toMatchObject([
    { left: '12.0000' },
  ])
})

test('a discount is credited by its size', () => {
  expect(
    creditableOf([{ id: 'd', description: 'Loyalty', qty: '-1.0000', credit_note_items: [credited('-0.5000')] }]),
  ).toMatchObject([{ billed: '1.0000', left: '0.5000' }])
})
