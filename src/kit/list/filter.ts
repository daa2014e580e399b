import type { ReactNode } from 'react'

/** One filter of a list. Its value is in the address under the filter's name; the default value is left out. */
export type Filter<Value> = {
  label: string
  /** Reads the value from the address. Unreadable text counts as not set. */
  read(text: string | null): Value
  /** Null for the usual value, which the address leaves out. */
  write(value: Value): string | null
  Control(props: { label: string; value: Value; onChange(value: Value): void }): ReactNode
  /** A search field. It stays visible on a phone, where the other filters are behind one button. */
  isSearch?: boolean
  /** A section of the list rather than a filter, such as “Open” and “Closed”. “Show all” keeps it. */
  isPlace?: boolean
  /** The name of a section. */
  nameOf?(value: Value): string
}

export type Filters = Readonly<Record<string, Filter<unknown>>>
export type FilterValues<F extends Filters> = { [Name in keyof F]: F[Name] extends Filter<infer Value> ? Value : never }

export const filterNames = <F extends Filters>(filters: F): (keyof F & string)[] => Object.keys(filters)

/** The value of each filter in the address. */
export function readFilters<F extends Filters>(filters: F, search: URLSearchParams): FilterValues<F> {
  const values: Partial<FilterValues<F>> = {}
  for (const name of filterNames(filters)) Object.assign(values, { [name]: filters[name]?.read(search.get(name)) })
  return values as FilterValues<F>
}

/** The same address with some filters changed. */
export function withFilters<F extends Filters>(
  filters: F,
  search: URLSearchParams,
  change: Partial<FilterValues<F>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of filterNames(filters)) {
    if (!(name in change)) continue
    const text = filters[name]?.write(change[name]) ?? null
    if (text === null || text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** The names of the filters that are set: as many as a phone shows on its button. */
export const filtersSet = <F extends Filters>(filters: F, search: URLSearchParams): (keyof F & string)[] =>
  filterNames(filters).filter((name) => {
    const filter = filters[name]
    return filter !== undefined && !filter.isPlace && filter.write(filter.read(search.get(name))) !== null
  })

/** The section of a list that is shown, and the usual one; null while the usual one is shown. */
export function placeOf<F extends Filters>(filters: F, values: FilterValues<F>) {
  for (const name of filterNames(filters)) {
    const filter = filters[name]
    if (filter?.isPlace && filter.nameOf && filter.write(values[name]) !== null) {
      const usual = filter.read(null)
      return { name, label: filter.nameOf(values[name]), usual, usualLabel: filter.nameOf(usual) }
    }
  }
  return null
}

/** The filters whose usual value counts as set: without any choice such a list would say that its filters match nothing. */
export const filtersNeverUnset = (filters: Filters): string[] => filtersSet(filters, new URLSearchParams())
