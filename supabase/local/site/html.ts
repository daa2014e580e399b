import { type Language, languages } from '../../../src/shared/domain/texts/languages.ts'
import { type Facts, type PageWords, wordsOf } from './page-words.ts'

export const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** JSON that cannot close its own script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The name that the office gave the site; the company's own until it gave it one. */
export const nameOfSite = (site: Facts, company: Facts): string => {
  const given = wordsOf(site['site_title'])
  return given && given !== 'Signwright' ? given : wordsOf(company['name']) || given
}

type Surroundings = {
  path: string
  origin: string
  site: Facts
  company: Facts
  /** The language of the page. */
  language: Language
  /** The address names it: it stands for this language alone. */
  isNamed: boolean
  /** What readers without scripts are led to. */
  leads: readonly { label: string; href: string }[]
  /** The page shows its words already. */
  isSeen?: boolean
}

/** The whole address of a picture: readers of shared links take no other. */
const pictureAt = (address: string, origin: string): string =>
  /^https:\/\//.test(address) ? address : /^\/(?!\/)/.test(address) ? origin + address : ''

/** The address of a page in one language, which search engines keep for readers of it. */
const inLanguage = (address: string, language: Language): string => `${address}?lang=${language}`

/** The app's page with the head and text of the address: title, description, canonical, Open Graph, JSON-LD and text. */
export function writtenPage(
  html: string,
  words: PageWords,
  { path, origin, site, company, language, isNamed, leads, isSeen = false }: Surroundings,
): string {
  const name = nameOfSite(site, company)
  const title = words.title === name ? name : `${words.title} · ${name}`
  const plain = `${origin}${path === '/' ? '/' : path}`
  const address = isNamed ? inLanguage(plain, language) : plain
  const ownPicture = words.picture ?? ''
  const picture = pictureAt(ownPicture || wordsOf(site['og_image']), origin)

  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    content ? `<meta ${attribute}="${key}" content="${escaped(content)}" data-page="${escaped(path)}" />` : ''
  const business = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: wordsOf(company['name']),
    url: `${origin}/`,
    ...(wordsOf(company['phone']) ? { telephone: wordsOf(company['phone']) } : {}),
    ...(wordsOf(company['email']) ? { email: wordsOf(company['email']) } : {}),
    address: {
      '@type': 'PostalAddress',
      streetAddress: wordsOf(company['address']),
      addressLocality: wordsOf(company['city']),
      addressRegion: wordsOf(company['state']),
      postalCode: wordsOf(company['postcode']),
      addressCountry: wordsOf(company['country']),
    },
  }
  const own = (words.data ?? []).map((data): Record<string, unknown> =>
    '@type' in data
      ? { '@context': 'https://schema.org', ...data, provider: { '@type': 'LocalBusiness', name: business.name } }
      : { ...business, ...data },
  )
  const article =
    words.kind === 'article'
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Article',
            headline: words.title,
            description: words.description,
            datePublished: words.publishedAt,
            dateModified: words.changedAt,
            author: { '@type': 'Organization', name: business.name },
            mainEntityOfPage: address,
          },
        ]
      : []
  const data = [...(own.some((one) => one['@type'] === 'LocalBusiness') ? [] : [business]), ...own, ...article]
  const head = [
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${escaped(address)}" />`,
    `<link rel="alternate" hreflang="x-default" href="${escaped(plain)}" />`,
    ...languages.map(
      ({ value }) => `<link rel="alternate" hreflang="${value}" href="${escaped(inLanguage(plain, value))}" />`,
    ),
    `<link rel="alternate" type="application/rss+xml" title="${escaped(name)}" href="/feed.xml" />`,
    meta('name', 'description', words.description),
    meta('property', 'og:type', words.kind ?? (wordsOf(site['og_type']) || 'website')),
    meta('property', 'og:url', address),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', words.title),
    meta('property', 'og:description', words.description),
    meta('property', 'og:image', picture),
    meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', words.title),
    meta('name', 'twitter:description', words.description),
    meta(
      'name',
      'twitter:image',
      pictureAt(ownPicture || wordsOf(site['twitter_image']) || wordsOf(site['og_image']), origin),
    ),
    ...data.map((one) => `<script type="application/ld+json">${inScript(one)}</script>`),
  ].filter(Boolean)
  const body = `<noscript><main><h1>${escaped(words.title)}</h1>${words.text
    .map(({ heading, paragraphs = [], links = [] }) =>
      [
        heading && (paragraphs.length > 0 || links.length > 0) ? `<h2>${escaped(heading)}</h2>` : '',
        ...paragraphs.map((one) => `<p>${escaped(one)}</p>`),
        links.length > 0
          ? `<ul>${links.map(({ label, href }) => `<li><a href="${escaped(href)}">${escaped(label)}</a></li>`).join('')}</ul>`
          : '',
      ].join(''),
    )
    .join(
      '',
    )}<p>${leads.map(({ label, href }) => `<a href="${escaped(href)}">${escaped(label)}</a>`).join(' ')}</p></main></noscript>`
  const page = html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<title>[^<]*<\/title>/, () => head.join('\n    '))
  return isSeen ? page : page.replace('</body>', () => `${body}\n  </body>`)
}
