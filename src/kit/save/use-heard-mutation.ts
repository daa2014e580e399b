import { type DefaultError, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** The last call that was heard: what it asks for, when it was made (ms), and whether its answer is still to be handled. */
export type Heard<Variables> = { variables: Variables; since: number; isRunning: boolean }

/**
 * `useMutation` that ignores a call when `isIgnored` says so of the last one that was heard. A call runs until its
 * `onSettled` is through. What failed is heard again at once, and so is what was taken back (`reset`).
 * @param isIgnored is a function of the module, not made anew with each render
 */
export function useHeardMutation<Data, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
  isIgnored: (last: Heard<Variables>, variables: Variables, now: number) => boolean,
) {
  const last = useRef<Heard<Variables> | null>(null)
  const {
    mutate: run,
    reset: forget,
    ...mutation
  } = useMutation<Data, Failure, Variables, Context>({
    ...options,
    onSettled: async (...answer) => {
      try {
        await options.onSettled?.(...answer)
      } finally {
        const [, failure, variables] = answer
        if (last.current?.variables === variables) last.current = failure ? null : { ...last.current, isRunning: false }
      }
    },
  })
  const mutate = useCallback(
    (...call: Parameters<typeof run>) => {
      const variables = call[0] as Variables
      const now = performance.now()
      if (last.current !== null && isIgnored(last.current, variables, now)) return
      last.current = { variables, since: now, isRunning: true }
      run(...call)
    },
    [run, isIgnored],
  )
  const reset = useCallback(() => {
    last.current = null
    forget()
  }, [forget])
  return { ...mutation, mutate, reset }
}
