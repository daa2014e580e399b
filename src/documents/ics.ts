// Parts of iCalendar (RFC 5545) for all calendar files.

/** A moment in UTC: `20261120T093000Z`. Throws on an invalid time. */
export const utc = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')

/** The words of a text value: its separators and line breaks escaped, other control signs left out. */
export const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/([;,])/g, '\\$1')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Folds a line at 75 bytes; continuation lines begin with a space. */
export function folded(line: string): string {
  const bytes = new TextEncoder()
  let length = 0
  let text = ''
  for (const letter of line) {
    const size = bytes.encode(letter).byteLength
    if (length + size > 75) {
      text += '\r\n '
      length = 1
    }
    text += letter
    length += size
  }
  return text
}

export const icsText = (lines: readonly string[]): string => lines.map(folded).join('\r\n') + '\r\n'
