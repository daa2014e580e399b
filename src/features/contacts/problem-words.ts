const wordsOf: Record<string, string> = {
  '42501': 'You may not do this. Your rights may have changed meanwhile.',
  '23505': 'This is there already.',
  '23503': 'This is still in use.',
}

/** Why something could not be saved, in words. Sentences of our own functions come as they are. */
export function problemWords(error: unknown, duplicate?: string): string {
  if (!(error instanceof Error)) return 'This could not be saved'
  const code: unknown = Reflect.get(error, 'code')
  if (code === '23505' && duplicate) return duplicate
  if (typeof code === 'string' && wordsOf[code] && !/^(You|This|Please|The|One|A) /.test(error.message)) {
    return wordsOf[code]
  }
  return /failed to fetch|networkerror|load failed|fetch failed/i.test(error.message)
    ? 'The server cannot be reached. What you typed is kept.'
    : error.message
}
