import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { cannotWaitWords } from '@/shared/domain/web/network-words'

/**
 * For what the network has to be there for, because the moment counts or others are asked: it is refused at once, in the
 * same words everywhere, where there is no network or nobody answers.
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
