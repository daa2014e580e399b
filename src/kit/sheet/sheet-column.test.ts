import { expect, test } from 'vitest'
import { choiceOfKey, choiceOfKeys } from './sheet-column'

const rates = [
  { value: '18.00 standard', label: 'Standard 18 %' },
  { value: '7.00 standard', label: 'Reduced 7 %' },
  { value: '5.00 standard', label: 'Reduced 5 %' },
  { value: '0.00 reverse_charge', label: 'Reverse charge' },
]

test('a first key means the next label that begins with it, or the number in a label', () => {
  expect(choiceOfKey(rates, 'r', '18.00 standard')?.value).toBe('7.00 standard')
  expect(choiceOfKey(rates, 'r', '7.00 standard')?.value).toBe('5.00 standard')
  expect(choiceOfKey(rates, '5', '18.00 standard')?.value).toBe('5.00 standard')
  expect(choiceOfKey(rates, '1', '5.00 standard')?.value).toBe('18.00 standard')
  expect(choiceOfKey(rates, 'c', '18.00 standard')?.value).toBe('0.00 reverse_charge')
  expect(choiceOfKey(rates, '9', '18.00 standard')).toBeNull()
})

const units = [
  { value: 'piece', label: 'piece' },
  { value: 'm2', label: 'm²' },
  { value: 'm', label: 'm' },
  { value: 'm_edge', label: 'm edge' },
  { value: 'ft2', label: 'sq ft' },
  { value: 'ft', label: 'ft' },
  { value: 'hour', label: 'hour' },
  { value: 'set', label: 'set' },
]
const cases: [typed: string, choices: typeof units, present: string, chosen: string | undefined][] = [
  ['m', units, 'piece', 'm'],
  ['m', units, 'm', 'm'],
  ['mm', units, 'piece', 'm_edge'],
  ['mmm', units, 'piece', 'm2'],
  ['m2', units, 'piece', 'm2'],
  ['m²', units, 'piece', 'm2'],
  ['M2', units, 'hour', 'm2'],
  ['m e', units, 'piece', 'm_edge'],
  ['f', units, 'piece', 'ft'],
  ['ft2', units, 'piece', 'ft2'],
  ['sq', units, 'piece', 'ft2'],
  ['s', units, 'piece', 'ft2'],
  ['se', units, 'piece', 'set'],
  ['hx', units, 'piece', 'hour'],
  ['x', units, 'piece', undefined],
  ['re', rates, '18.00 standard', '7.00 standard'],
  ['rr', rates, '18.00 standard', '5.00 standard'],
  ['rev', rates, '18.00 standard', '0.00 reverse_charge'],
  ['18', rates, '5.00 standard', '18.00 standard'],
]

test.each(cases)(
  'what is typed key by key means the choice so named, else one that begins so: %s',
  (typed, ...given) => {
    const [choices, present, chosen] = given
    const end = [...typed].reduce<{ typed: string; value: string | undefined }>(
      (now, key) => {
        const found = choiceOfKeys(choices, now.typed, key, now.value ?? present)
        return found ? { typed: found.typed, value: found.choice.value } : now
      },
      { typed: '', value: undefined },
    )
    expect(end.value).toBe(chosen)
  },
)
