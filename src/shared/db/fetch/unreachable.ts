import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { downWords } from './answers-in-words'

const noAnswer =
  /failed to fetch|networkerror|network error|load failed|fetch failed|did not answer|connection was lost/i

/**
 * True when a request got no answer, so that the server may or may not have handled it: no network, the server is down,
 * a proxy or a hotel's page answered instead, or the answer was cut off.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'NetworkError'
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const { message } = error
  return (
    typeof message === 'string' &&
    (noAnswer.test(message) || downWords.includes(message) || message.includes(cannotWaitWords))
  )
}
