import { setNumbersOfReader } from '../../domain/text/formats'
import type { Language } from '../../domain/texts/languages'
import { numberStyleIn } from '../../domain/texts/number-style'

/** Writes numbers for a reader of that language. English readers see the company's own style. */
export const writeNumbersIn = (language: Language): void =>
  setNumbersOfReader(language === 'en' ? null : (company) => numberStyleIn(language, company))
