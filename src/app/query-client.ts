import { QueryClient } from '@tanstack/react-query'

const minutes = 60_000

/** Fresh for 5 minutes, kept for 10, no retry, no refetch on focus (spec 1 §9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * minutes, gcTime: 10 * minutes, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
