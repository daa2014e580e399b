/**
 * The languages that clients read: papers, mails, and the pages that are made for them. `label` is what staff read, `ownName`
 * what the reader does. ISO 639-1.
 */
export const languages = [
  { value: 'en', label: 'English', ownName: 'English' },
  { value: 'de', label: 'German', ownName: 'Deutsch' },
  { value: 'fr', label: 'French', ownName: 'Français' },
  { value: 'it', label: 'Italian', ownName: 'Italiano' },
  { value: 'es', label: 'Spanish', ownName: 'Español' },
  { value: 'pt', label: 'Portuguese', ownName: 'Português' },
  { value: 'nl', label: 'Dutch', ownName: 'Nederlands' },
  { value: 'pl', label: 'Polish', ownName: 'Polski' },
  { value: 'mt', label: 'Maltese', ownName: 'Malti' },
] as const
export type Language = (typeof languages)[number]['value']

export const isLanguage = (code: unknown): code is Language => languages.some(({ value }) => value === code)

/** `Maltese` for `mt`; an unknown code stays as it is. */
export const languageLabel = (code: string): string => languages.find(({ value }) => value === code)?.label ?? code

/**
 * The first of these codes that is a language of clients, else English. For a page: the client's, the browser's
 * (`navigator.languages`), the company's. `pt-BR` counts as `pt`.
 */
export function chosenLanguage(...codes: readonly (string | null | undefined)[]): Language {
  for (const code of codes) {
    const plain = code?.split('-')[0]?.toLowerCase()
    if (isLanguage(plain)) return plain
  }
  return 'en'
}

/** The plural categories of Intl.PluralRules that whole numbers below a million and decimals have in each language. */
export type PluralForms = {
  en: 'one' | 'other'
  de: 'one' | 'other'
  fr: 'one' | 'other'
  it: 'one' | 'other'
  es: 'one' | 'other'
  pt: 'one' | 'other'
  nl: 'one' | 'other'
  pl: 'one' | 'few' | 'many' | 'other'
  mt: 'one' | 'two' | 'few' | 'many' | 'other'
}
