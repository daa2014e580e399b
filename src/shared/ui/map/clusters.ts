/** A place on the map. `count`: the number on the pin. `colour`: a CSS colour, by default the company's. */
export type Pinned = { id: string; label: string; lat: number; lng: number; count?: number; colour?: string }
export type Spot = { x: number; y: number }
export type Size = { width: number; height: number }
/** Pins that would overlap are drawn as one mark. */
export type Cluster = { x: number; y: number; pins: readonly Pinned[] }

/**
 * Groups pins nearer than `reach` pixels in one pass from the top left; the chosen pin is never grouped. Pins outside the map
 * by more than `reach` are dropped. `spotOf` returns the pixel of a pin.
 */
export function clustered(
  pins: readonly Pinned[],
  spotOf: (pin: Pinned) => Spot,
  size: Size,
  reach: number,
  chosen: string | null,
): Cluster[] {
  const cells = new Map<string, { x: number; y: number; pins: Pinned[] }[]>()
  const clusters: { x: number; y: number; pins: Pinned[] }[] = []
  const placed = pins
    .map((pin) => ({ pin, ...spotOf(pin) }))
    .filter(({ x, y }) => x > -reach && y > -reach && x < size.width + reach && y < size.height + reach)
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
  for (const { pin, x, y } of placed) {
    const [column, line] = [Math.floor(x / reach), Math.floor(y / reach)]
    const neighbour =
      pin.id === chosen
        ? undefined
        : [-1, 0, 1]
            .flatMap((right) => [-1, 0].flatMap((down) => cells.get(`${column + right} ${line + down}`) ?? []))
            .find((each) => Math.hypot(each.x - x, each.y - y) < reach)
    if (neighbour) {
      neighbour.pins.push(pin)
      continue
    }
    const cluster = { x, y, pins: [pin] }
    clusters.push(cluster)
    if (pin.id === chosen) continue
    const key = `${column} ${line}`
    cells.set(key, [...(cells.get(key) ?? []), cluster])
  }
  return clusters
}
