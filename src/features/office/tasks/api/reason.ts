import { cannotWaitWords } from '@/shared/domain/web/network-words'

const noAnswer = /failed to fetch|networkerror|load failed|fetch failed|cannot wait for the network/i

/** The error for a person. The browsers' own words for a failed request are replaced. */
export const reasonInWords = (message: string): string => (noAnswer.test(message) ? cannotWaitWords : message)
