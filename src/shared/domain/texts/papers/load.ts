import type { Language } from '../languages.ts'
import { type Texts, type Translation, textsOf } from '../texts.ts'
import type { english } from './en.ts'

/** The texts of papers in one language. */
export type PaperTexts = Texts<typeof english>

/** Each language is a file of its own: a reader loads one. */
const catalogues: { [In in Language]: () => Promise<Translation<typeof english, In>> } = {
  en: async () => (await import('./en.ts')).english,
  de: async () => (await import('./de.ts')).german,
  fr: async () => (await import('./fr.ts')).french,
  it: async () => (await import('./it.ts')).italian,
  es: async () => (await import('./es.ts')).spanish,
  pt: async () => (await import('./pt.ts')).portuguese,
  nl: async () => (await import('./nl.ts')).dutch,
  pl: async () => (await import('./pl.ts')).polish,
  mt: async () => (await import('./mt.ts')).maltese,
}

/** Loads the texts of papers in that language, for a page as for a function. */
export const paperTexts = async (language: Language): Promise<PaperTexts> =>
  textsOf<typeof english>(language, await catalogues[language]())
