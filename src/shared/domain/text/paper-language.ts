/** The languages that papers may be written in, by ISO 639-1 code. */
export const paperLanguages: readonly { value: string; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'mt', label: 'Maltese' },
  { value: 'it', label: 'Italian' },
  { value: 'fr', label: 'French' },
  { value: 'de', label: 'German' },
]

/** `Maltese` for `mt`; an unknown code stays as it is. */
export const paperLanguage = (code: string): string => paperLanguages.find(({ value }) => value === code)?.label ?? code
