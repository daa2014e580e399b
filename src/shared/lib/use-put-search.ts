import { useSearchParams } from 'react-router-dom'

/**
 * Sets a query parameter of the address, or removes it for null and empty text. It adds no history entry.
 * `preventScrollReset`: the page stays where it was scrolled to.
 */
export function usePutSearch({ preventScrollReset = false } = {}): (name: string, value: string | null) => void {
  const [, setSearch] = useSearchParams()
  return (name, value) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset },
    )
}
