import { compared, decimal } from '@/shared/domain/money/decimal'

/**
 * True when two stored values are equal. A number equals its text (`12.5` and `'12.50'`), lists and objects are
 * compared by content.
 */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one === 'number' || typeof other === 'number') {
    const [read, also] = [numberOf(one), numberOf(other)]
    return read !== null && also !== null && compared(read, also) === 0
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return ordered(one) === ordered(other)
}

const numberOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? decimal(value) : null)

const ordered = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
