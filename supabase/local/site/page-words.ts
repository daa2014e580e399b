import { headPart } from '../../../src/shared/domain/texts/head/part.ts'
import type { Language } from '../../../src/shared/domain/texts/languages.ts'
import { loadPart, textsOfPart } from '../../../src/shared/domain/texts/part.ts'
import type { Texts } from '../../../src/shared/domain/texts/texts.ts'
import { drawingNames } from '../../../src/shared/domain/web/drawing-names.ts'
import type { Queryable } from '../contracts.ts'

/** The head and the text of a public address, for readers without scripts. */
export type PageWords = {
  title: string
  description: string
  /** Sections of plain text; `href` is an address of the site. */
  text: readonly {
    heading?: string
    paragraphs?: readonly string[]
    links?: readonly { label: string; href: string }[]
  }[]
  /** The address of its own picture; without one the company's is shown. */
  picture?: string
  kind?: 'article'
  publishedAt?: string
  changedAt?: string
  /** JSON-LD in addition to the company's. */
  data?: readonly Record<string, unknown>[]
}

export type Facts = Readonly<Record<string, unknown>>

export const factsOf = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {})
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): Facts[] => (Array.isArray(value) ? value.map(factsOf) : [])

/** Calls a function for visitors and returns its answer. */
export async function ask(tx: Queryable, call: string, parameters: readonly unknown[] = []): Promise<unknown> {
  const { rows } = await tx.query<{ answer: unknown }>(`select public.${call} as answer`, parameters)
  return rows[0]?.answer ?? null
}

/** The words of HTML, without its tags, as paragraphs. */
export const textOfHtml = (html: string): string[] =>
  html
    .replaceAll(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Say = Texts<typeof headPart.english>

/** What the server writes of a page, in that language. */
export const headTexts = async (language: Language): Promise<Say> =>
  textsOfPart(headPart, language, await loadPart(headPart, language))

/** The texts of the language, and what the company calls its money and its tax. */
type Words = { say: Say; currency: string; tax: string }

const unitPrices = ['from_piece', 'from_m2', 'from_m', 'from_hour', 'from_set'] as const
const priceFrom = (amount: string, unit: string, { say, currency, tax }: Words): string =>
  amount ? say(unitPrices.find((key) => key === `from_${unit}`) ?? 'from', { price: `${currency} ${amount}`, tax }) : ''
const priceOf = (service: Facts, words: Words): string =>
  priceFrom(wordsOf(service['price']), wordsOf(service['unit']), words)

const capital = (text: string, language: Language): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** A price goes on in the sentence before it, or begins one where that has ended. */
const withPrice = (summary: string, price: string, { say }: Words): string =>
  [summary, /[.!?]$/.test(summary) ? capital(price, say.language) : price].filter(Boolean).join(' ')

/** A drawing of the site as shared links show it (`npm run share-pictures`). */
const drawn = (of: Facts): { picture?: string } =>
  drawingNames.some((name) => name === of['picture']) ? { picture: `/share/${wordsOf(of['picture'])}.png` } : {}

const serviceLink = (service: Facts) => ({
  label: wordsOf(service['name']),
  href: `/services/${wordsOf(service['slug'])}`,
})
const postLink = (post: Facts) => ({ label: wordsOf(post['title']), href: `/tips-advice/${wordsOf(post['slug'])}` })

/** Pages whose text is only in the app. A reader without scripts gets their purpose. */
const plain = {
  '/schedule-appointment': 'book',
  '/leave-review': 'review',
  '/client-registration': 'price',
  '/new-business-registration': 'business',
  '/terms': 'terms',
  '/privacy-policy': 'privacy',
  '/imprint': 'imprint',
  '/coming-soon': 'soon',
} as const
const isPlain = (path: string): path is keyof typeof plain => Object.hasOwn(plain, path)

/** Legal texts by their address. */
const policies: Readonly<Record<string, string>> = { '/terms': 'terms', '/privacy-policy': 'privacy' }

/** The public addresses without a parameter, as the sitemap lists them. */
const plainAddresses = ['/', '/services', '/products/manufactured', '/tips-advice', ...Object.keys(plain)]

/** Those that have something to read: a legal text is listed once it is published. */
export async function addressesToRead(tx: Queryable): Promise<string[]> {
  const read = plainAddresses.map(async (path) => {
    const policy = policies[path]
    return policy === undefined || (await ask(tx, 'get_public_policy($1)', [policy])) !== null ? path : []
  })
  return (await Promise.all(read)).flat()
}

/** The text of a product for crawlers, or of the page of its options; null when it is not offered. */
function wordsOfProduct(answer: unknown, words: Words, isSettings: boolean): PageWords | null {
  if (answer === null) return null
  const product = factsOf(answer)
  const [name, summary, price] = ['name', 'summary', 'base_price'].map((field) => wordsOf(product[field]))
  const { say } = words
  const from = priceFrom(price ?? '', 'piece', words)
  return {
    title: isSettings ? say('product_options', { name: name ?? '' }) : (name ?? ''),
    description: withPrice(summary ?? '', from, words),
    text: [
      { paragraphs: [summary, from, ...wordsOf(product['description']).split(/\n+/)].flatMap((line) => line || []) },
      {
        heading: say('options'),
        paragraphs: listOf(product['options']).map((one) =>
          [wordsOf(one['option_group']), wordsOf(one['name'])].filter(Boolean).join(': '),
        ),
      },
    ],
    data: [
      {
        '@type': 'Product',
        name,
        description: summary,
        ...(price ? { offers: { '@type': 'Offer', price, priceCurrency: words.currency } } : {}),
      },
    ],
  }
}

/** A page that only leads elsewhere. */
const moved = (movedTo: string): PageWords => ({ title: '', description: '', text: [], data: [{ movedTo }] })

/** The pages that the office makes of blocks. */
const pagesOfBlocks: Readonly<Record<string, string>> = {
  '/': 'home',
  '/services': 'services',
  '/about': 'about',
  '/work': 'work',
}
const usualTitles: Readonly<Record<string, 'services_title' | 'about_title' | 'work_title'>> = {
  services: 'services_title',
  about: 'about_title',
  work: 'work_title',
}

/** Texts of a block and of its parts, in their order. */
const textsOf = (block: Facts): string[] =>
  ['title', 'lead', 'body', 'name', 'role', 'text', 'caption'].flatMap((field) =>
    wordsOf(block[field]).split(/\n+/).filter(Boolean),
  )

/** A page of blocks for readers without scripts. Its title is that of its first block, its picture the first photograph. */
function wordsOfBlocks(
  name: string,
  page: Facts,
  { company, description, ...words }: Words & { company: string; description: string },
): PageWords {
  const blocks = listOf(page['blocks'])
  const [first] = blocks
  const { say } = words
  const usual = usualTitles[name]
  const title = wordsOf(first?.['title']) || (usual === undefined ? company : say(usual))
  const services = listOf(page['services'])
  const photo = listOf(page['photos']).find(({ id }) => id === first?.['photo'])
  const width = Math.max(0, ...(Array.isArray(photo?.['widths']) ? photo['widths'].map(Number) : []))
  const rating = factsOf(page['rating'])
  return {
    title,
    description: wordsOf(first?.['lead']).split(/\n/)[0] || description,
    ...(photo
      ? { picture: `/storage/v1/object/public/site-photos/${wordsOf(photo['id'])}/${width}.${wordsOf(photo['type'])}` }
      : {}),
    text: [
      ...blocks.map((block) => ({
        paragraphs: [block, ...['people', 'steps', 'pictures'].flatMap((list) => listOf(block[list]))].flatMap(textsOf),
      })),
      {
        heading: say('services'),
        links: services.map(serviceLink),
        paragraphs: services.map((one) => [wordsOf(one['name']), priceOf(one, words)].filter(Boolean).join(': ')),
      },
      {
        heading: say('reviews'),
        paragraphs: listOf(page['reviews']).map((one) => `${wordsOf(one['body'])} ${wordsOf(one['name'])}`),
      },
      { heading: say('tips_title'), links: listOf(page['posts']).map(postLink) },
    ],
    data:
      name === 'home' && Number(rating['count']) > 0
        ? [
            {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: rating['average'],
                reviewCount: rating['count'],
              },
            },
          ]
        : [],
  }
}

/** The text of a public address; null for an unknown one, undefined for one outside the site. */
export async function wordsOfPage(
  tx: Queryable,
  path: string,
  site: Facts,
  { name: company, ...words }: Words & { name: string },
): Promise<PageWords | null | undefined> {
  const { say } = words
  const made = pagesOfBlocks[path]
  if (made !== undefined) {
    const page = factsOf(await ask(tx, 'get_public_page($1)', [made]))
    if (page['version'] === null && (made === 'about' || made === 'work')) return null
    return wordsOfBlocks(made, page, { company, description: wordsOf(site['site_description']), ...words })
  }
  if (path === '/tips-advice') {
    const posts = listOf(await ask(tx, 'get_public_posts()'))
    return {
      title: say('tips_title'),
      description: say('tips_text'),
      text: [{ links: posts.map(postLink) }],
    }
  }
  if (path === '/products/manufactured') {
    const products = listOf(await ask(tx, 'list_public_products()'))
    return {
      title: say('products_title'),
      description: say('products_text'),
      text: [
        {
          links: products.map((one) => ({
            label: wordsOf(one['name']),
            href: `/products/manufactured/${wordsOf(one['slug'])}`,
          })),
          paragraphs: products.map((one) => wordsOf(one['summary'])).filter(Boolean),
        },
      ],
    }
  }
  if (/^\/(our-work|jobs\/job-types)(\/|$)/.test(path)) return moved('/services')
  const product = /^\/products\/manufactured\/([^/]+)(\/settings)?$/.exec(path)
  if (product) {
    const answer = await ask(tx, 'get_public_product($1)', [product[1]])
    const now = wordsOf(factsOf(answer)['moved_to'])
    if (now) return moved(`/products/manufactured/${now}${product[2] ?? ''}`)
    return wordsOfProduct(answer, words, Boolean(product[2]))
  }
  const [, family, slug, more] = path.split('/')
  if (slug && more === undefined && family === 'services') {
    const answer = await ask(tx, 'get_public_service($1)', [slug])
    if (answer === null) return null
    const service = factsOf(answer)
    if (service['moved_to']) return moved(`/services/${wordsOf(service['moved_to'])}`)
    return {
      title: wordsOf(service['name']),
      ...drawn(service),
      description: withPrice(wordsOf(service['summary']), priceOf(service, words), words),
      text: [
        {
          paragraphs: [
            wordsOf(service['summary']),
            priceOf(service, words),
            ...wordsOf(service['text']).split(/\n+/),
          ].filter(Boolean),
        },
        { heading: say('ordered_with'), links: listOf(service['others']).map(serviceLink) },
      ],
      data: [
        {
          '@type': 'Service',
          name: wordsOf(service['name']),
          description: wordsOf(service['summary']),
          ...(wordsOf(service['price'])
            ? { offers: { '@type': 'Offer', price: wordsOf(service['price']), priceCurrency: words.currency } }
            : {}),
        },
      ],
    }
  }
  if (slug && more === undefined && family === 'tips-advice') {
    const answer = await ask(tx, 'get_public_post($1)', [slug])
    if (answer === null) return null
    const post = factsOf(answer)
    if (post['moved_to']) return moved(`/tips-advice/${wordsOf(post['moved_to'])}`)
    return {
      title: wordsOf(post['title']),
      ...drawn(post),
      description: wordsOf(post['excerpt']),
      kind: 'article',
      publishedAt: wordsOf(post['published_at']),
      changedAt: wordsOf(post['updated_at']),
      text: [
        { paragraphs: textOfHtml(wordsOf(post['body_html'])) },
        { heading: say('read_next'), links: listOf(post['next']).map(postLink) },
      ],
    }
  }
  if (!isPlain(path)) return undefined
  const name = plain[path]
  const [title, description] = [say(`${name}_title`), say(`${name}_text`)]
  const policy = policies[path]
  if (policy === undefined) return { title, description, text: [{ paragraphs: [description] }] }
  const html = wordsOf(factsOf(await ask(tx, 'get_public_policy($1)', [policy]))['body_html'])
  if (html === '') return { title, description: say('not_published'), text: [{ paragraphs: [say('not_published')] }] }
  return { title, description, text: [{ paragraphs: textOfHtml(html.replaceAll('{company}', company)) }] }
}
