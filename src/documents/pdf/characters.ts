/** Code points that the fonts of papers hold, as pairs of first and last: Latin, Greek, Cyrillic, and signs. */
export const coveredRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x148],
  [0x14a, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x386],
  [0x388, 0x38a],
  [0x38c, 0x38c],
  [0x38e, 0x3a1],
  [0x3a3, 0x3ce],
  [0x400, 0x45f],
  [0x1e9e, 0x1e9e],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20a9, 0x20a9],
  [0x20ac, 0x20ac],
  [0x20b9, 0x20ba],
  [0x20bd, 0x20bd],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2260, 0x2260],
  [0x2264, 0x2265],
]

const isCovered = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return coveredRanges.some(([first, last]) => code >= first && code <= last)
}

const narrowSpaces = /[\u2000-\u200a\u202f\u205f\u3000]/g
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g // oxlint-disable-line no-misleading-character-class -- a range of marks, not a letter with one

/**
 * Replaces letters that the fonts lack: an accented letter loses its accent, any other becomes a question mark. An
 * archive file (PDF/A) may not use a letter without a glyph.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replace(narrowSpaces, '\u00a0').replace(invisible, '')
  return [...plain]
    .map((letter) => {
      if (isCovered(letter) || letter === '\n') return letter
      if (/\s/.test(letter)) return ' '
      const [base = ''] = letter.normalize('NFD')
      return isCovered(base) ? base : '?'
    })
    .join('')
}
