import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What every page of the site shows: English with the code, each other language as a file of its own. */
export const sitePart: Part<typeof english> = {
  name: 'site',
  english,
  others: async () => (await import('../others.ts')).site,
}
