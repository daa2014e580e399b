import type { Part } from '../part.ts'
import { english } from './en.ts'

/** What stands around the legal texts of the company: English with the code, each other language as a file of its own. */
export const policyPart: Part<typeof english> = {
  name: 'policy',
  english,
  others: async () => (await import('../others.ts')).policy,
}
