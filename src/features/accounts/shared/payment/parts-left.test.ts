import { expect, test } from 'vitest'
import { partsLeft } from './parts-left'

test('a part that was taken back after its day was closed is no part any more; a half of it is', () => {
  const parts = [
    { id: 'a', amount: '100.00', reverses_id: null },
    { id: 'b', amount: '18.00', reverses_id: null },
    { id: 'c', amount: '-100.00', reverses_id: 'a' },
    { id: 'd', amount: '-8.50', reverses_id: 'b' },
  ]
  expect(partsLeft(parts)).toEqual([{ id: 'b', amount: '9.50', reverses_id: null }])
})
