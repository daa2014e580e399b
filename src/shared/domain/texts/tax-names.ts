import type { Language } from './languages.ts'

const vatNames: Record<Language, string> = {
  en: 'VAT',
  de: 'MwSt.',
  fr: 'TVA',
  it: 'IVA',
  es: 'IVA',
  pt: 'IVA',
  nl: 'btw',
  pl: 'VAT',
  mt: 'VAT',
}

/** The company's name of its tax in the reader's language. `VAT` is translated; any other name was chosen, and stays. */
export const taxNameIn = (language: Language, name: string): string => (name === 'VAT' ? vatNames[language] : name)

/** What fills the places `{tax}` and, at the beginning of a sentence, `{Tax}`. */
export function taxPlaces(language: Language, name: string): { tax: string; Tax: string } {
  const tax = taxNameIn(language, name)
  return { tax, Tax: tax.charAt(0).toUpperCase() + tax.slice(1) }
}
