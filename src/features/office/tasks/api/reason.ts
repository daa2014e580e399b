const noAnswer = /failed to fetch|networkerror|load failed|fetch failed/i

/** What went wrong, for a person: what browsers call a request without an answer says nothing to anybody. */
export const reasonInWords = (message: string): string =>
  noAnswer.test(message) ? 'The server cannot be reached' : message
