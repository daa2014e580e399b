import { clockText, currentFormats } from '../../text/formats.ts'
import { dayIn, dayOfMomentIn } from '../days.ts'
import type { Language } from '../languages.ts'
import { taxNameIn } from '../tax-names.ts'
import { type Texts, textsWith } from '../texts.ts'
import type { english } from './en.ts'
import { englishPageTexts, type PageTexts } from './load.ts'

/** What a page says in the reader's language, in the company's formats. */
export type PageWords = {
  language: Language
  /** A text; places for the name of the company's tax are filled. */
  say: Texts<typeof english, 'tax' | 'Tax'>
  /** A day such as `2026-11-20`: `20. Nov. 2026`. */
  day: (day: string) => string
  /** The day of a moment. */
  dayOf: (moment: string) => string
  /** A moment with its time of day: `20. Nov. 2026, 17:45`. */
  moment: (moment: string) => string
}

/** The words of a page from its texts. The formats are read at each use, because the page learns them late. */
export function pageWords(texts: PageTexts): PageWords {
  const { language } = texts
  const say = (key: Parameters<PageTexts>[0], values: object = {}): string => {
    const tax = taxNameIn(language, currentFormats().tax_name)
    const given = { tax, Tax: tax.charAt(0).toUpperCase() + tax.slice(1) }
    const write: unknown = textsWith<typeof english, 'tax' | 'Tax'>(texts, given)
    return (write as (key: string, values: object) => string)(key, values)
  }
  const dayOf = (moment: string) => dayOfMomentIn(language, moment, currentFormats().date_style)
  return {
    language,
    say: Object.assign(say, { language }) as PageWords['say'],
    day: (day) => dayIn(language, day, currentFormats().date_style),
    dayOf,
    moment: (moment) => `${dayOf(moment)}, ${clockText(moment)}`,
  }
}

/** What a page says in English. */
export const englishPageWords: PageWords = pageWords(englishPageTexts)
