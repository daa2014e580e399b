import type { Figures, Period } from '../figures'

/** The common inputs of every figure: both periods, and the function that opens its records. */
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
