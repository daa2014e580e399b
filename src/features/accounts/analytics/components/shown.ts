import type { Figures, Period } from '../figures'

/** What every figure is made of: the period, the one before, and how the records behind it are opened. */
export type Shown = {
  now: Figures
  then: Figures
  period: Period
  earlier: Period
  /** False while the period before is being read. */
  isCompared: boolean
  then_words: string
  open: (part: string, bucket?: string, mark?: string) => void
}
