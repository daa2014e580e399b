import { safeImageUrl } from '../shared/safe-image-url'

/** The rows of `website_metadata_settings` in their display order, as one value by key. */
export const metadataOf = (rows: readonly { setting_key: string; setting_value: string | null }[]): WebsiteMetadata =>
  Object.fromEntries(rows.flatMap((row) => (row.setting_value?.trim() ? [[row.setting_key, row.setting_value]] : [])))

export type WebsiteMetadata = Readonly<Record<string, string>>

export type MetaTag = { attribute: 'name' | 'property'; key: string; content: string }
export type PageMetadata = { title: string | null; icon: string | null; tags: MetaTag[] }

/** The settings for the head of the page (spec 1 §3, §7). */
export const pageMetadata = (settings: WebsiteMetadata): PageMetadata => ({
  title: settings['site_title'] ?? null,
  icon: safeImageUrl(settings['favicon_url']),
  tags: tagsOfSettings.flatMap(({ setting, attribute, key, isPicture }) => {
    const value = isPicture ? safeImageUrl(settings[setting]) : settings[setting]
    return value ? [{ attribute, key, content: value }] : []
  }),
})

const named = (setting: string, key: string, isPicture = false) =>
  ({ setting, attribute: 'name', key, isPicture }) as const
const property = (setting: string, key: string, isPicture = false) =>
  ({ setting, attribute: 'property', key, isPicture }) as const

const tagsOfSettings = [
  named('site_description', 'description'),
  named('site_author', 'author'),
  named('keywords', 'keywords'),
  property('og_type', 'og:type'),
  property('site_url', 'og:url', true),
  property('og_title', 'og:title'),
  property('og_description', 'og:description'),
  property('og_image', 'og:image', true),
  named('twitter_card', 'twitter:card'),
  named('twitter_title', 'twitter:title'),
  named('twitter_description', 'twitter:description'),
  named('twitter_image', 'twitter:image', true),
]
