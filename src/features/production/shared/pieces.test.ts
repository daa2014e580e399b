import { expect, test } from 'vitest'
import { piecesInto, piecesMade } from './pieces'

const step = (id: string, depends_on: string[], qty_good: number, qty_waste: number, more: object = {}) => ({
  id,
  status: 'done',
  before_approval: false,
  depends_on,
  qty_good,
  qty_waste,
  qty_kept: 0,
  rounds: [],
  ...more,
})

test('the fewest good pieces of the steps before come into a step, whatever was skipped between', () => {
  const steps = [
    step('design', [], 1, 0, { before_approval: true }),
    step('print', ['design'], 7, 3),
    step('outgas', ['print'], 0, 0, { status: 'skipped' }),
    step('cut', ['outgas'], 0, 0, { status: 'todo' }),
    step('letters', [], 10, 0),
  ]
  expect(piecesInto(steps[3]!, steps)).toBe(7)
  expect(piecesInto(steps[4]!, steps)).toBeNull()
  expect(piecesInto(steps[1]!, steps)).toBeNull()
  expect(piecesMade(steps)).toBe(7)
  expect(piecesMade([step('print', [], 0, 0)])).toBeNull()
  expect(piecesMade([step('print', [], 0, 10)])).toBe(0)
})
