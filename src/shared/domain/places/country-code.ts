let byName: Map<string, string> | null = null

/** The languages whose names of countries are known. */
const languages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'da', 'sv', 'mt']

/** The ISO 3166-1 code of a country typed as its code or by its name in English or a language of papers; null for an unknown one. */
export function countryCode(country: string | null): string | null {
  const wanted = country?.trim().normalize('NFC').toLowerCase() ?? ''
  if (wanted === '') return null
  byName ??= countriesByName()
  return byName.get(wanted) ?? byName.get(wanted.replace(/^the /, '')) ?? null
}

function countriesByName(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  // EU, EZ, UN and codes for private use are no countries; a former code such as FX, SU or UK stands for another one.
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !/^(E[UZ]|UN|Q[M-Z]|X.|ZZ|AA)$/.test(code) && new Intl.Locale(`und-${code}`).region === code)
  const found = new Map<string, string>()
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.normalize('NFC').toLowerCase()
      if (!name) continue
      if (language === 'en') found.set(code.toLowerCase(), code)
      if (!found.has(name)) found.set(name, code)
    }
  }
  for (const [name, code] of Object.entries(otherNames)) found.set(name, code)
  return found
}

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
