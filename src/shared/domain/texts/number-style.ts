import { countryCode } from '../places/country-code.ts'
import type { NumberStyle } from '../text/formats.ts'
import type { Language } from './languages.ts'

/** The styles that readers of a language take for their own, the most usual one first. */
const stylesOf: Record<Language, readonly [NumberStyle, ...NumberStyle[]]> = {
  en: ['point', 'apostrophe'],
  de: ['comma', 'space', 'apostrophe'],
  fr: ['space', 'comma', 'apostrophe'],
  it: ['comma', 'space', 'apostrophe'],
  es: ['comma', 'space'],
  pt: ['space', 'comma'],
  nl: ['comma', 'space'],
  pl: ['space', 'comma'],
  mt: ['point', 'apostrophe'],
}

/** A language that is written with another decimal mark where the company is: with a point, `1,234.56`, or a comma, `1 234,56`. */
const elsewhere: Partial<Record<Language, { style: NumberStyle; countries: readonly string[] }>> = {
  es: { style: 'point', countries: ['US', 'PR', 'MX', 'GT', 'HN', 'SV', 'NI', 'PA', 'DO', 'PE'] },
  en: { style: 'space', countries: ['ZA'] },
}

/**
 * How a company writes numbers for a reader of that language: in its own style where the language knows it, else as the
 * language does, because a comma and a point change places between languages and an amount must not be read as another one.
 */
export function numberStyleIn(
  language: Language,
  { number_style, country }: { number_style: NumberStyle; country: string | null },
): NumberStyle {
  const styles = stylesOf[language]
  if (styles.includes(number_style)) return number_style
  const other = elsewhere[language]
  const isOther = other?.style === number_style && other.countries.includes(countryCode(country) ?? '')
  return isOther ? number_style : styles[0]
}
