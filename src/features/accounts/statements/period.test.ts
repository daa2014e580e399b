import { expect, test } from 'vitest'
import { periodOf } from './period'

test('a statement is of this year until today unless days are chosen', () => {
  expect(periodOf({ from: null, to: null }, '2026-11-22')).toEqual({ from: '2026-01-01', to: '2026-11-22' })
  expect(periodOf({ from: null, to: '2025-06-30' }, '2026-11-22')).toEqual({ from: '2025-01-01', to: '2025-06-30' })
  expect(periodOf({ from: '2026-12-01', to: null }, '2026-11-22')).toEqual({ from: '2026-12-01', to: '2026-12-01' })
})
