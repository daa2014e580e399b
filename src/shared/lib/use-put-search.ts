import { useSearchParams } from 'react-router-dom'

/** Puts a value into the search part of the address, or takes it away where it is null or empty. It adds no step to Back. */
export function usePutSearch(): (name: string, value: string | null) => void {
  const [, setSearch] = useSearchParams()
  return (name, value) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
}
