import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapped } from './wrap'

const each = (text: string) => [...text].length

test('text is broken at spaces, at its own line breaks, and inside words that are too long', () => {
  expect(wrapped('the quick brown fox', 9, each)).toEqual(['the quick', 'brown fox'])
  expect(wrapped('a\n\nb', 9, each)).toEqual(['a', '', 'b'])
  expect(wrapped('Donaudampfschifffahrt', 8, each)).toEqual(['Donaudam', 'pfschiff', 'fahrt'])
  expect(wrapped('Blech-Halterung fest', 9, each)).toEqual(['Blech-', 'Halterung', 'fest'])
  expect(wrapped('', 9, each)).toEqual([''])
})

test('no line is wider than it may be, and no letter is lost', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const lines = wrapped(text, width, each)
      for (const line of lines) expect(each(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
  ))
