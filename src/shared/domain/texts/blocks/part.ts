import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The blocks of the site’s pages that come after the first paint: English with the code, each other language as a file of its own. */
export const blocksPart: Part<typeof english> = {
  name: 'blocks',
  english,
  others: async () => (await import('../others.ts')).blocks,
}
