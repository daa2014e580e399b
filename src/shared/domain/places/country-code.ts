let byName: Map<string, string> | null = null

/** The ISO 3166-1 code of a country typed in English or as its code; null for an unknown one. */
export function countryCode(country: string | null): string | null {
  const wanted = country?.trim().toLowerCase() ?? ''
  if (wanted === '') return null
  byName ??= countriesByName()
  return byName.get(wanted) ?? byName.get(wanted.replace(/^the /, '')) ?? null
}

function countriesByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    // EU, EZ, UN and codes for private use are no countries; UK is the United Kingdom, whose code is GB.
    if (!name || /^(E[UZ]|UN|Q[M-Z]|X.|ZZ|AA|UK)$/.test(code)) continue
    found.set(code.toLowerCase(), code)
    found.set(name.toLowerCase(), code)
  }
  for (const [name, code] of Object.entries({ uk: 'GB', 'great britain': 'GB', usa: 'US', 'czech republic': 'CZ' }))
    found.set(name, code)
  return found
}
