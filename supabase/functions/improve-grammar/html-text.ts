/** One UTF-16 unit of the text that a reader sees, and how the source wrote it (`&amp;` is read as `&`). */
export type Glyph = { seen: string; written: string; node: number }

/** Text that a reader takes in as one: a paragraph, a list item, a heading, a cell. */
export type Passage = Glyph[]

/**
 * HTML split into markup, which stays, and text, which may be corrected. The joined `written` of all parts is the
 * source again.
 */
export type HtmlPart = { kind: 'markup'; written: string } | { kind: 'text'; glyphs: Glyph[] }

const markup =
  /<!--[\s\S]*?-->|<(script|style|code|pre|textarea)\b[^>]*>[\s\S]*?<\/\1\s*>|<[/!]?([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const glyph = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);|[\s\S]/gi
const inline = new Set(
  'a abbr b big del em font i ins kbd label mark q s small span strike strong sub sup u'.split(' '),
)
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Parts of the HTML in order, and the passages among them. A passage runs through inline tags, never across a block. */
export function readHtml(html: string): { parts: HtmlPart[]; passages: Passage[] } {
  const parts: HtmlPart[] = []
  const passages: Passage[] = [[]]
  let end = 0

  const addText = (text: string) => {
    if (text === '') return
    const node = parts.length
    const glyphs = [...text.matchAll(glyph)].map(([written]) => ({ seen: decode(written), written, node }))
    parts.push({ kind: 'text', glyphs })
    for (const each of glyphs) {
      passages.at(-1)?.push(each)
      if (each.seen === '\n') passages.push([])
    }
  }

  for (const found of html.matchAll(markup)) {
    addText(html.slice(end, found.index))
    parts.push({ kind: 'markup', written: found[0] })
    if (!inline.has(found[2]?.toLowerCase() ?? '')) passages.push([])
    end = found.index + found[0].length
  }
  addText(html.slice(end))
  return { parts, passages: passages.filter((passage) => passage.some(({ seen }) => seen.trim() !== '')) }
}

export const writeHtml = (parts: readonly HtmlPart[]): string =>
  parts
    .map((part) => (part.kind === 'markup' ? part.written : part.glyphs.map(({ written }) => written).join('')))
    .join('')

/**
 * Replaces the glyphs from `start` to `end` by `text`. Refuses a range across a tag, because it would be unclear on
 * which side the text belongs.
 */
export function replaceIn(passage: Passage, start: number, end: number, text: string): boolean {
  const [first, ...others] = passage.slice(start, end)
  if (!first || others.some(({ node }) => node !== first.node)) return false
  first.written = text.replace(
    /[&<>]/g,
    (character) => `&${character === '&' ? 'amp' : character === '<' ? 'lt' : 'gt'};`,
  )
  for (const other of others) other.written = ''
  return true
}

function decode(written: string): string {
  if (!written.startsWith('&') || written.length === 1) return written
  const name = written.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? written
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code < 0xd800 ? String.fromCharCode(code) : '\ufffd'
}
