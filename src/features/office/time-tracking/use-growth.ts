import { map, timer } from 'rxjs'
import { type Behavior, behavior } from '@/streams/behavior'
import { useBehavior } from '@/streams/react/use-behavior'
import type { HoursRow, ReadHours } from './hours'

const steady = () => performance.now()
const second: Behavior<number> = behavior(timer(0, 1000).pipe(map(steady)), steady())
const still: Behavior<number> = { getSnapshot: () => 0, subscribe: () => () => {} }

/** The current rows: those of running timers have grown since the read. */
export function useGrowth(read: ReadHours | undefined): HoursRow[] | undefined {
  const isGrowing = read?.rows.some(({ isRunning }) => isRunning) ?? false
  const now = useBehavior(isGrowing ? second : still)
  return read && grownBy(read.rows, (now - read.readAt) / 1000)
}

/** `seconds` may be a fraction, and below zero for a tick that came before the read. */
const grownBy = (rows: readonly HoursRow[], seconds: number): HoursRow[] =>
  rows.map((row) => (row.isRunning ? { ...row, seconds: row.seconds + Math.max(0, Math.floor(seconds)) } : row))
