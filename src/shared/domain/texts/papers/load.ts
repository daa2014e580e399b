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

const loaded = new Map<Language, Promise<PaperTexts>>()

/** Loads the texts of papers in that language once, for a page as for a function. */
export function paperTexts(language: Language): Promise<PaperTexts> {
  const known = loaded.get(language)
  if (known) return known
  const texts = catalogues[language]().then((catalogue) => textsOf<typeof english>(language, catalogue))
  loaded.set(language, texts)
  // A cut line is no reason to be without words until the page is loaded again.
  texts.catch(() => loaded.delete(language))
  return texts
}

/** A document with the texts of its language, from which its paper is made. */
export type WithTexts<Document> = Document & { texts: PaperTexts }
export const withTexts = async <Document extends { language: Language }>(
  document: Document,
): Promise<WithTexts<Document>> => ({ ...document, texts: await paperTexts(document.language) })
