/** What `postgresWords` of refused-rule.ts does. Its sentences are loaded with the first error that needs them. */
type Words = (code: string, message: string, label?: string) => string

let words: Words | null = null

/** False for what is said without the sentences: errors of our own functions, and a few that every page knows. */
const needsSentence = (code: string): boolean =>
  /^[0-9A-Z]{5}$/.test(code) && !/^(?:PT|P0|ZZ)|^(?:42501|23505|23503|23P01)$/.test(code)

/** Loads the sentences for an error of PostgreSQL. Without a network the error stays without its sentence. */
export async function loadRefusalWords(code: unknown): Promise<void> {
  if (words !== null || typeof code !== 'string' || !needsSentence(code)) return
  try {
    words = (await import('./refused-rule')).postgresWords
  } catch {
    // The next error tries again.
  }
}

/** The sentence for an error of PostgreSQL itself; null for a refusal in our words. */
export function refusalWords(code: string, message: string, label?: string): string | null {
  if (!needsSentence(code)) return null
  return words === null ? `This could not be done (${code}).` : words(code, message, label)
}
