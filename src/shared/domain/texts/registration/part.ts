import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The registrations of visitors: English with the code, each other language as a file of its own. */
export const registrationPart: Part<typeof english> = {
  name: 'registration',
  english,
  others: async () => (await import('../others.ts')).registration,
}
