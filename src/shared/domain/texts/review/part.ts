import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The page where a visitor leaves a review: English with the code, each other language as a file of its own. */
export const reviewPart: Part<typeof english> = {
  name: 'review',
  english,
  others: async () => (await import('../others.ts')).review,
}
