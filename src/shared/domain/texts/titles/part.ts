import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What windows of public pages are called: English with the code, each other language as a file of its own. */
export const titlesPart: Part<typeof english> = {
  name: 'titles',
  english,
  others: async () => (await import('../others.ts')).titles,
}
