import { safeImageUrl } from '../shared/safe-image-url'

export const metadataKeys = [
  'site_title',
  'site_description',
  'site_author',
  'keywords',
  'site_url',
  'favicon_url',
  'og_title',
  'og_description',
  'og_image',
  'og_type',
  'twitter_title',
  'twitter_description',
  'twitter_image',
  'twitter_card',
] as const
export type MetadataKey = (typeof metadataKeys)[number]
export type MetadataValues = Record<MetadataKey, string>

type Described = { label: string; hint?: string; rows?: number; choices?: readonly { value: string; label: string }[] }

const same = 'Empty: as for search engines.'
export const metadataFields: Record<MetadataKey, Described> = {
  site_title: { label: 'Site title', hint: 'The name behind every page title, best under 60 letters.' },
  site_description: {
    label: 'Site description',
    hint: 'Under the title in search results, best under 160 letters.',
    rows: 2,
  },
  site_author: { label: 'Author' },
  keywords: { label: 'Keywords', hint: 'Separated by commas.', rows: 2 },
  site_url: { label: 'Site address', hint: 'The public address, such as https://www.example.com' },
  favicon_url: { label: 'Icon', hint: 'Address of the small picture on the tab of the browser.' },
  og_title: { label: 'Shared title', hint: same },
  og_description: { label: 'Shared description', hint: same, rows: 2 },
  og_image: { label: 'Shared picture', hint: 'Address of a picture of 1200 × 630 pixels.' },
  og_type: {
    label: 'Kind of page',
    choices: [
      { value: 'website', label: 'Website' },
      { value: 'article', label: 'Article' },
      { value: 'product', label: 'Product' },
      { value: 'profile', label: 'Profile' },
    ],
  },
  twitter_title: { label: 'Title on X', hint: 'Empty: the shared title.' },
  twitter_description: { label: 'Description on X', hint: 'Empty: the shared description.', rows: 2 },
  twitter_image: { label: 'Picture on X', hint: 'Empty: the shared picture.' },
  twitter_card: {
    label: 'Card on X',
    choices: [
      { value: 'summary_large_image', label: 'Large picture' },
      { value: 'summary', label: 'Small picture' },
    ],
  },
}

export const metadataGroups: readonly { title: string; keys: readonly MetadataKey[] }[] = [
  {
    title: 'Search engines',
    keys: ['site_title', 'site_author', 'site_description', 'keywords', 'site_url', 'favicon_url'],
  },
  { title: 'Shared links', keys: ['og_title', 'og_description', 'og_image', 'og_type'] },
  { title: 'Links on X', keys: ['twitter_title', 'twitter_description', 'twitter_image', 'twitter_card'] },
]

const pictures: readonly MetadataKey[] = ['favicon_url', 'og_image', 'twitter_image']
const most = 5000

/** The problems of the metadata by key, as sentences. */
export function metadataProblems(values: MetadataValues): Partial<Record<MetadataKey, string>> {
  const problems: Partial<Record<MetadataKey, string>> = {}
  for (const key of metadataKeys) {
    const value = values[key].trim()
    if (value.length > most) problems[key] = `At most ${most} characters`
    else if (pictures.includes(key) && value !== '' && safeImageUrl(value) === null)
      problems[key] = 'An address that begins with https:// or with /'
  }
  const address = values.site_url.trim()
  if (address !== '' && !(/^https?:\/\/[^/\s]+\.[^/\s]/.test(address) && URL.canParse(address)))
    problems.site_url = 'An address that begins with https://'
  return problems
}

/** The choices of a setting, including a stored value that is not in the list. */
export function choicesOf(key: MetadataKey, value: string): Described['choices'] {
  const { choices } = metadataFields[key]
  if (!choices || value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: value }]
}

export type Preview = {
  title: string
  description: string
  host: string
  address: string
  picture: string | null
  icon: string | null
}

/** The previews of the site in a search result and as a shared link. Empty values fall back as their readers do. */
export function previewsOf(values: MetadataValues): { search: Preview; shared: Preview } {
  const text = (key: MetadataKey) => values[key].trim()
  const address = text('site_url').replace(/\/$/, '')
  const host = URL.canParse(address) ? new URL(address).host : 'www.example.com'
  const search = {
    title: text('site_title') || 'Signwright',
    description: text('site_description'),
    host,
    address: address || `https://${host}`,
    picture: null,
    icon: safeImageUrl(text('favicon_url')),
  }
  return {
    search,
    shared: {
      ...search,
      title: text('og_title') || search.title,
      description: text('og_description') || search.description,
      picture: safeImageUrl(text('og_image')),
    },
  }
}

/** The text up to the dots. */
export const clipped = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, letters).replace(/\s+\S*$/, '')} …`
