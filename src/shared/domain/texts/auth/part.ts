import type { Part } from '../part.ts'
import { english } from './en.ts'

/** Signing in, signing up and choosing a password: English with the code, each other language as a file of its own. */
export const authPart: Part<typeof english> = {
  name: 'auth',
  english,
  others: async () => (await import('../others.ts')).auth,
}
