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
