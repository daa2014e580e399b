import type { CutPart, Placed } from './nesting.ts'

/** A roll: its width in mm, the gap between parts, and how far strips overlap where a part is wider than the roll. */
export type Roll = { width: number; gap: number; overlap: number; mayTurn: boolean }

/** Parts laid along a roll. `length` is the running length in mm; `strips` counts the strips of parts that were divided. */
export type RollLayout = { placed: Placed[]; width: number; length: number; strips: number; impossible: string[] }

type Piece = { part: number; width: number; height: number; isTurned: boolean }
type Divided = { count: number; width: number; height: number; isTurned: boolean }
/** A step of the skyline: from `x` on, `width` wide, everything above `y` is taken. */
type Step = { x: number; width: number; y: number }

const orders: readonly ((a: Piece, b: Piece) => number)[] = [
  (a, b) => b.height - a.height || b.width - a.width,
  (a, b) => b.width - a.width || b.height - a.height,
  (a, b) => b.width * b.height - a.width * a.height,
  (a, b) => Math.max(b.width, b.height) - Math.max(a.width, a.height),
]

/** Parts that are divided into more strips than this are a mistake of typing. */
const mostStrips = 50

/**
 * Lays parts along a roll and takes the shortest of several ways. A part wider than the roll is divided into strips of
 * one width that overlap, unless the overlap leaves no roll.
 */
export function layOnRoll(parts: readonly CutPart[], roll: Roll): RollLayout {
  const impossible: string[] = []
  let strips = 0
  const pieces = parts.flatMap((part, index) => {
    const divided = stripsOf(part, roll)
    if (divided === null) {
      impossible.push(part.name)
      return []
    }
    const { count, ...piece } = divided
    if (count > 1) strips += count * part.count
    return Array.from({ length: part.count * count }, (): Piece => ({ part: index, ...piece }))
  })
  const blank = { placed: [], width: roll.width, length: 0, strips, impossible }
  if (impossible.length > 0 || pieces.length === 0) return blank
  let best: RollLayout | null = null
  for (const order of orders)
    for (const mayTurn of roll.mayTurn ? [true, false] : [false]) {
      const placed = along([...pieces].sort(order), { ...roll, mayTurn })
      const length = Math.max(0, ...placed.map(({ y, height }) => y + height))
      if (best === null || length < best.length) best = { ...blank, placed, length }
    }
  return best ?? blank
}

/**
 * How a part is divided: not at all when it fits as typed or turned, because a seam costs more than the roll it saves;
 * else the way that needs less of the roll. Null when it is impossible.
 */
function stripsOf({ width, height }: CutPart, roll: Roll): Divided | null {
  const divide = (across: number, length: number, isTurned: boolean): Divided[] => {
    if (across <= roll.width) return [{ count: 1, width: across, height: length, isTurned }]
    if (roll.overlap >= roll.width) return []
    const count = Math.ceil((across - roll.overlap) / (roll.width - roll.overlap))
    if (count > mostStrips) return []
    return [{ count, width: (across + (count - 1) * roll.overlap) / count, height: length, isTurned }]
  }
  const straight = divide(width, height, false)
  if (straight[0]?.count === 1 || !roll.mayTurn) return straight[0] ?? null
  const turned = divide(height, width, true)
  if (turned[0]?.count === 1) return turned[0]
  return (
    [...straight, ...turned].sort((a, b) => a.count * a.height - b.count * b.height || a.count - b.count)[0] ?? null
  )
}

/** Each piece goes to the place where it ends nearest to the start of the roll, then leftmost. */
function along(pieces: readonly Piece[], roll: Roll): Placed[] {
  let skyline: Step[] = [{ x: 0, width: roll.width + roll.gap, y: 0 }]
  return pieces.map((piece) => {
    const { part, width, height, isTurned } = piece
    const ways = [{ width, height, isTurned }]
    if (roll.mayTurn && height <= roll.width) ways.push({ width: height, height: width, isTurned: !isTurned })
    let best: Placed = { part, x: 0, y: lowest(skyline, 0, roll.width), width, height, isTurned }
    for (const way of ways)
      for (const { x } of skyline) {
        if (x + way.width > roll.width + 1e-6) continue
        const y = lowest(skyline, x, way.width + roll.gap)
        if (y + way.height < best.y + best.height - 1e-6) best = { part, x, y, ...way }
      }
    skyline = raised(skyline, best.x, best.width + roll.gap, best.y + best.height + roll.gap)
    return best
  })
}

const lowest = (skyline: readonly Step[], x: number, width: number): number =>
  Math.max(...skyline.filter((step) => step.x < x + width - 1e-6 && step.x + step.width > x + 1e-6).map(({ y }) => y))

function raised(skyline: readonly Step[], x: number, width: number, y: number): Step[] {
  const end = x + width
  const next: Step[] = []
  for (const step of skyline) {
    const stepEnd = step.x + step.width
    if (step.x < x) next.push({ ...step, width: Math.min(stepEnd, x) - step.x })
    if (stepEnd > end && step.x < end) next.push({ x: end, width: stepEnd - end, y: step.y })
    else if (step.x >= end) next.push(step)
  }
  return [...next, { x, width, y }].filter((step) => step.width > 1e-6).sort((a, b) => a.x - b.x)
}
