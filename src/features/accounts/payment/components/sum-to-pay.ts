import { compared, exact, isAboveZero, minus, written } from '@/shared/domain/money/decimal'
import type { Owed } from '../api/owed.query'

/** The cash discount of an amount that settles the invoice with it, also a cent more than it asks for; else null. */
function earlyFor(amount: string, { early, whole }: Owed) {
  if (!early || compared(exact(amount), exact(early.pays)) < 0) return null
  return { ...early, discount: written(minus(exact(whole), exact(amount))) }
}

/**
 * What is paid now. `pays`: a part as decimal text, `all`, or null while the typed amount is invalid; `wantsWhole`: all of an
 * order, where a deposit is due.
 */
export function sumToPay(owed: Owed, pays: string | null, wantsWhole: boolean) {
  const whole = wantsWhole || !isAboveZero(owed.deposit)
  const part = pays === 'all' ? null : pays
  const early = part === null ? null : earlyFor(part, owed)
  return {
    whole,
    part,
    early,
    isUndecided: pays === null,
    amount: part ?? (whole ? owed.whole : owed.deposit),
    /** What stays open after a part; null where nothing does. */
    rest: part === null || early ? null : written(minus(exact(owed.whole), exact(part))),
  }
}
