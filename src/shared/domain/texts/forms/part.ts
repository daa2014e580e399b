import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What the forms of the site share: English with the code, each other language as a file of its own. */
export const formsPart: Part<typeof english> = {
  name: 'forms',
  english,
  others: async () => (await import('../others.ts')).forms,
}
