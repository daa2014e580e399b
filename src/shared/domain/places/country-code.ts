import { type Language, languages } from '../texts/languages.ts'

/** The languages whose names of countries are known besides English: those of papers, and two of neighbours. */
const foreign = [...languages.map(({ value }) => value).filter((language) => language !== 'en'), 'da', 'sv']

let english: ReadonlyMap<string, string> | null = null
let others: ReadonlyMap<string, string> | null = null

/** The ISO 3166-1 code of a country typed as its code or by its name in English or another known language; null for an unknown one. */
export function countryCode(country: string | null): string | null {
  const wanted = country?.trim().normalize('NFC').toLowerCase() ?? ''
  if (wanted === '') return null
  english ??= englishNames()
  const bare = wanted.replace(/^the /, '')
  // Ten languages are read where English does not know the name: on most pages never.
  return english.get(wanted) ?? english.get(bare) ?? (others ??= foreignNames()).get(wanted) ?? others.get(bare) ?? null
}

/** `Deutschland` for `DE` or `Germany` in German; an unknown country stays as it is written. A language whose own names few browsers know has English ones. */
export function countryNameIn(language: Language, country: string): string {
  const code = countryCode(country)
  if (code === null) return country.trim()
  return (
    new Intl.DisplayNames([language === 'mt' ? 'en' : language], { type: 'region', fallback: 'none' }).of(code) ??
    country.trim()
  )
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** EU, EZ, UN and codes for private use are no countries; a former code such as FX, SU or UK stands for another one. */
const countries = (): string[] =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !/^(E[UZ]|UN|Q[M-Z]|X.|ZZ|AA)$/.test(code) && new Intl.Locale(`und-${code}`).region === code)

/** The names of countries in a language with their codes; a name that stands twice is of the first one. */
function namesIn(language: string): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (const code of countries()) {
    const name = names.of(code)?.normalize('NFC').toLowerCase()
    if (name && !found.has(name)) found.set(name, code)
  }
  return found
}

const englishNames = () => {
  const names = namesIn('en')
  return new Map([
    ...names,
    ...[...names.values()].map((code) => [code.toLowerCase(), code] as const),
    ...Object.entries(otherNames),
  ])
}

const foreignNames = () => new Map([...foreign].reverse().flatMap((language) => [...namesIn(language)]))

const otherNames = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  'czech republic': 'CZ',
  holland: 'NL',
}
