/** A block of one day: from and until in minutes of its clock. */
export type Block = { from: number; until: number }
/** Where a block stands among those that overlap it: its column of how many, and how many columns it may fill. */
export type Placed<B extends Block> = { block: B; column: number; columns: number; span: number }

/**
 * Puts blocks that overlap side by side. A block fills the columns to its right that nothing of its time needs. Blocks of
 * less than `least` minutes are drawn as high as that, so they count as long as that.
 */
export function sideBySide<B extends Block>(blocks: readonly B[], least = 20): Placed<B>[] {
  const endOf = ({ from, until }: Block) => Math.max(until, from + least)
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
