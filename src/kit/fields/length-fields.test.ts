import { expect, test } from 'vitest'
import { length } from './number-fields'

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/kit/fields/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Calls that take a bare number: their arguments, with the name that they are assigned to. */
const numberFields = /(\w+): (?:quantity|wholeNumber)\(\s*('(?:[^'\\]|\\.)*'(?:,\s*\{[^}]*\})?)|<NumberInput([^>]*)>/g
const isLength = (words: string): boolean =>
  /_mm\b(?!_)|\bunit: '(mm|cm|m|in|ft)'|\b(in|,) (mm|cm|m)\b|\((mm|cm|m)\)/.test(words)

/** Finds fields in a source file that ask for a length as a bare number. */
const bareLengths = (source: string): string[] =>
  [...source.matchAll(numberFields)]
    .map(([, name = '', field = '', input = '']) => `${name} ${field}${input}`.replaceAll(/\s+/g, ' '))
    .filter((words) => isLength(words) && !/mm\/|_mm_|a m\b/.test(words))

test('the rule finds a bare number that is a length', () => {
  expect(
    bareLengths(`
      width_mm: quantity('Width', { most: '1000' }),
      gap: wholeNumber('Gap in mm', { most: '100' }),
      run: quantity('Run', { unit: 'm' }),
      <NumberInput label="By, mm" min={0} />
      feed_mm_min: wholeNumber('Feed (mm/min)', { most: '60000' }),
      speed_mm_s: quantity('Speed', { unit: 'mm/s' }),
      qty: quantity('Quantity'),`),
  ).toHaveLength(4)
})

test('every field for a length is one, so that it reads inches, feet, centimetres and metres', () => {
  const bare = Object.entries(sources).flatMap(([path, source]) =>
    bareLengths(source).map((words) => `${path} ${words}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(bare).toEqual([])
})

test.each([
  ['96"', '2438.40'],
  ['4ft', '1219.20'],
  ['120 cm', '1200.00'],
  ['1.2 m', '1200.00'],
  ['1,200', '1200.00'],
])('a length of %s is saved as %s', (typed, saved) => {
  const field = length('Width', { required: true })
  expect([field.problem(typed), field.valueOf(typed)]).toEqual([null, saved])
})

test('a length that cannot be read is refused in words and never dropped', () => {
  const field = length('Width', { places: 0, aboveZero: true, most: '20000' })
  expect(field.problem('4 yd')).toBe('Write millimetres, or a size with its unit: 96", 4 ft, 120 cm')
  expect(field.problem('0"')).toBe('Please enter a length above zero')
  expect(field.problem('70 ft')).toBe('At most 20,000 mm')
  expect(field.words('4 yd')).toBe('4 yd')
  expect(field.valueOf('96"')).toBe('2438')
})
