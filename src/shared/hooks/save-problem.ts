import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { refusalWords } from '@/shared/domain/records/refusal-words'

const refusals: Readonly<Record<string, string>> = {
  '42501': 'You may not do this. Your rights may have changed meanwhile.',
  '23505': 'This is there already.',
  '23503': 'This is still in use.',
  '23P01': 'This overlaps with another one that is there already.',
}
/** What a pin of the database says (`private.pin`): a fixed column would change, whoever asks. */
const fixed =
  /^\w+\.\w+ cannot be changed$|only grows: nothing in it changes$|\.created_by is the person who adds the row$/

/** True for a unique violation. */
export const isDuplicate = (error: unknown): boolean => error instanceof Error && Reflect.get(error, 'code') === '23505'

/** The network gave no answer. */
export const isUnanswered = (error: Error): boolean => noAnswer.test(error.message)

const noAnswer = /failed to fetch|networkerror|load failed|fetch failed|did not answer|cannot wait for the network/i

/**
 * The reason why something could not be saved or read, as a sentence. `duplicate`: the sentence for a unique violation.
 * Messages of our own functions begin with a capital and are shown unchanged; PostgreSQL's own do not, and are never shown.
 * `label`: the field that the error is about.
 */
export function saveProblem(error: unknown, duplicate?: string, label?: string): string {
  if (!(error instanceof Error)) return 'This could not be saved.'
  if (isUnanswered(error)) return cannotWaitWords
  // What a browser says of itself is in its own words, often in another language.
  if (error instanceof DOMException) return 'The browser did not allow this. Reload the page and try again.'
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'string' || /^\p{Lu}/u.test(error.message)) return error.message
  if (fixed.test(error.message)) return 'This would change what is fixed. No right allows it: please report it.'
  return (
    (code === '23505' ? duplicate : undefined) ??
    refusals[code] ??
    refusalWords(code, error.message, label) ??
    error.message
  )
}
