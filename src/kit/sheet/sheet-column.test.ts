import { expect, test } from 'vitest'
import { choiceOfKey } from './sheet-column'

const rates = [
  { value: 'a', label: 'Standard 18 %' },
  { value: 'b', label: 'Reduced 7 %' },
  { value: 'c', label: 'Reduced 5 %' },
  { value: 'd', label: 'Reverse charge' },
]

test('a first key means the next label that begins with it, or the number in a label', () => {
  expect(choiceOfKey(rates, 'r', 'a')?.value).toBe('b')
  expect(choiceOfKey(rates, 'r', 'b')?.value).toBe('c')
  expect(choiceOfKey(rates, '5', 'a')?.value).toBe('c')
  expect(choiceOfKey(rates, '1', 'c')?.value).toBe('a')
  expect(choiceOfKey(rates, 'c', 'a')?.value).toBe('d')
  expect(choiceOfKey(rates, '9', 'a')).toBeNull()
})
