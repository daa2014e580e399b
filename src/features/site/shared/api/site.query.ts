import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { count, list, maybe, record, text } from '../shape'

/** The root of everything that visitors read. */
export const siteKey = ['site'] as const

const serviceFields = {
  slug: text,
  name: text,
  category: maybe(text),
  summary: maybe(text),
  unit: text,
  /** Decimal text, without VAT. */
  price: maybe(text),
  least: maybe(text),
  picture: maybe(text),
  where_used: maybe(text),
  lasts: maybe(text),
  ready_in: maybe(text),
}
export const serviceShape = record(serviceFields)
export type PublicService = ReturnType<typeof serviceShape>

const postFields = {
  kind: text,
  slug: text,
  title: text,
  excerpt: maybe(text),
  picture: maybe(text),
  published_at: text,
  updated_at: text,
  minutes: count,
}
export const postShape = record(postFields)
export type PublicPost = ReturnType<typeof postShape>

export const reviewShape = record({
  id: text,
  name: text,
  company: maybe(text),
  rating: count,
  body: text,
  reply: maybe(text),
  replied_at: maybe(text),
  at: text,
})
export type PublicReview = ReturnType<typeof reviewShape>

const homeShape = record({
  services: list(serviceShape),
  posts: list(postShape),
  reviews: list(reviewShape),
  rating: record({ count, average: maybe(text) }),
})

export const homeQuery = queryOptions({
  queryKey: [...siteKey, 'home'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('get_public_home').abortSignal(signal).throwOnError()
    return homeShape(data)
  },
})

export const servicesQuery = queryOptions({
  queryKey: [...siteKey, 'services'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('get_public_services').abortSignal(signal).throwOnError()
    return list(serviceShape)(data)
  },
})

const wholeService = maybe(
  record({
    ...serviceFields,
    text: maybe(text),
    breaks: list(record({ basis: text, from: text, to: maybe(text), discount: maybe(text), price: maybe(text) })),
    options: list(
      record({ label: text, kind: text, unit: maybe(text), usual: maybe(text), choices: maybe(list(text)) }),
    ),
    reviews: list(reviewShape),
    posts: list(postShape),
    others: list(serviceShape),
  }),
)
export type WholeService = NonNullable<ReturnType<typeof wholeService>>

/** One service; null where the address leads to none. */
export const serviceQuery = (slug: string) =>
  queryOptions({
    queryKey: [...siteKey, 'service', slug],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('get_public_service', { p_slug: slug }).abortSignal(signal).throwOnError()
      return wholeService(data)
    },
  })

export const postsQuery = queryOptions({
  queryKey: [...siteKey, 'posts'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('get_public_posts').abortSignal(signal).throwOnError()
    return list(postShape)(data)
  },
})

const movedPost = record({ moved_to: text })
const wholePost = record({ ...postFields, body_html: text, service: maybe(serviceShape), next: list(postShape) })
export type WholePost = ReturnType<typeof wholePost>

/** One post, where it moved to, or null. */
export const postQuery = (slug: string) =>
  queryOptions({
    queryKey: [...siteKey, 'post', slug],
    queryFn: async ({ signal }): Promise<WholePost | { moved_to: string } | null> => {
      const { data } = await db.rpc('get_public_post', { p_slug: slug }).abortSignal(signal).throwOnError()
      if (data === null) return null
      return typeof data === 'object' && 'moved_to' in data ? movedPost(data) : wholePost(data)
    },
  })

const bannerShape = record({ id: text, title: text, body: maybe(text), link: maybe(text), link_label: maybe(text) })
export type Banner = ReturnType<typeof bannerShape>

/** Whose banners show at an address of the site, beside those for every page. */
const placementAt = (pathname: string): 'home' | 'services' | 'tips' | 'other' => {
  if (/^\/(new-version)?$/.test(pathname)) return 'home'
  const [, first] = pathname.split('/')
  return first === 'services' ? 'services' : first === 'tips-advice' ? 'tips' : 'other'
}

/** The banners of the day at an address of the site. */
export const bannersQuery = (pathname: string) => {
  const placement = placementAt(pathname)
  return queryOptions({
    queryKey: [...siteKey, 'banners', placement],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('get_site_banners', { p_placement: placement }).abortSignal(signal).throwOnError()
      return list(bannerShape)(data)
    },
  })
}
