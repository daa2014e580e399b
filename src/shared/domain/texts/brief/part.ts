import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The design brief: its questions and what stands around them: English with the code, each other language as a file of its own. */
export const briefPart: Part<typeof english> = {
  name: 'brief',
  english,
  others: async () => (await import('../others.ts')).brief,
}
