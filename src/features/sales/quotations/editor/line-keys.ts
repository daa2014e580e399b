import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { LineChange, QuotationItem } from './line'

/** Each line between the same two makes the next key longer. The database takes 200 characters; beyond this length the lines around it get new keys. */
const longest = 24
/** What new keys are to have at most. */
const wanted = 12

const isKey = ({ position }: QuotationItem): boolean => {
  try {
    return generateKeyBetween(position, null) > position
  } catch {
    return false
  }
}

function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  try {
    return generateNKeysBetween(before, after, count)
  } catch {
    return null
  }
}

/** So many keys for the lines from `from` to before `to`, none of which one of them has: they are written one after the other. */
function freshKeys(lines: readonly QuotationItem[], from: number, to: number, count: number): string[] {
  const old = new Set(lines.slice(from, to).map(({ position }) => position))
  const [before, after] = [lines[from - 1]?.position ?? null, lines[to]?.position ?? null]
  const keys = generateNKeysBetween(before, after, count + old.size)
  return keys.filter((key) => !old.has(key)).slice(0, count)
}

/** The fewest lines around a place that have to get new keys, so that the keys are short again. */
function rewritten(lines: readonly QuotationItem[], place: number, count: number) {
  for (let reach = 8; ; reach *= 2) {
    let [from, to] = [Math.max(0, place - reach), Math.min(lines.length, place + reach)]
    while (from > 0 && !isKey(lines[from - 1]!)) from--
    while (to < lines.length && !isKey(lines[to]!)) to++
    const keys = freshKeys(lines, from, to, to - from + count)
    const isAll = from === 0 && to === lines.length
    if (isAll || keys.every(({ length }) => length <= wanted)) return { from, to, keys }
  }
}

/**
 * Keys for `count` lines before the line at `place` of the lines in their order. Where the keys beside it have grown long, or are none of
 * fractional indexing, the lines there get new ones too, by their order: `moves`, to perform before.
 */
export function keysAt(
  lines: readonly QuotationItem[],
  place: number,
  count: number,
): { keys: string[]; moves: LineChange[] } {
  const own = keysBetween(lines[place - 1]?.position ?? null, lines[place]?.position ?? null, count)
  if (own?.every(({ length }) => length <= longest)) return { keys: own, moves: [] }
  const { from, to, keys } = rewritten(lines, place, count)
  const around = [...keys.slice(0, place - from), ...keys.slice(place - from + count)]
  const moves = lines
    .slice(from, to)
    .map(({ id, position }, nth) => ({ id, from: position, to: around[nth] ?? position }))
  return {
    keys: keys.slice(place - from, place - from + count),
    moves: moves.length === 0 ? [] : [{ kind: 'move', moves }],
  }
}

/** Keys for so many new lines after a line, or at the end. */
export const keysAfter = (lines: readonly QuotationItem[], after: string | null, count: number) =>
  keysAt(lines, after === null ? lines.length : lines.findIndex(({ id }) => id === after) + 1, count)

/** The change that puts lines at a place among the others. */
export function movedTo(
  others: readonly QuotationItem[],
  place: number,
  chosen: readonly QuotationItem[],
): LineChange[] {
  const { keys, moves } = keysAt(others, place, chosen.length)
  return [
    ...moves,
    {
      kind: 'move',
      moves: chosen.map(({ id, position }, nth) => ({ id, from: position, to: keys[nth] ?? position })),
    },
  ]
}
