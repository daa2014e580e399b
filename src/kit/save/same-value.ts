import { decimal, written } from '@/shared/domain/money'

/** Whether two stored values are equal. A number and its text are (`12.5` and `'12.50'`), lists and objects by content. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one === 'number' || typeof other === 'number') return numberText(one) === numberText(other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return ordered(one) === ordered(other)
}

/** Null for what is no number, and another value each time so that two of them never match. */
function numberText(value: unknown): string | symbol {
  const read = typeof value === 'number' || typeof value === 'string' ? decimal(value) : null
  if (!read) return Symbol('no number')
  const text = written(read)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const ordered = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
