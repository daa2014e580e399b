import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type Heard, useHeardMutation } from './use-heard-mutation'

/** The same act within this time (ms) is the second click of a double click, also when the first is done already. */
const doubleClick = 500

/** True when two calls ask for the same: equal values, key by key. Files and other objects are the same only as one. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const kind: unknown = Object.getPrototypeOf(one)
  if (kind !== Object.getPrototypeOf(other) || (kind !== Object.prototype && kind !== Array.prototype)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  )
}

/**
 * `useMutation` that hears the same act once: a call that asks for what the last call asks for is ignored while that one
 * runs (its `onSettled` included), and within a double click. What failed is tried again at once, and so is what was
 * taken back (`reset`). Other acts run beside it.
 */
export const useActMutation = <Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
) => useHeardMutation<Data, Failure, Variables, Context>(options, isAgain)

/** Functions cannot be compared: two of them are the same act within a double click only. */
function isAgain<Variables>(last: Heard<Variables>, variables: Variables, now: number): boolean {
  const isDoubleClick = now - last.since < doubleClick
  return typeof variables === 'function' && typeof last.variables === 'function'
    ? isDoubleClick
    : (last.isRunning || isDoubleClick) && isSame(last.variables, variables)
}
