import { useEffect, useState } from 'react'

/** In ms. Parts that load longer are shown when they arrive. */
const patience = 4000

/**
 * True when all parts of the first look have loaded, or after a limit. Lists that arrive one by one would push each
 * other down, so they are shown together.
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
