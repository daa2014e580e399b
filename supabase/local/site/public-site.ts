import { createHash } from 'node:crypto'
import { chosenLanguage, isLanguage } from '../../../src/shared/domain/texts/languages.ts'
import { isPreview, previewed } from '../../../src/shared/domain/web/site-preview.ts'
import type { Caller, Engine } from '../contracts.ts'
import { escaped, nameOfSite, writtenPage } from './html.ts'
import type { SiteWriter } from './site-writer.ts'
import { addressesToRead, ask, type Facts, factsOf, headTexts, listOf, wordsOf, wordsOfPage } from './page-words.ts'

const visitor: Caller = { role: 'anon', userId: null, claims: null }
/** For how many ms a written page is reused. Crawlers see a change of the office after that. */
const freshFor = 30_000
const mostKept = 500

/** Addresses that hold a secret or belong to one person: no search engine keeps them. */
const privateFamilies =
  /^\/(auth|client-quotations|client-invoices|client-credit-notes|my-account|quotations|quotation-confirmed|invoices|credit-notes|statements|delivery-notes?|partial-delivery-note|mockups|payments|appointment-confirmed|designer-interview|public)(\/|$)/

export const isPrivate = (path: string): boolean => privateFamilies.test(path)

/** True when an address at that host shows the site: on a back-office host `/` is sign-in (spec 1 §2.5). */
const showsSite = (url: URL, host: string): boolean =>
  url.pathname !== '/' ||
  isPreview(url.search) ||
  host.startsWith('www.') ||
  !/^(client|system|portal|preview)\.|localhost|^127\.|^\[::1\]/.test(host)

export type WrittenPage = { html: string; etag: string; status: 200 | 404 } | { movedTo: string }

/** The site's answers to a crawler: pages with text, sitemap.xml, robots.txt and the feed of tips. */
export function createPublicSite({
  engine,
  siteUrl,
  writer = async () => null,
}: {
  engine: Engine
  siteUrl: () => string
  /** Writes complete pages; without it they have only text for readers without scripts. */
  writer?: () => Promise<SiteWriter | null>
}) {
  const kept = new Map<string, { until: number; page: WrittenPage | null }>()

  const read = async <Value>(
    work: (about: { site: Facts; company: Facts }, call: typeof ask) => Promise<Value>,
    tx: Parameters<typeof ask>[0],
  ) => {
    const settings = await tx.query<{ setting_key: string; setting_value: string | null }>(
      'select setting_key, setting_value from public.website_metadata_settings',
    )
    const company = await tx.query(
      'select name, phone, email, address, city, postcode, state, country, currency, tax_name, language from public.get_company()',
    )
    const site = Object.fromEntries(settings.rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]))
    return work({ site, company: factsOf(company.rows[0]) }, ask)
  }

  /**
   * The page of the app for an address of the site at the host that was asked for, in a language that was asked for; null for any other
   * address. A language that the address names, `?lang=de`, counts before those.
   */
  const page = async (
    url: URL,
    html: string,
    host = url.host,
    byBrowser: readonly string[] = [],
  ): Promise<WrittenPage | null> => {
    if (!showsSite(url, host.toLowerCase()) || isPrivate(url.pathname)) return null
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : '/'
    const isPreviewed = isPreview(url.search)
    const named = url.searchParams.get('lang')
    const isNamed = isLanguage(named)
    const asked = isNamed ? [named] : byBrowser
    const key = `${host} ${path} ${isPreviewed} ${isNamed} ${asked.join(' ')}`
    const known = kept.get(key)
    if (known && known.until > Date.now()) return known.page
    const address = new URL(`http://site${isPreviewed ? previewed(path) : path}`)
    const pageOf = async ({ words, ...surroundings }: typeof about): Promise<WrittenPage | null> => {
      if (words === undefined) return null
      const movedTo = words?.data?.[0]?.['movedTo']
      if (typeof movedTo === 'string') return { movedTo }
      const seen = words === null ? null : await (await writer())?.(address, html, host, asked)
      const more = { ...surroundings, path, origin: siteUrl(), isSeen: Boolean(seen) }
      const text = words === null ? html : writtenPage(seen ?? html, words, more)
      return {
        html: text,
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
        status: words ? 200 : 404,
      }
    }
    const about = await engine.asCaller(visitor, (tx) =>
      read(async ({ site: written, company }) => {
        const language = chosenLanguage(...asked, wordsOf(company['language']))
        const say = await headTexts(language)
        // The company's own texts are answered in the language of this header, as to the page itself.
        await tx.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'accept-language': language }),
        ])
        const site = { ...written, ...factsOf(await ask(tx, 'get_site_words()')) }
        const leads = [
          { label: say('price_title'), href: '/client-registration' },
          { label: say('book_title'), href: '/schedule-appointment' },
        ]
        const words = await wordsOfPage(tx, path, site, {
          say,
          currency: wordsOf(company['currency']) || 'EUR',
          tax: wordsOf(company['tax_name']),
          name: wordsOf(company['name']),
        })
        return { words, site, company, language, leads, isNamed }
      }, tx),
    )
    const written = await pageOf(about)
    if (kept.size >= mostKept) kept.clear()
    if (written !== null) kept.set(key, { until: Date.now() + freshFor, page: written })
    return written
  }

  const files = async (path: string): Promise<Response | null> => {
    const origin = siteUrl()
    if (path === '/robots.txt')
      return textAnswer(
        `User-agent: *\nAllow: /\nDisallow: /auth\nDisallow: /rest/\nSitemap: ${origin}/sitemap.xml\n`,
        'text/plain; charset=utf-8',
      )
    if (path !== '/sitemap.xml' && path !== '/feed.xml') return null
    return engine.asCaller(visitor, (tx) =>
      read(async ({ site, company }, call) => {
        const posts = listOf(await call(tx, 'get_public_posts()'))
        if (path === '/feed.xml')
          return textAnswer(feed(posts, site, company, origin), 'application/rss+xml; charset=utf-8')
        const services = listOf(await call(tx, 'get_public_services()'))
        const products = listOf(await call(tx, 'list_public_products()'))
        const entries = [
          ...(await addressesToRead(tx)).map((one) => ({ path: one, changed: '' })),
          ...services.map((one) => ({ path: `/services/${wordsOf(one['slug'])}`, changed: '' })),
          ...products.map((one) => ({ path: `/products/manufactured/${wordsOf(one['slug'])}`, changed: '' })),
          ...posts.map((one) => ({
            path: `/tips-advice/${wordsOf(one['slug'])}`,
            changed: wordsOf(one['updated_at']).slice(0, 10),
          })),
        ]
        return textAnswer(
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries
            .map(
              ({ path: one, changed }) =>
                `<url><loc>${escaped(origin + one)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
            )
            .join('\n')}\n</urlset>\n`,
          'application/xml; charset=utf-8',
        )
      }, tx),
    )
  }
  return { page, files }
}

const textAnswer = (text: string, type: string): Response =>
  new Response(text, { headers: { 'content-type': type, 'cache-control': 'public, max-age=300' } })

const feed = (posts: readonly Facts[], site: Facts, company: Facts, origin: string): string => {
  const name = nameOfSite(site, company)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escaped(name)}</title><link>${escaped(origin)}/tips-advice</link><description>${escaped(wordsOf(site['site_description']))}</description>\n${posts
    .slice(0, 30)
    .map((post) => {
      const address = escaped(`${origin}/tips-advice/${wordsOf(post['slug'])}`)
      return `<item><title>${escaped(wordsOf(post['title']))}</title><link>${address}</link><guid>${address}</guid><pubDate>${new Date(wordsOf(post['published_at'])).toUTCString()}</pubDate><description>${escaped(wordsOf(post['excerpt']))}</description></item>`
    })
    .join('\n')}\n</channel></rss>\n`
}
