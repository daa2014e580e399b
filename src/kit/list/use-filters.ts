import { useSearchParams } from 'react-router-dom'
import { type Filters, filtersSet, type FilterValues, readFilters, withFilters } from './filter'

/** The filters of a screen in the address, and the function to change them. A change adds no history entry. */
export function useFilters<F extends Filters>(filters: F) {
  const [search, setSearch] = useSearchParams()
  return {
    filter: readFilters(filters, search),
    /** The names of those that are set. */
    set: filtersSet(filters, search),
    change: (change: Partial<FilterValues<F>>) =>
      setSearch((current) => withFilters(filters, current, change), { replace: true }),
    /** Clears every filter; the part of the list that is looked at stays. */
    showAll: () =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          for (const name of filtersSet(filters, current)) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}
