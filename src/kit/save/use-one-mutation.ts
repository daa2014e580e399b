import { type DefaultError, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * `useMutation` whose `mutate` accepts one call at a time: calls are ignored until the answer is handled. `isPending`
 * alone is too slow for a double click.
 */
export function useOneMutation<Data = unknown, Failure = DefaultError, Variables = void>(
  options: UseMutationOptions<Data, Failure, Variables>,
) {
  const isRunning = useRef(false)
  const {
    mutate,
    mutateAsync: _,
    ...mutation
  } = useMutation<Data, Failure, Variables>({
    ...options,
    onSettled: async (...answer) => {
      try {
        await options.onSettled?.(...answer)
      } finally {
        isRunning.current = false
      }
    },
  })
  return {
    ...mutation,
    mutate: (variables: Variables) => {
      if (isRunning.current) return
      isRunning.current = true
      mutate(variables)
    },
  }
}
