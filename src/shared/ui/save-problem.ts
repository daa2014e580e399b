/** Why something could not be saved or read, in words. Sentences of the database's own functions come as they are. */
export function saveProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'This could not be saved.'
  if (Reflect.get(error, 'code') === '42501') return 'You may not do this. Your rights may have changed meanwhile.'
  return /failed to fetch|networkerror|load failed|fetch failed|did not answer/i.test(error.message)
    ? 'The server cannot be reached. What you typed is kept.'
    : error.message
}
