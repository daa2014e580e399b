import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, toCsv } from './csv'

test('a table with quotes, commas and lines of its own', () => {
  expect(
    toCsv(
      ['Name', 'Days'],
      [
        ['Ann "A", Ltd\nMalta', 30],
        [null, true],
      ],
    ),
  ).toBe('\uFEFFName,Days\r\n"Ann ""A"", Ltd\nMalta",30\r\n,true\r\n')
})

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\t=1', '=HYPERLINK("http://x.example")'])(
  'a spreadsheet does not run %j',
  (text) => {
    const [, [cell] = []] = parseCsv(toCsv(['Name'], [[text]]))
    expect(cell).toBe(`'${text}`)
  },
)

test('a phone number stays a phone number', () => {
  expect(parseCsv(toCsv(['Phone'], [['+356 2122 3344']]))).toEqual([['Phone'], ['+356 2122 3344']])
})

test('whatever was written is read again', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => !/^[=+\-@\t\r\uFEFF]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
      expect(parseCsv(toCsv(['One', 'Two'], rows))).toEqual([['One', 'Two'], ...rows])
    }),
  )
})

test('semicolons, as spreadsheets in many countries write them', () => {
  expect(parseCsv('Name;Town\n"Ann;A";Mosta\n\n')).toEqual([
    ['Name', 'Town'],
    ['Ann;A', 'Mosta'],
  ])
})
