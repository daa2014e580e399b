/** A block of one day: from and until in minutes of its clock. */
export type Block = { from: number; until: number }
/** The place of a block among overlapping ones: its column, the number of columns, and how many columns it may fill. */
export type Placed<B extends Block> = { block: B; column: number; columns: number; span: number }

/** Minutes. A shorter block is drawn as high as that, so it counts as long as that. */
const least = 20
const endOf = ({ from, until }: Block) => Math.max(until, from + least)

/** Puts blocks that overlap side by side. A block fills the columns to its right that nothing of its time needs. */
export function sideBySide<B extends Block>(blocks: readonly B[]): Placed<B>[] {
  const sorted = blocks.toSorted((one, other) => one.from - other.from || endOf(other) - endOf(one))
  const placed: Placed<B>[] = []
  let group: Placed<B>[] = []
  let groupEnd = -1
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column + 1))
    for (const one of group) {
      one.columns = columns
      const right = group
        .filter(
          (other) =>
            other.column > one.column && other.block.from < endOf(one.block) && endOf(other.block) > one.block.from,
        )
        .map(({ column }) => column)
      one.span = Math.min(columns, ...right) - one.column
    }
    group = []
  }
  for (const block of sorted) {
    if (block.from >= groupEnd) close()
    const busy = new Set(
      group
        .filter((other) => endOf(other.block) > block.from && other.block.from < endOf(block))
        .map(({ column }) => column),
    )
    let column = 0
    while (busy.has(column)) column += 1
    const one = { block, column, columns: 1, span: 1 }
    group.push(one)
    placed.push(one)
    groupEnd = Math.max(group.length === 1 ? -1 : groupEnd, endOf(block))
  }
  close()
  return placed
}

/** A block with the minutes that it is drawn from and until. */
export type Shown<B extends Block> = Placed<B> & Block
/** Blocks without a line of their own, and the minutes in which they are counted. */
export type Crowd<B extends Block> = Block & { blocks: B[] }

/** Minutes. The height of one line in the grid of hours, with its gap. */
const line = 28
/** In px: the least width in which the title of a block is legible. */
const legible = 104
const mostColumns = 3

/** How many blocks stand legibly side by side in a column of that width. */
export const columnsIn = (width: number): number => Math.max(1, Math.min(mostColumns, Math.floor(width / legible)))

/** When a stack ends at the earliest: it has room for a block and for the count of the others. */
const leastOf = <B extends Block>([first]: readonly Placed<B>[]): number => (first?.block.from ?? 0) + 2 * line

/** Blocks of one time, where too many overlap: one below the other, each as wide as the day, until the next one begins. */
function stack<B extends Block>(cluster: readonly Placed<B>[]): { shown: Shown<B>[]; crowd: Crowd<B> | null } {
  const end = Math.max(leastOf(cluster), ...cluster.map(({ block }) => endOf(block)))
  const shown: Shown<B>[] = []
  const hidden: B[] = []
  let next = 0
  for (const [index, { block }] of cluster.entries()) {
    const from = Math.max(block.from, next)
    const isLast = index === cluster.length - 1 && hidden.length === 0
    if (hidden.length > 0 || (shown.length > 0 && from + (isLast ? line : 2 * line) > end)) hidden.push(block)
    else {
      const above = shown.at(-1)
      if (above) above.until = Math.min(above.until, from)
      shown.push({ block, column: 0, columns: 1, span: 1, from, until: Math.max(from + line, block.until) })
      next = from + line
    }
  }
  const above = shown.at(-1)
  const from = Math.max(next, end - line)
  if (above && hidden.length > 0) above.until = Math.min(above.until, from)
  return { shown, crowd: hidden.length > 0 ? { from, until: end, blocks: hidden } : null }
}

/** Limits overlapping blocks to `most` legible columns. Where more overlap, they are stacked, and the rest is counted. */
export function withCrowds<B extends Block>(
  placed: readonly Placed<B>[],
  most: number,
): { shown: Shown<B>[]; crowds: Crowd<B>[] } {
  const clusters: Placed<B>[][] = []
  let end = -1
  for (const one of placed) {
    if (one.block.from >= end) clusters.push([])
    const cluster = clusters.at(-1) ?? []
    cluster.push(one)
    end = Math.max(end, endOf(one.block), one.columns > most ? leastOf(cluster) : 0)
  }
  const shown: Shown<B>[] = []
  const crowds: Crowd<B>[] = []
  for (const cluster of clusters) {
    if (cluster.every(({ columns }) => columns <= most)) {
      shown.push(...cluster.map((one) => ({ ...one, from: one.block.from, until: one.block.until })))
      continue
    }
    const stacked = stack(cluster)
    shown.push(...stacked.shown)
    if (stacked.crowd) crowds.push(stacked.crowd)
  }
  return { shown, crowds }
}
