import type { OtherLanguages } from '../part.ts'
import type { english } from './en.ts'

/** The files of the other languages, in a file of their own: the first code of a page names one file instead of eight. */
export const others: OtherLanguages<typeof english> = {
  de: async () => (await import('./de.ts')).german,
  fr: async () => (await import('./fr.ts')).french,
  it: async () => (await import('./it.ts')).italian,
  es: async () => (await import('./es.ts')).spanish,
  pt: async () => (await import('./pt.ts')).portuguese,
  nl: async () => (await import('./nl.ts')).dutch,
  pl: async () => (await import('./pl.ts')).polish,
  mt: async () => (await import('./mt.ts')).maltese,
}
