import type { ReactNode } from 'react'
import { filterNames, type Filters, type FilterValues } from './filter'
import { FoldedFilters } from './folded-filters'
import classes from './list.module.css'
import { useIsPhone } from './use-wide'

type ListFiltersProps<F extends Filters> = {
  filters: F
  values: FilterValues<F>
  /** The names of those that are set. */
  set: readonly string[]
  onChange: (change: Partial<FilterValues<F>>) => void
  /** At the end of the line: a count, a menu. */
  children?: ReactNode
}

/** The filters above a list. On a phone the search stays visible and the others are behind one button. */
export function ListFilters<F extends Filters>({ filters, values, set, onChange, children }: ListFiltersProps<F>) {
  const isPhone = useIsPhone()
  const names = filterNames(filters)
  const controls = (shown: readonly (keyof F & string)[]) =>
    shown.map((name) => {
      const filter = filters[name]
      if (!filter) return null
      const change: Partial<FilterValues<F>> = {}
      return (
        <filter.Control
          key={name}
          label={filter.label}
          value={values[name]}
          onChange={(value) => onChange(Object.assign(change, { [name]: value }))}
        />
      )
    })
  if (!isPhone)
    return (
      <div className={classes.bar}>
        {controls(names)}
        <div className={classes.end}>{children}</div>
      </div>
    )
  const hidden = names.filter((name) => !filters[name]?.isSearch)
  return (
    <FoldedFilters
      search={controls(names.filter((name) => filters[name]?.isSearch))}
      count={set.filter((name) => hidden.includes(name)).length}
      end={children}
    >
      {hidden.length > 0 ? controls(hidden) : null}
    </FoldedFilters>
  )
}
