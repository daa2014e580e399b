import type { Part } from '../part.ts'
import { english } from './en.ts'

/** Mails about an account, which the auth server sends. */
export const accountMailsPart: Part<typeof english> = {
  name: 'account-mails',
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
