import { onlineManager, QueryClient } from '@tanstack/react-query'
import { readsAfterJoin } from '@/shared/hooks/read-after-join'

const minutes = 60_000

/**
 * A query on the screen whose repeated read failed is read again after this time, in ms. While the channel is live,
 * nothing else would repeat it.
 */
const staleFor = 10_000

// A page that is opened without a network (public/day-worker.js) waits for it, as one does that loses it.
if (typeof navigator !== 'undefined' && navigator.onLine === false) onlineManager.setOnline(false)

/** Fresh for 5 minutes, kept for 10, no retry, no refetch on focus (spec 1 §9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * minutes,
      gcTime: 10 * minutes,
      retry: false,
      persister: readsAfterJoin.read,
      networkMode: 'online',
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => (state.status === 'error' && state.data !== undefined ? staleFor : false),
    },
    // A save without a network fails at once. A paused one would look as if it were done, and would be done later.
    mutations: { retry: false, networkMode: 'always' },
  },
})
