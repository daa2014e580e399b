import type { StepOf } from '@/documents/calculation/inputs'
import { nest } from '@/documents/calculation/nesting'
import type { SheetLayout } from './answer'

/** A piece of a sheet that is left over. Sizes in mm, as decimal text. */
export type Offcut = { id: string; width_mm: string; length_mm: string; bin: string | null }

/**
 * The first of these offcuts, in order of size, that holds the parts of the last sheet and so saves a sheet. Null when
 * none is large enough.
 */
export function offcutFor(
  { parts, nesting }: SheetLayout,
  { kerf_mm, may_turn }: Pick<StepOf<'sheet'>, 'kerf_mm' | 'may_turn'>,
  offcuts: readonly Offcut[],
): Offcut | null {
  const last = nesting.sheets.at(-1) ?? []
  if (last.length === 0) return null
  const wanted = parts.map(({ name, width_mm, height_mm }, index) => ({
    name,
    width: Number(width_mm),
    height: Number(height_mm),
    count: last.filter(({ part }) => part === index).length,
  }))
  const area = wanted.reduce((sum, { width, height, count }) => sum + width * height * count, 0)
  return (
    offcuts.find(({ width_mm, length_mm }) => {
      const [width, height] = [Number(length_mm), Number(width_mm)]
      if (width * height < area) return false
      const { sheets, oversize } = nest(wanted, { width, height, kerf: Number(kerf_mm), mayTurn: may_turn })
      return oversize.length === 0 && sheets.length === 1
    }) ?? null
  )
}
