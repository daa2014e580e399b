import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { cannotWaitWords } from '@/shared/domain/web/network-words'

/**
 * Runs an action that needs the network now. Without a network or an answer it is refused at once, in the same words
 * everywhere.
 */
export async function cannotWait<Result>(act: () => Promise<Result>): Promise<Result> {
  if (!navigator.onLine) throw new Error(cannotWaitWords)
  try {
    return await act()
  } catch (error) {
    if (isUnreachable(error)) throw new Error(cannotWaitWords)
    throw error
  }
}
