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

/** Blocks without a column of their own, from their first to their last minute. */
export type Crowd<B extends Block> = { from: number; until: number; blocks: B[] }

/** Limits overlapping blocks to `most` readable columns. The last column collects the other blocks. */
export function withCrowds<B extends Block>(
  placed: readonly Placed<B>[],
  most: number,
): { shown: Placed<B>[]; crowds: Crowd<B>[] } {
  const isHidden = ({ column, columns }: Placed<B>) => columns > most && column >= most - 1
  const crowds: Crowd<B>[] = []
  for (const { block } of placed.filter(isHidden).toSorted((one, other) => one.block.from - other.block.from)) {
    const last = crowds.at(-1)
    if (last && block.from < last.until) {
      last.until = Math.max(last.until, endOf(block))
      last.blocks.push(block)
    } else crowds.push({ from: block.from, until: endOf(block), blocks: [block] })
  }
  const shown = placed
    .filter((one) => !isHidden(one))
    .map((one) => {
      if (one.columns <= most) return one
      const meetsCrowd = crowds.some(({ from, until }) => one.block.from < until && from < endOf(one.block))
      return { ...one, columns: most, span: Math.min(one.span, (meetsCrowd ? most - 1 : most) - one.column) }
    })
  return { shown, crowds }
}
