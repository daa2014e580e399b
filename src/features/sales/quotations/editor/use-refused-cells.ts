import { useMemo, useState } from 'react'

/** A typed text that was not taken. `key`: its cell; empty for a paste. `isLong`: the text is too long to be named. */
type Refused = { key: string; problem: string; typed: string; isLong: boolean }

/** From here on a typed text is shortened in the sentence that refuses it. */
const mostNamed = 100

/**
 * The cells whose typed text was refused, the newest first. Each stays marked, with what was typed, until it takes another
 * text, or its line goes.
 */
export function useRefusedCells(lines: readonly { id: string }[]) {
  const [known, setKnown] = useState<readonly Refused[]>([])
  // The same list while nothing of it changes: with another one every row is drawn again.
  const all = useMemo(
    () => known.filter(({ key }) => key === '' || lines.some(({ id }) => key.startsWith(`${id} `))),
    [known, lines],
  )
  const take = (key: string) => setKnown((now) => now.filter((one) => one.key !== key))
  const put = (cell: Refused) => setKnown((now) => [cell, ...now.filter(({ key }) => key !== cell.key)])
  return {
    all,
    /** The cell took what was typed, and what a paste left out is over. */
    taken: (key: string) => {
      take(key)
      take('')
    },
    refuse: (key: string, reason: string, typed: string) => {
      const isLong = typed.length > mostNamed
      const named = isLong ? `${typed.slice(0, mostNamed)}…` : typed
      put({ key, problem: `${reason}: “${named}” was not taken.`, typed, isLong })
    },
    /** What was typed into a cell that did not take it; null for any other cell. */
    typedIn: (key: string) => all.find((one) => one.key === key)?.typed ?? null,
    /** What a paste left out; null where it left nothing out. */
    pasted: (problem: string | null) =>
      problem === null ? take('') : put({ key: '', problem, typed: '', isLong: false }),
  }
}

export type RefusedCells = ReturnType<typeof useRefusedCells>
