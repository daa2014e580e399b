import { expect, test } from 'vitest'
import { folded } from './folded'

test('a town is found by the letters that a keyboard has', () => {
  expect(['Żebbuġ', 'ĦAMRUN', 'St Julian’s', 'Mellieħa'].map(folded)).toEqual([
    'zebbug',
    'hamrun',
    "st julian's",
    'mellieha',
  ])
})
