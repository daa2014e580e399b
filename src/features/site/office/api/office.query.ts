import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The root key of the staff's queries about the site. */
export const officeKey = ['site-office'] as const

const postColumns =
  'id, kind, slug, title, excerpt, picture, photo_id, service_id, status, published_at, created_at, updated_at, row_version'

/** Every post without its text, newest first. A company has some hundreds. */
export async function readPosts(signal: AbortSignal) {
  const { data } = await db
    .from('blog_posts')
    .select(postColumns)
    .order('published_at', { ascending: false, nullsFirst: true })
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type PostLine = Awaited<ReturnType<typeof readPosts>>[number]

/** One post with its text; null when it is not there. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: [...officeKey, 'post', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('blog_posts')
        .select(`${postColumns}, body_html`)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Post = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof postQuery>['queryFn']>>>>

/** Every review, the newest first. */
export async function readReviews(signal: AbortSignal) {
  const { data } = await db
    .from('reviews')
    .select('*, services (name)')
    .order('created_at', { ascending: false })
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type ReviewLine = Awaited<ReturnType<typeof readReviews>>[number]

export const reviewsQuery = queryOptions({
  queryKey: [...officeKey, 'reviews'],
  queryFn: ({ signal }) => readReviews(signal),
})
