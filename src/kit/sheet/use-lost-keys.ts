import { useRef } from 'react'

/** After so long without a key a new word begins, in ms. */
const pause = 1_000

type Key = { key: string; timeStamp: number }

export type LostKeys = {
  /** True for a key of a word that named no choice before: it chooses nothing. A space is no such key: it opens the list. */
  isLost: (key: Key) => boolean
  /** This key names no choice. */
  lose: (key: Key) => void
}

/** The rest of a word that names no choice: `letter` must not choose `m edge` by its second letter. */
export function useLostKeys(): LostKeys {
  const at = useRef(-Infinity)
  return {
    isLost: ({ key, timeStamp }) => {
      const isLost = key !== ' ' && timeStamp - at.current < pause
      if (isLost) at.current = timeStamp
      return isLost
    },
    lose: ({ timeStamp }) => {
      at.current = timeStamp
    },
  }
}
