import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentNumber, dropNumber, jobNumber, numberedKinds, readNumber, versionNumber } from './numbers'

test('numbers of documents', () => {
  expect(documentNumber('quotation', 2026, 142)).toBe('Q-2026-0142')
  expect(documentNumber('invoice', 2026, 12_345)).toBe('INV-2026-12345')
  expect([1, 2, 10].map((version) => versionNumber('Q-2026-0142', version))).toEqual([
    'Q-2026-0142',
    'Q-2026-0142-R2',
    'Q-2026-0142-R10',
  ])
  expect(dropNumber('DN-2026-0077', 1)).toBe('DN-2026-0077/1')
  expect([0, 25, 26, 701, 702].map((index) => jobNumber('SO-2026-0098', index).slice(14))).toEqual([
    'A',
    'Z',
    'AA',
    'ZZ',
    'AAA',
  ])
})

test.each([
  ['SO-2026-0098', 'order', 'SO-2026-0098'],
  [' so 2026 98 ', 'order', 'SO-2026-0098'],
  ['q-2026-0142-R2', 'quotation', 'Q-2026-0142'],
  ['DN-2026-0077/1', 'delivery', 'DN-2026-0077'],
  ['JOB-2026-0098-AB', 'job', 'JOB-2026-0098'],
])('%s names %s %s', (typed, kind, number) => expect(readNumber(typed)).toEqual({ kind, number }))

test.each(['', 'SO', '2026-0098', 'XX-2026-0001', 'SO-26-1', 'SO-2026-', 'constructor-2026-1'])(
  '"%s" names nothing',
  (typed) => expect(readNumber(typed)).toBeNull(),
)

test('every number that is written is read back', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...numberedKinds),
      fc.integer({ min: 2000, max: 2099 }),
      fc.integer({ min: 1, max: 999_999_999 }),
      (kind, year, running) => {
        const number = documentNumber(kind, year, running)
        expect(readNumber(number)).toEqual({ kind, number })
      },
    ),
  ))
