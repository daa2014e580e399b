import type { Cursor, Page, Sort } from './define-list'

type Ordered<Row> = {
  order: (column: string, options: { ascending: boolean; nullsFirst: boolean }) => Ordered<Row>
  or: (filters: string) => Ordered<Row>
  limit: (count: number) => Ordered<Row>
  abortSignal: (signal: AbortSignal) => Ordered<Row>
  throwOnError: () => PromiseLike<{ data: Row[]; count: number | null }>
}

type PageOf = { sort: Sort; after: Cursor | null; limit: number; signal: AbortSignal }

/**
 * One page of a query, sorted by one column and then by `id`, beginning after the last row of the page before. Ask the
 * first page with `{ count: 'exact' }` in `select` to have the total. Empty values come last. `tie` is a unique column that
 * is never empty, such as a number: it orders rows of one value instead of `id`.
 */
export async function pageOf<Row extends { id: string }>(
  query: unknown,
  { sort, after, limit, signal }: PageOf,
  valueOf: (row: Row) => Cursor['value'] = (row) => cursorValue(Reflect.get(row, sort.by)),
  tie = 'id',
): Promise<Page<Row>> {
  const ordered = (query as Ordered<Row>)
    .order(sort.by, { ascending: !sort.down, nullsFirst: false })
    .order(tie, { ascending: !sort.down, nullsFirst: false })
    .limit(limit)
    .abortSignal(signal)
  const { data, count } = await (after ? ordered.or(afterCursor(sort, after, tie)) : ordered).throwOnError()
  const last = data.length < limit ? undefined : data.at(-1)
  return {
    rows: data,
    total: after ? null : count,
    next: last ? { value: valueOf(last), id: String(Reflect.get(last, tie)) } : null,
  }
}

/** The sort and the cursor as the search functions of the database take them. */
export const keysetArguments = ({ by, down }: Sort, after: Cursor | null) => ({
  p_sort: by,
  p_down: down,
  ...(after ? { p_after_id: after.id } : {}),
  ...(after && after.value !== null ? { p_after_value: String(after.value) } : {}),
})

/** The PostgREST condition for rows after a cursor. */
export function afterCursor({ by, down }: Sort, { value, id }: Cursor, tie = 'id'): string {
  const beyond = down ? 'lt' : 'gt'
  if (value === null) return `and(${by}.is.null,${tie}.${beyond}.${id})`
  const quoted = `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return `${by}.${beyond}.${quoted},and(${by}.eq.${quoted},${tie}.${beyond}.${id}),${by}.is.null`
}

const cursorValue = (value: unknown): Cursor['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
