import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, tsvOf } from './tsv'

test('what is copied is what is pasted, whatever the cells hold', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '1', ',') })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(table, (rows) => {
      expect(cellsOf(tsvOf(rows))).toEqual(rows)
    }),
  )
})

test('inches are no quotes', () => {
  expect(cellsOf('Sign 24" x 36"\t2\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
    ['Sign 24" x 36"', '2'],
    ['two\nlines', 'say "hi"'],
  ])
})
