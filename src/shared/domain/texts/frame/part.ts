import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What stands around the public pages: English with the code, each other language as a file of its own. */
export const framePart: Part<typeof english> = {
  name: 'frame',
  english,
  others: async () => (await import('../others.ts')).frame,
}
