import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Cursor, ListDefinition, Page, Sort } from './define-list'
import type { Filters, FilterValues } from './filter'
import { useFilters } from './use-filters'

const pageSize = 50

/** The filters and the sorting of a list from the address, and how to change them. */
export function useListAddress<Row, F extends Filters>(list: ListDefinition<Row, F>) {
  const [search, setSearch] = useSearchParams()
  const sort = readSort(list, search.get('sort'))
  return {
    ...useFilters(list.filters),
    sort,
    sortBy: ({ by, down }: Sort) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          if (by === list.sort.by && down === list.sort.down) next.delete('sort')
          else next.set('sort', `${down ? '-' : ''}${by}`)
          return next
        },
        { replace: true },
      ),
  }
}

function readSort<Row, F extends Filters>({ columns, sort }: ListDefinition<Row, F>, text: string | null): Sort {
  const by = text?.replace(/^-/, '')
  return columns.some((column) => column.sort === by) && by ? { by, down: text?.startsWith('-') ?? false } : sort
}

export type ListRows<Row> = {
  rows: readonly Row[]
  total: number | null
  isPending: boolean
  /** Rows of other filters are shown until the new ones are here. */
  isStale: boolean
  /** The key of the request that returned these rows; null while its rows have not arrived. */
  request: string | null
  isFailed: boolean
  hasMore: boolean
  isReadingMore: boolean
  more: () => void
  retry: () => void
}

/** The rows of a list, a page at a time, or all of a short one. */
export function useListRows<Row, F extends Filters>(
  list: ListDefinition<Row, F>,
  filter: FilterValues<F>,
  sort: Sort,
): ListRows<Row> {
  const paged = useInfiniteQuery({
    queryKey: [...list.key, 'list', list.name, filter, sort],
    enabled: list.read !== undefined,
    initialPageParam: null as Cursor | null,
    queryFn: ({ pageParam, signal }): Promise<Page<Row>> =>
      readPage(list, { filter, sort, after: pageParam, limit: pageSize, signal }),
    getNextPageParam: (page: Page<Row>) => page.next,
    placeholderData: (previous) => previous,
  })
  const whole = useQuery({
    queryKey: [...list.key, 'list', list.name],
    enabled: list.all !== undefined,
    queryFn: ({ signal }) => (list.all ? list.all(signal) : []),
  })
  const read = list.all ? whole : paged
  const rows = list.all
    ? shownOf(list, whole.data ?? [], filter, sort)
    : (paged.data?.pages ?? []).flatMap((p) => p.rows)
  return {
    rows,
    total: list.all ? rows.length : (paged.data?.pages[0]?.total ?? null),
    isPending: read.isPending,
    isStale: paged.isPlaceholderData,
    request: read.data === undefined || paged.isPlaceholderData ? null : JSON.stringify([filter, sort]),
    isFailed: read.isError && read.data === undefined,
    hasMore: paged.hasNextPage,
    isReadingMore: paged.isFetchingNextPage,
    more: () => void paged.fetchNextPage(),
    retry: () => void read.refetch(),
  }
}

type Request<F extends Filters> = Parameters<NonNullable<ListDefinition<unknown, F>['read']>>[0]

async function readPage<Row, F extends Filters>(list: ListDefinition<Row, F>, request: Request<F>): Promise<Page<Row>> {
  if (list.read) return list.read(request)
  const rows = shownOf(list, await list.all(request.signal), request.filter, request.sort)
  return { rows, total: rows.length, next: null }
}

/** Reads every matching row, page by page, for a file; `onRead` gets the number read so far. */
export async function readAllRows<Row, F extends Filters>(
  list: ListDefinition<Row, F>,
  { filter, sort, signal }: Pick<Request<F>, 'filter' | 'sort' | 'signal'>,
  onRead: (count: number) => void = () => {},
  limit = 500,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Cursor | null = null
  do {
    const page: Page<Row> = await readPage(list, { filter, sort, after, limit, signal })
    rows.push(...page.rows)
    after = page.next
    onRead(rows.length)
  } while (after)
  return rows
}

function shownOf<Row, F extends Filters>(
  list: ListDefinition<Row, F>,
  rows: readonly Row[],
  filter: FilterValues<F>,
  { by, down }: Sort,
): Row[] {
  if (!list.all) return [...rows]
  const sign = down ? -1 : 1
  return rows
    .filter((row) => list.matches(row, filter))
    .toSorted((one, other) => {
      const [first, second] = [list.sortValue(one, by), list.sortValue(other, by)]
      if (first === null || second === null) return Number(first === null) - Number(second === null)
      return sign * (typeof first === 'string' ? first.localeCompare(String(second)) : Number(first) - Number(second))
    })
}
