import { downWords } from './answers-in-words'

const noAnswer =
  /failed to fetch|networkerror|network error|load failed|fetch failed|did not answer|connection was lost/i

/**
 * Whether a request failed because nobody answered it, so that the server may or may not have done it: the network is
 * gone, the server is down, a proxy or a hotel answered instead, or the answer broke off.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'NetworkError'
  return error instanceof Error && (noAnswer.test(error.message) || downWords.some((words) => words === error.message))
}
