import { describe, expect, test } from 'vitest'
import { score } from './fuzzy'

describe('what was typed finds', () => {
  test.each([
    ['tas', 'Tasks'],
    ['time sum', 'Time Tracking Summary'],
    ['sum time', 'Time Tracking Summary'],
    ['nwcl', 'New Client Registration'],
    ['mp', 'Material Types Permissions'],
    ['ĊLIENT', 'New client'],
    ['delivery', 'Delivery Notes'],
  ])('%s: %s', (typed, text) => expect(score(typed, text)).toBeGreaterThan(0))

  test.each([
    ['xyz', 'Tasks'],
    ['tasks now', 'Tasks'],
    ['kst', 'Tasks'],
    ['zbra', 'Calculation of invoices'],
  ])('not %s: %s', (typed, text) => expect(score(typed, text)).toBe(0))

  test('the whole word before its beginning, a beginning before a middle, a middle before letters', () => {
    const scores = ['Orders', 'Orders of today', 'New orders', 'Reorders', 'Old red screws'].map((text) =>
      score('orders', text),
    )
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores.slice(0, 4)).size).toBe(4)
  })
})
