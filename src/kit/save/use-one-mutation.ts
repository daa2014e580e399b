import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type Heard, useHeardMutation } from './use-heard-mutation'

/**
 * `useMutation` whose `mutate` accepts one call at a time: calls are ignored until the answer is handled. `isPending`
 * alone is too slow for a double click.
 */
export function useOneMutation<Data = unknown, Failure = DefaultError, Variables = void>(
  options: UseMutationOptions<Data, Failure, Variables>,
) {
  const { mutateAsync: _, ...mutation } = useHeardMutation<Data, Failure, Variables>(options, isRunning)
  return mutation
}

const isRunning = (last: Heard<unknown>): boolean => last.isRunning
