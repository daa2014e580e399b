import { address, dropped, kept, picture } from './article-parts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, ten?: string, hex?: string, name?: string) => {
      if (name) return named[name] ?? whole
      const code = ten ? Number(ten) : parseInt(hex ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

const escaped = (text: string): string =>
  decoded(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const attribute = (tag: string, name: string): string =>
  decoded(
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i')
      .exec(tag)
      ?.slice(1)
      .find((one) => one !== undefined) ?? '',
  ).trim()

/** A parsed document knows these elements by namespace; here they are removed by name. */
const foreign = new Set(['SVG', 'MATH'])
const voids = new Set(['BR', 'IMG', 'HR'])

/**
 * The stored HTML of a post as text for the server, which has no document to parse it. Stored text is not copied: each
 * allowed tag is written anew and closed, with its allowed attributes; everything else is escaped. In the browser
 * `articleNodes` replaces it.
 */
export function articleText(stored: string): string {
  const open: string[] = []
  let [made, skipped] = ['', '']
  for (const [, text = '', comment, tag] of stored.matchAll(
    /([^<]+|<(?![a-z/!]))|(<!(?:--[\s\S]*?(?:-->|$)|[^>]*>?))|(<(?:[^>"']|"[^"]*"|'[^']*')*>?)/gi,
  )) {
    if (comment !== undefined) continue
    if (tag === undefined) {
      if (!skipped) made += escaped(text)
      continue
    }
    const [, slash, letters = ''] = /^<(\/?)\s*([a-z][a-z0-9]*)/i.exec(tag) ?? []
    const name = letters.toUpperCase()
    if (skipped) {
      if (slash && name === skipped) skipped = ''
    } else if (dropped.has(name) || foreign.has(name)) {
      if (!slash) skipped = name
    } else if (!kept.has(name)) {
      continue
    } else if (slash) {
      const place = open.lastIndexOf(name)
      if (place >= 0) made += open.splice(place).reverse().map(closing).join('')
    } else {
      const own = attributesOf(name, tag)
      if (own === null) continue
      made += `<${name.toLowerCase()}${own}>`
      if (!voids.has(name)) open.push(name)
    }
  }
  return made + open.reverse().map(closing).join('')
}

const closing = (name: string) => `</${name.toLowerCase()}>`

/** The allowed attributes of a tag; null for a picture from another site. */
function attributesOf(name: string, tag: string): string | null {
  if (name === 'IMG') {
    const src = attribute(tag, 'src')
    return picture.test(src) ? ` src="${escaped(src)}" alt="${escaped(attribute(tag, 'alt'))}"` : null
  }
  const href = name === 'A' ? attribute(tag, 'href') : ''
  if (!address.test(href)) return ''
  return ` href="${escaped(href)}"${/^https?:/i.test(href) ? ' rel="noopener noreferrer"' : ''}`
}
