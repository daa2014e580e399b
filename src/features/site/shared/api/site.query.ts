import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Language } from '@/shared/domain/texts/languages'
import type { Block, SitePageName } from '@/shared/domain/web/site-blocks'
import { isKnownBlock } from '@/shared/domain/web/known-block'
import { count, flag, list, maybe, record, text } from '../mini-schema'
import { photoShape } from '../photo-shape'
import { inLanguage } from './in-language'

/** The root of everything that visitors read. */
export const siteKey = ['site'] as const

/** The new address of a record that visitors knew under another one. */
export type Moved = { moved_to: string }
const movedShape = record({ moved_to: text })

/** The record at an address, its new address, or null. */
export const orMoved =
  <Value>(shape: (data: unknown) => Value) =>
  (data: unknown): Value | Moved | null =>
    data === null ? null : typeof data === 'object' && 'moved_to' in data ? movedShape(data) : shape(data)

/** The slug that something has now; null where the address is its own. */
export const movedTo = (data: object | null | undefined): string | null =>
  data && 'moved_to' in data && typeof data.moved_to === 'string' ? data.moved_to : null

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
  photo: maybe(photoShape),
}
export const serviceShape = record(serviceFields)
export type PublicService = ReturnType<typeof serviceShape>

const postFields = {
  kind: text,
  slug: text,
  title: text,
  excerpt: maybe(text),
  picture: maybe(text),
  photo: maybe(photoShape),
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

const hoursShape = record({ weekday: count, opens: text, closes: text })

/** Blocks of the page, and the records that they show. */
const factsOfBlocks = {
  blocks: (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isKnownBlock) : []),
  photos: list(photoShape),
  services: list(serviceShape),
  posts: list(postShape),
  reviews: list(reviewShape),
  rating: record({ count, average: maybe(text) }),
  hours: list(hoursShape),
}
export const draftShape = record(factsOfBlocks)
/** What the blocks of a page show. */
export type PageFacts = ReturnType<typeof draftShape>
const pageShape = record({ ...factsOfBlocks, version: maybe(count), next_at: maybe(text) })

/** A page that the office makes of blocks, as visitors see it now. It is read again when its next version is due. */
export const pageQuery = (page: SitePageName, language: Language) =>
  queryOptions({
    ...inLanguage([...siteKey, 'page', page], language, () => db.rpc('get_public_page', { p_page: page }), pageShape),
    refetchInterval: ({ state }) => untilNext(state.data?.next_at ?? null),
  })

/** The wait for the next version in ms, a second longer; a timer cannot wait for weeks. */
function untilNext(at: string | null): number | false {
  const wait = at === null ? Infinity : Date.parse(at) - Date.now() + 1000
  return wait < 24 * 60 * 60_000 ? Math.max(wait, 1000) : false
}

export const servicesQuery = (language: Language) =>
  queryOptions(inLanguage([...siteKey, 'services'], language, () => db.rpc('get_public_services'), list(serviceShape)))

const wholeService = record({
  ...serviceFields,
  text: maybe(text),
  breaks: list(record({ basis: text, from: text, to: maybe(text), discount: maybe(text), price: maybe(text) })),
  options: list(record({ label: text, kind: text, unit: maybe(text), usual: maybe(text), choices: maybe(list(text)) })),
  reviews: list(reviewShape),
  posts: list(postShape),
  others: list(serviceShape),
})
export type WholeService = ReturnType<typeof wholeService>

/** One service, its new address, or null. */
export const serviceQuery = (slug: string, language: Language) =>
  queryOptions(
    inLanguage(
      [...siteKey, 'service', slug],
      language,
      () => db.rpc('get_public_service', { p_slug: slug }),
      orMoved(wholeService),
    ),
  )

export const postsQuery = (language: Language) =>
  queryOptions(inLanguage([...siteKey, 'posts'], language, () => db.rpc('get_public_posts'), list(postShape)))

const wholePost = record({ ...postFields, body_html: text, service: maybe(serviceShape), next: list(postShape) })
export type WholePost = ReturnType<typeof wholePost>

/** One post, its new address, or null. */
export const postQuery = (slug: string, language: Language) =>
  queryOptions(
    inLanguage(
      [...siteKey, 'post', slug],
      language,
      () => db.rpc('get_public_post', { p_slug: slug }),
      orMoved(wholePost),
    ),
  )

const bannerShape = record({ id: text, title: text, body: maybe(text), link: maybe(text), link_label: maybe(text) })
export type Banner = ReturnType<typeof bannerShape>

/** The placement of banners at an address of the site, beside those for every page. */
const placementAt = (pathname: string): 'home' | 'services' | 'tips' | 'other' => {
  if (/^\/(new-version)?$/.test(pathname)) return 'home'
  const [, first] = pathname.split('/')
  return first === 'services' ? 'services' : first === 'tips-advice' ? 'tips' : 'other'
}

const frameShape = record({ banners: list(bannerShape), pages: list(text), books_visits: flag })

/** What stands around a page of the site: the banners of the day, the published pages, and whether visits can be booked. */
export const frameQuery = (pathname: string, language: Language) => {
  const placement = placementAt(pathname)
  return queryOptions(
    inLanguage(
      [...siteKey, 'frame', placement],
      language,
      () => db.rpc('get_site_frame', { p_placement: placement }),
      frameShape,
    ),
  )
}
