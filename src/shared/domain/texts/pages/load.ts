import type { Language } from '../languages.ts'
import { type Texts, type Translation, textsOf } from '../texts.ts'
import { english } from './en.ts'

/** The texts of the pages of clients in one language. */
export type PageTexts = Texts<typeof english>

/** English is in the code of the pages. Each other language is a file of its own: a reader loads one. */
const catalogues: { [In in Exclude<Language, 'en'>]: () => Promise<Translation<typeof english, In>> } = {
  de: async () => (await import('./de.ts')).german,
  fr: async () => (await import('./fr.ts')).french,
  it: async () => (await import('./it.ts')).italian,
  es: async () => (await import('./es.ts')).spanish,
  pt: async () => (await import('./pt.ts')).portuguese,
  nl: async () => (await import('./nl.ts')).dutch,
  pl: async () => (await import('./pl.ts')).polish,
  mt: async () => (await import('./mt.ts')).maltese,
}

/** The texts of pages in English, which need no loading. */
export const englishPageTexts: PageTexts = textsOf<typeof english>('en', english)

/** Loads the texts of pages in that language; a module is loaded once. */
export const pageTexts = async (language: Language): Promise<PageTexts> =>
  language === 'en' ? englishPageTexts : textsOf<typeof english>(language, await catalogues[language]())
