/** Letters that are no letter with an accent, as they are written without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ħ: 'h',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  º: 'o',
  ª: 'a',
}

/** Small letters and digits without accents, other signs as one blank: `E-Mail (work)` is `e mail work`, `Straße` is `strasse`. */
export const foldHeading = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßłħøæœđºª]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What headings mean: of each field the names of its column in other programs, folded and parted by `|`. */
export function meanings<Field extends string>(headings: Readonly<Record<Field, string>>): ReadonlyMap<string, Field> {
  const fieldOf = new Map<string, Field>()
  for (const field of Object.keys(headings) as Field[])
    for (const heading of headings[field].split('|')) if (!fieldOf.has(heading)) fieldOf.set(heading, field)
  return fieldOf
}

/** The most likely meaning of each column by its header; no field twice. */
export function guessedColumns<Field extends string>(
  header: readonly string[],
  meaningOf: (heading: string) => Field | null,
): (Field | null)[] {
  const taken = new Set<Field>()
  return header.map((heading) => {
    const field = meaningOf(heading)
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
