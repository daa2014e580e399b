import { expect, test } from 'vitest'
import { keptOf } from './kept-of'

const order = (id: string) => ({ id, order_number: `SO-${id}` })

test('what is kept for each order is what was kept less what was used or freed', () => {
  expect(
    keptOf([
      { amount: '500.00', order: order('1') },
      { amount: '-120.50', order: order('1') },
      { amount: '80.00', order: order('2') },
      { amount: '-80.00', order: order('2') },
    ]),
  ).toEqual([{ amount: '379.50', order: order('1') }])
  expect(keptOf([])).toEqual([])
})
