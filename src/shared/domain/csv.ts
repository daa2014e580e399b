export type CsvCell = string | number | boolean | null

/**
 * A table as CSV (RFC 4180) with a byte order mark, which spreadsheets need to read accents. Text that a spreadsheet
 * would run as a formula gets an apostrophe before it.
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  '\uFEFF' + [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n'

function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = startsLikeFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A phone number may begin with a plus: nothing but digits and blanks follows, so nothing can run. */
const startsLikeFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^[+-][\d ]+$/.test(text)

/** The cells of a CSV text, row by row. Commas or semicolons, whichever its first line has more of; empty lines go. */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '')
  const firstLine = body.split(/\r?\n/, 1)[0] ?? ''
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < body.length; at++) {
    const sign = body.charAt(at)
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (body.charAt(at + 1) === '"') cell += body.charAt(at++)
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && body.charAt(at + 1) === '\n') at++
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows.filter((cells) => cells.some((each) => each !== ''))
}
