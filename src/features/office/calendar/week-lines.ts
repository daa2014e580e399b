import { dayAfter, daysBetween } from '../../../shared/domain/time/days.ts'
import type { Day } from './days.ts'

/** A span of days, both included. */
export type Span = { firstDay: Day; lastDay: Day }
/** A bar of one week: its first column, how many columns, its line, and whether it goes on before and after. */
export type Bar<S extends Span> = {
  span: S
  column: number
  length: number
  line: number
  fromBefore: boolean
  goesOn: boolean
}

/**
 * Places spans on the lines of a week without overlap, longer ones first. Days are in the given order; among equal
 * spans the first gets the higher line.
 */
export function weekLines<S extends Span>(spans: readonly S[], monday: Day, days = 7): Bar<S>[] {
  const last = dayAfter(monday, days - 1)
  const inWeek = spans
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= monday)
    .map((span) => {
      const from = Math.max(0, daysBetween(monday, span.firstDay))
      const until = Math.min(days - 1, daysBetween(monday, span.lastDay))
      return {
        span,
        column: from,
        length: until - from + 1,
        line: 0,
        fromBefore: span.firstDay < monday,
        goesOn: span.lastDay > last,
      }
    })
  const taken: boolean[][] = []
  const order = inWeek.toSorted(
    (one, other) => Number(other.length > 1) - Number(one.length > 1) || one.column - other.column,
  )
  for (const bar of order) {
    const columns = Array.from({ length: bar.length }, (_, n) => bar.column + n)
    while (columns.some((column) => taken[bar.line]?.[column])) bar.line += 1
    const line = (taken[bar.line] ??= [])
    for (const column of columns) line[column] = true
  }
  return order
}

/** The number of hidden bars for each day. When any are hidden, the last line shows their number. */
export function hiddenOf(bars: readonly Bar<Span>[], lines: number, days = 7): { shown: number; more: number[] } {
  const deepest = Math.max(-1, ...bars.map(({ line }) => line))
  const shown = deepest < lines ? lines : Math.max(0, lines - 1)
  const more = Array.from(
    { length: days },
    (_, day) =>
      bars.filter(({ line, column, length }) => line >= shown && column <= day && column + length > day).length,
  )
  return { shown, more }
}
