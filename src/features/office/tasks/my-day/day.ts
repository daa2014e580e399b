/** A line of the day as the database orders it: the earliest first. `place`: where its person put it; null where not. */
type Placed = { id: string; place: number | null }

/**
 * The lines in the order of their person. A line without a place comes before the first placed line that is later than
 * it, else last; lines without a place keep their order.
 */
export function arranged<Line extends Placed>(byTime: readonly Line[]): Line[] {
  const time = new Map(byTime.map(({ id }, at) => [id, at]))
  const timeOf = ({ id }: Line) => time.get(id) ?? 0
  const placed = byTime.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const fresh = byTime.filter(({ place }) => place === null)
  let next = 0
  const before = placed.flatMap((line) => {
    const from = next
    while (fresh[next] && timeOf(fresh[next] as Line) < timeOf(line)) next += 1
    return [...fresh.slice(from, next), line]
  })
  return [...before, ...fresh.slice(next)]
}

/** The ids with one of them at the place of another. Unknown ids change nothing. */
export function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const from = ids.indexOf(id)
  if (from === -1 || to < 0 || to >= ids.length) return [...ids]
  const others = ids.toSpliced(from, 1)
  return others.toSpliced(to, 0, id)
}
