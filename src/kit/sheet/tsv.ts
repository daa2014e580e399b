/**
 * The cells of a table that was copied from a spreadsheet: tabs between cells, line ends between rows; a cell in quotes
 * may hold tabs, line ends and doubled quotes. The line end that closes the last row makes no row.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  const letters = text.replace(/\r\n?/g, '\n')
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters[place]
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[place + 1] === '"') {
        cell += '"'
        place += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '' && closesCell(letters, place)) isQuoted = true
    else if (letter === '\t') endCell()
    else if (letter === '\n') endRow()
    else cell += letter
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** True when the quote at `place` opens a quoted cell: another quote comes before a tab, a line end or the end. */
function closesCell(text: string, place: number): boolean {
  for (let next = text.indexOf('"', place + 1); next >= 0; next = text.indexOf('"', next + 1)) {
    if (text[next + 1] === '"') next += 1
    else return /^(?:\t|\n|$)/.test(text.slice(next + 1, next + 2))
  }
  return false
}

/** Rows as a spreadsheet takes them. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
