import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The second factor of a sign-in. */
export const signInPart: Part<typeof english> = {
  name: 'sign-in',
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
