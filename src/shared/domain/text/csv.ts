export type CsvCell = string | number | boolean | null

declare const written: unique symbol
/** Text made by `toCsv`. CSV files can only be saved from this type. */
export type CsvText = string & { readonly [written]: true }

/**
 * A table as CSV (RFC 4180) with a byte order mark, which spreadsheets need to read accents. Every CSV file of the
 * product is written here. A number, also one in decimal text such as an amount, is written as a number, so that a
 * column can be summed; any other text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): CsvText =>
  ('\uFEFF' + csvRows([header, ...rows])) as CsvText

/** Rows of a CSV file that is written piece by piece, each with its end of line. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = inertText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text with an apostrophe before it where a spreadsheet would run it as a formula. */
export const inertText = (text: string): string => (startsLikeFormula(text) ? `'${text}` : text)

/** Some spreadsheets take the wide signs of Japanese and Chinese keyboards for the narrow ones, and skip blanks before. */
const startsLikeFormula = (text: string): boolean =>
  (/^\s*[=+\-@＝＋－＠]/.test(text) || /^[\t\r\n]/.test(text)) && !isNumber(text)

/** Decimal text, or a phone number: nothing but digits, blanks and one point follows the sign, so nothing can run. */
const isNumber = (text: string): boolean => /^[+-]\d[\d ]*(\.\d+)?$/.test(text)

export const csvSeparators = [',', ';', '\t'] as const
export type CsvSeparator = (typeof csvSeparators)[number]
/** `line`: the line of the text where the row begins, from 1. A quoted cell may contain line breaks. */
export type CsvRow = { line: number; cells: string[] }
/** `unclosedFrom`: the line of a quote that never ends, so everything after it became one cell. */
export type CsvTable = { separator: CsvSeparator; rows: CsvRow[]; unclosedFrom: number | null }

/** A CSV text row by row, with a byte order mark or without, lines ended in any way. Rows without a word are left out. */
export function readCsv(text: string, separator: CsvSeparator = guessSeparator(text)): CsvTable {
  return read(text, separator, Infinity)
}

/** The separator that cuts the first rows into the most, and the most equal, columns. */
export function guessSeparator(text: string): CsvSeparator {
  const scored = csvSeparators.map((separator) => {
    const counts = read(text.slice(0, 100_000), separator, 20).rows.map(({ cells }) => cells.length)
    const columns = counts[0] ?? 1
    const alike = counts.filter((count) => count === columns).length / Math.max(counts.length, 1)
    return { separator, score: (columns - 1) * alike }
  })
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator
}

function read(text: string, separator: CsvSeparator, atMost: number): CsvTable {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let rowLine = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ line: rowLine, cells })
    cells = []
    rowLine = line
  }
  while (at < text.length && rows.length < atMost) {
    let cell = ''
    if (text[at] === '"') {
      const openedOn = line
      at += 1
      for (;;) {
        const end = text.indexOf('"', at)
        const part = text.slice(at, end < 0 ? undefined : end)
        line += linesIn(part)
        cell += part
        if (end < 0)
          return { separator, rows: [...rows, { line: rowLine, cells: [...cells, cell] }], unclosedFrom: openedOn }
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    cells.push(cell + text.slice(from, at))
    if (text[at] === separator) {
      at += 1
      if (at === text.length) cells.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    endRow()
  }
  endRow()
  return { separator, rows, unclosedFrom: null }
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0
