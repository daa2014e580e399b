import { countryCode } from '../places/country-code.ts'
import type { DateStyle } from '../text/formats.ts'
import type { Language } from './languages.ts'

/** A style of days; `day_dashes` is `20-11-2026`, which only Dutch writes and no company chooses. */
export type ReaderDateStyle = DateStyle | 'day_dashes'

/** The styles of days in numbers that readers of a language take for their own, the most usual one first. */
const stylesOf: Record<Exclude<Language, 'en'>, readonly [ReaderDateStyle, ...ReaderDateStyle[]]> = {
  de: ['day_dots', 'year_first'],
  fr: ['day_first'],
  it: ['day_first'],
  es: ['day_first'],
  pt: ['day_first'],
  nl: ['day_dashes'],
  pl: ['day_dots', 'year_first'],
  mt: ['day_first'],
}

/** A language that writes days in another way where the company is. */
const elsewhere: Partial<Record<Language, readonly { style: DateStyle; countries: readonly string[] }[]>> = {
  fr: [
    { style: 'day_dots', countries: ['CH'] },
    { style: 'year_first', countries: ['CA'] },
  ],
  it: [{ style: 'day_dots', countries: ['CH'] }],
  nl: [{ style: 'day_first', countries: ['BE'] }],
}

export type DaysOfCompany = { date_style: DateStyle; country: string | null }

/**
 * How a company writes days for a reader of that language: in words where it does, else in its own style where the language knows
 * it, else as the language does. English has readers everywhere, so the company's style stays.
 */
export function dateStyleIn(language: Language, { date_style, country }: DaysOfCompany): ReaderDateStyle {
  if (language === 'en' || date_style === 'words') return date_style
  const styles = stylesOf[language]
  if (styles.includes(date_style)) return date_style
  const code = countryCode(country) ?? ''
  const isOther = elsewhere[language]?.some(({ style, countries }) => style === date_style && countries.includes(code))
  return isOther ? date_style : styles[0]
}
