import { nastyWords } from './words.ts'

/** Invisible texts: they are no title, so nothing is created. */
const blank = [
  'nothing',
  'spaces',
  'a no-break space',
  'a tab and a line break',
  'a zero-width space',
  'a byte-order mark',
  'only a joiner',
  'only NUL',
]
/** A title has 500 characters. */
const tooLong: Readonly<Record<string, number>> = {
  '501 letters': 501,
  '501 characters of two units': 501,
  'ten thousand letters': 10_000,
  'a long address': 2020,
}
/** Harmless as titles: the rest of the nasty words does worse. */
const mild = ['one letter', 'the word null', 'sharp s', 'a number', 'not a number']

export type WorstTitle = { what: string; typed: string } & (
  | { is: 'blank' }
  | { is: 'too long'; says: string }
  | { is: 'created'; as: string }
)

/** The fifty worst titles for a new task, and the result of each. */
export const worstTitles: readonly WorstTitle[] = Object.entries(nastyWords)
  .filter(([what]) => !mild.includes(what))
  .map(([what, typed]) => {
    const characters = tooLong[what]
    if (blank.includes(what)) return { what, typed, is: 'blank' }
    if (characters) return { what, typed, is: 'too long', says: `Use at most 500 characters (now ${characters}).` }
    return { what, typed, is: 'created', as: typed.replaceAll('\u0000', '').toWellFormed().trim() }
  })
