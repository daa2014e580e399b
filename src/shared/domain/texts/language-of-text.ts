import type { Language } from './languages.ts'

/** Small words that stand in nearly every sentence of a language. */
const smallWords: Record<Language, string> = {
  en: 'the and of is are with for that be by not you your our we until from this it on',
  de: 'der die das und ist sind mit für nicht wir sie ein eine werden wird auf von zu bei bis im den dem sich',
  fr: 'le la les des et est sont avec pour vous nous une sur dans du au pas votre notre jusqu’à',
  it: 'il la gli di è sono con per che una della del non nel alla i dei fino le si al',
  es: 'el la los las y es son con para que una del por se no al su hasta en de',
  pt: 'o os as e é são com para que uma do da dos não em ao pelo até de se na no',
  nl: 'de het een en is zijn met voor niet wij van op bij u wordt worden tot onze te',
  pl: 'i w z na do jest są nie się oraz dla przez po od za lub ich',
  mt: 'il u ta li huma għal mhux fuq minn jew tal fil bil dan sa mal jekk ma',
}

const known = (Object.keys(smallWords) as Language[]).map((language) => ({
  language,
  words: new Set(smallWords[language].split(' ')),
}))

/** Below so many small words a text is a name or a heading, and tells no language. */
const leastWords = 3

/**
 * The language that a text is written in, by its small words: null for a short text, and where two languages have as many. It is
 * a guess, to tell a person what they may have overlooked; nothing is decided by it.
 */
export function languageOfText(text: string): Language | null {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  const [best, second] = known
    .map(({ language, words: small }) => ({ language, count: words.filter((word) => small.has(word)).length }))
    .toSorted((one, other) => other.count - one.count)
  if (!best || !second || best.count < leastWords || best.count === second.count) return null
  return best.language
}
