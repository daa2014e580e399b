import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { isUnreachable } from './unreachable'

/**
 * `fetch`, but a write without an answer fails with the words that every screen uses for actions that cannot wait. The
 * outbox keeps those that can wait, and reads these words as a missing answer.
 */
export const withRefusedWrites =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    try {
      return await send(input, init)
    } catch (error) {
      const url = input instanceof Request ? input.url : String(input)
      const isRead = ['GET', 'HEAD'].includes(init?.method ?? 'GET')
      if (isRead || !url.includes('/rest/v1/') || !isUnreachable(error)) throw error
      throw new Error(cannotWaitWords, { cause: error })
    }
  }
