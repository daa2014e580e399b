import type { Language } from '@/shared/domain/texts/languages'

/** The countries whose clients mostly read a language that papers are written in; elsewhere English. Malta's business is in English. */
const readers: Partial<Record<Language, string>> = {
  de: 'AT CH DE LI',
  fr: 'BF BJ CD CF CG CI FR GA GF GN GP LU MC ML MQ NC NE PF PM RE SN TG YT',
  it: 'IT SM VA',
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PY SV UY VE',
  pt: 'AO BR CV GW MZ PT ST TL',
  nl: 'BE NL SR',
  pl: 'PL',
}

/** The language that the clients of a company in this country mostly read. */
export const languageOf = (country: string): Language => {
  for (const [language, countries] of Object.entries(readers) as [Language, string][])
    if (countries.split(' ').includes(country)) return language
  return 'en'
}
