import type { Part } from '../part.ts'
import { english } from './en.ts'

/** Services, articles and products of the site, each on a page of its own: English with the code, each other language as a file of its own. */
export const cataloguePart: Part<typeof english> = {
  name: 'catalogue',
  english,
  others: async () => (await import('../others.ts')).catalogue,
}
