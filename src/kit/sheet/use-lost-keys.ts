import { useRef } from 'react'

/** After so long without a key a new word begins, in ms. */
const pause = 1_000

type Key = { key: string; timeStamp: number }

export type LostKeys = {
  /** True for a key of a word that named no choice of this cell before: it chooses nothing. A space opens the list all the same. */
  isLost: (key: Key, cell: string) => boolean
  /** This key names no choice of the cell. */
  lose: (key: Key, cell: string) => void
  /** Hears every key: Tab, Enter, arrows and their like end a word. */
  hear: (key: Key) => void
}

/** The rest of a word that names no choice: `letter` must not choose `m edge` by its second letter. */
export function useLostKeys(): LostKeys {
  const word = useRef({ cell: '', at: -Infinity })
  return {
    isLost: ({ key, timeStamp }, cell) => {
      const isLost = key !== ' ' && word.current.cell === cell && timeStamp - word.current.at < pause
      if (isLost) word.current.at = timeStamp
      return isLost
    },
    lose: ({ timeStamp }, cell) => {
      word.current = { cell, at: timeStamp }
    },
    hear: ({ key }) => {
      if (key.length > 1 && key !== 'Shift') word.current.at = -Infinity
    },
  }
}
