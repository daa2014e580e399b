import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What the server writes of a page of the site for crawlers and readers without scripts. No browser loads it. */
export const headPart: Part<typeof english> = {
  name: 'head',
  english,
  others: {
    de: async () => (await import('./de.ts')).german,
    fr: async () => (await import('./fr.ts')).french,
    it: async () => (await import('./it.ts')).italian,
    es: async () => (await import('./es.ts')).spanish,
    pt: async () => (await import('./pt.ts')).portuguese,
    nl: async () => (await import('./nl.ts')).dutch,
    pl: async () => (await import('./pl.ts')).polish,
    mt: async () => (await import('./mt.ts')).maltese,
  },
}
