import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvSeparator, csvSeparators, guessSeparator, readCsv, toCsv } from './csv'

const cellsOf = (text: string, separator?: CsvSeparator) => readCsv(text, separator).rows.map(({ cells }) => cells)

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

test.each([
  '=1+1',
  '+SUM(A1)',
  '-2+3',
  '@cmd',
  '\t=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠cmd',
  '=HYPERLINK("http://x.example")',
])('a spreadsheet does not run %j', (text) => {
  const [, [cell] = []] = cellsOf(toCsv(['Name'], [[text]]))
  expect(cell).toBe(`'${text}`)
})

test('a phone number stays a phone number', () => {
  expect(cellsOf(toCsv(['Phone'], [['+356 2122 3344']]))).toEqual([['Phone'], ['+356 2122 3344']])
})

test('a ledger sums to what was booked, credit notes included', () => {
  const [, ...rows] = cellsOf(toCsv(['Net'], [['760.50'], ['-691.84'], ['-0.35'], ['-5'], ['0.00'], [-3.5]]))
  expect(rows.flat()).toEqual(['760.50', '-691.84', '-0.35', '-5', '0.00', '-3.5'])
  expect(rows.flat().reduce((sum, cell) => sum + Number(cell), 0)).toBeCloseTo(59.81)
})

test.each(['-', '-1+1', '-1.5.2', '-1e5', '-1 x', '- 1', ' =1', '-.5|cmd'])('%j is text, not a number', (text) => {
  expect(cellsOf(toCsv(['Name'], [[text]]))[1]).toEqual([`'${text}`])
})

test('whatever was written is read again', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => !/^\s*[=+\-@\t\r\n＝＋－＠\uFEFF]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
      expect(cellsOf(toCsv(['One', 'Two'], rows))).toEqual([['One', 'Two'], ...rows])
    }),
  )
})

test('semicolons, as spreadsheets in many countries write them', () => {
  expect(cellsOf('Name;Town\n"Ann;A";Mosta\n\n')).toEqual([
    ['Name', 'Town'],
    ['Ann;A', 'Mosta'],
  ])
})

test.each(csvSeparators)('cells of any text come back, cut by %j and guessed so', (separator) => {
  const written = (rows: string[][]) =>
    rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')
  const cell = fc.string({ unit: fc.constantFrom('a', 'Ż', '"', ',', ';', '\t', '\n', '\r\n', ' ', '=') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 8 }), (rows) => {
      const text = written([['One', 'Two', 'Three'], ...rows])
      expect(cellsOf(text, separator)).toEqual([
        ['One', 'Two', 'Three'],
        ...rows.filter((row) => row.some((each) => each !== '')),
      ])
      expect(guessSeparator(text)).toBe(separator)
    }),
  )
})

test('no text makes it fail, and no text is lost', () => {
  const signs = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t', '\uFEFF') })
  fc.assert(
    fc.property(signs, (text) => {
      const kept = cellsOf(text, ',').flat().join('')
      expect([...kept].filter((sign) => sign === 'a').length).toBe([...text].filter((sign) => sign === 'a').length)
    }),
  )
})

test('each row says on which line it begins', () => {
  expect(readCsv('Name,Note\r\nAnn,"two\nlines"\n\nBob,\rCleo,x').rows).toEqual([
    { line: 1, cells: ['Name', 'Note'] },
    { line: 2, cells: ['Ann', 'two\nlines'] },
    { line: 5, cells: ['Bob', ''] },
    { line: 6, cells: ['Cleo', 'x'] },
  ])
})

test('a quote that never ends is told', () => {
  expect(readCsv('Name,Note\nAnn,"begins\nBob,x').unclosedFrom).toBe(2)
})

test('commas within a semicolon table do not mislead', () => {
  expect(guessSeparator('Name;Address\nAnn;1, High Street, Mosta\nBob;2, Low Street, Qormi')).toBe(';')
})
