import { useEffect, useState } from 'react'

/** In ms. Parts that load longer are shown when they arrive. */
const patience = 4000

/**
 * Whether everything that the first look needs is here. Lists that arrive one after the other would push those below
 * them; so they are shown together, but nobody waits for the slowest one forever.
 */
export function useAllHere(isLoading: boolean): boolean {
  const [isOver, setOver] = useState(!isLoading)
  if (!isLoading && !isOver) setOver(true)
  useEffect(() => {
    if (isOver) return
    const end = setTimeout(() => setOver(true), patience)
    return () => clearTimeout(end)
  }, [isOver])
  return isOver
}
