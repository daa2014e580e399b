import { expect, test } from 'vitest'
import { byOwner, lastDayOf, monthsBetween, rateOf } from './win-rate'

const decided = (owner: string | null, month: string, won: number, lost: number) => ({
  owner,
  owner_name: owner === null ? null : `Name of ${owner}`,
  month,
  won,
  lost,
  won_net: `${won * 100}.10`,
  lost_net: `${lost * 50}.05`,
})

test('the months of a range cross a year, and end on their last day', () => {
  expect(monthsBetween('2025-11-20', '2026-02-01')).toEqual(['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'])
  expect(['2026-02-01', '2028-02-01', '2026-12-01'].map(lastDayOf)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31'])
})

test('each owner has a tally a month and one of all; amounts add up to the cent', () => {
  const rows = byOwner(
    [
      decided('b', '2026-01-01', 1, 1),
      decided('a', '2026-01-01', 2, 1),
      decided('a', '2026-02-01', 0, 3),
      decided(null, '2026-02-01', 1, 0),
    ],
    ['2026-01-01', '2026-02-01'],
  )
  expect(rows.map(({ name, all }) => [name, all.won, all.lost, all.won_net, all.lost_net, rateOf(all)])).toEqual([
    ['Name of a', 2, 4, '200.20', '200.10', 33],
    ['Name of b', 1, 1, '100.10', '50.05', 50],
    ['Without an owner', 1, 0, '100.10', '0.05', 100],
  ])
  expect(rows[1]?.months.map((tally) => tally && rateOf(tally))).toEqual([50, null])
  expect(rateOf({ won: 0, lost: 0 })).toBeNull()
})
