import { expect, test } from 'vitest'
import { newLine } from './line'
import { optionChoices } from './use-option-suggestions'

const line = (group: string | null) => ({ ...newLine('one', 'a1', {}), option_group: group })

test('an option cell says what each word means: an extra, a group of other lines, a new group', () => {
  const others = [line('Board'), line('Board'), line(null), line('Façade')]
  const names = (typed: string) => optionChoices(typed, others).map(({ name }) => name)
  expect(names('')).toEqual(['Option', 'Board', 'Façade'])
  expect(names('faca')).toEqual(['Option', 'Façade', 'faca'])
  expect(names('Board')).toEqual(['Option', 'Board'])
  expect(names('option')).toEqual(['Option'])
  expect(optionChoices('Lights', others).at(-1)?.detail).toMatch(/two lines or more/)
})
