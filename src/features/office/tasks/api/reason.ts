import { cannotWaitWords } from '@/shared/domain/web/network-words'

const noAnswer = /failed to fetch|networkerror|load failed|fetch failed|cannot wait for the network/i

/** What went wrong, for a person: what browsers call a request without an answer says nothing to anybody. */
export const reasonInWords = (message: string): string => (noAnswer.test(message) ? cannotWaitWords : message)
