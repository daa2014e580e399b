import { expect, test } from 'vitest'
import { roll, sheet } from './makers'

const ground = { length_unit: 'in', price: (euros: number) => euros.toFixed(2) } as const
const bought = { name: 'Board', sku: 'B', metric: [1220, 2440], cost: 10, markup: 50 } as const

test('sizes in inches are in names as they are bought, without the tail of a sum', () => {
  for (let inches = 1; inches <= 120; inches += 1)
    for (let feet = 1; feet <= 12; feet += 1) {
      const size = { ...bought, inches: [inches, feet] } as const
      expect(
        [sheet('s', size, ground), roll('r', size, ground)].map(({ values }) => values['name']),
      ).not.toContainEqual(expect.stringContaining('.'))
    }
})
