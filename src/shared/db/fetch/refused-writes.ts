import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { isUnreachable } from './unreachable'

/**
 * `fetch`, but a write that nobody answered fails in the words that every screen uses for what cannot wait for the
 * network. What can wait is kept by the outbox, which knows these words as an answer that did not come.
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
