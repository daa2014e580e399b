import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The number of unpublished posts and reviews. */
export const waitingQuery = queryOptions({
  queryKey: ['site', 'waiting'],
  queryFn: async ({ signal }) => {
    const [posts, reviews] = await Promise.all([
      db
        .from('blog_posts')
        .select('id', { count: 'exact', head: true })
        .or(`status.eq.draft,published_at.gt.${new Date().toISOString()}`)
        .abortSignal(signal)
        .throwOnError(),
      db
        .from('reviews')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'pending')
        .abortSignal(signal)
        .throwOnError(),
    ])
    return { posts: posts.count ?? 0, reviews: reviews.count ?? 0 }
  },
})
