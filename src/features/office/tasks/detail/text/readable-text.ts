import { shortUrl, urlsIn } from '@/shared/domain/text/comment'
import { mentionsIn } from '@/shared/domain/text/comment-mention'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import { createFragmentSanitiser } from '@/features/office/tasks/sanitise-html'

let sanitise: ReturnType<typeof createFragmentSanitiser> | null = null

/** Stored rich text as safe nodes, with mentions marked, addresses as links, and long ones shortened (spec 2 §5). */
export function readableText(html: string, staff: readonly Colleague[]): DocumentFragment {
  sanitise ??= createFragmentSanitiser(window)
  const text = sanitise(html)
  for (const link of text.querySelectorAll('a')) shortenLink(link)
  for (const table of text.querySelectorAll('table')) frameTable(table)
  for (const node of textNodes(text)) node.replaceWith(...piecesOf(node.data, staff))
  return text
}

function shortenLink(link: HTMLAnchorElement): void {
  const shown = link.textContent
  if (link.childElementCount > 0 || !/^https?:\/\/\S+$/i.test(shown)) return
  link.textContent = shortUrl(shown)
  link.title = shown
}

/** A table that is wider than the text is moved sideways in a frame, also by the arrow keys. */
function frameTable(table: HTMLTableElement): void {
  if (table.parentElement?.closest('table')) return
  const frame = document.createElement('div')
  frame.className = 'table-frame'
  frame.tabIndex = 0
  table.replaceWith(frame)
  frame.append(table)
}

function textNodes(root: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text && !node.parentElement?.closest('a, .mention, code, pre')) found.push(node)
  }
  return found
}

function piecesOf(text: string, staff: readonly Colleague[]): (string | Node)[] {
  const urls = urlsIn(text).map(({ start, end, url }) => ({ start, end, node: () => linkTo(url) }))
  const mentions = mentionsIn(text, staff).map(({ start, end }) => ({
    start,
    end,
    node: () => mark(text.slice(start, end)),
  }))
  const pieces: (string | Node)[] = []
  let at = 0
  for (const { start, end, node } of [...urls, ...mentions].toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    pieces.push(text.slice(at, start), node())
    at = end
  }
  return [...pieces, text.slice(at)]
}

function linkTo(url: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener noreferrer nofollow'
  link.target = '_blank'
  link.textContent = shortUrl(url)
  link.title = url
  return link
}

function mark(text: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.className = 'mention'
  span.textContent = text
  return span
}
