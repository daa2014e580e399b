import { withoutHandlers } from '@/shared/domain/text/inert-markup'
import { address, dropped, kept, picture } from './article-parts'

const html = 'http://www.w3.org/1999/xhtml'

/**
 * The stored HTML of a post as nodes that are safe to show. It is parsed into a document that runs and loads nothing;
 * then new elements are created from a list of names and attributes, so no stored node enters the page and nothing is
 * parsed twice. Only embedded pictures are kept, so readers send no request to another server.
 */
export function articleNodes(stored: string): DocumentFragment {
  const made = document.createDocumentFragment()
  for (const child of new DOMParser().parseFromString(withoutHandlers(stored), 'text/html').body.childNodes)
    add(child, made, 0)
  return made
}

/** The deepest nesting of an article. Deeper elements are dropped, so that no text exhausts the stack. */
const deepest = 100

function add(node: Node, place: Node, depth: number) {
  if (node.nodeType === Node.TEXT_NODE) place.appendChild(document.createTextNode(node.nodeValue ?? ''))
  if (!(node instanceof Element) || node.namespaceURI !== html || dropped.has(node.tagName) || depth >= deepest) return
  const own = kept.has(node.tagName) ? copyOf(node) : place
  if (own === null) return
  for (const child of node.childNodes) add(child, own, depth + 1)
  if (own !== place) place.appendChild(own)
}

/** A copy of the element with only its allowed attributes; null for a picture from another site. */
function copyOf(element: Element): Element | null {
  const copy = document.createElement(element.tagName.toLowerCase())
  if (element.tagName === 'IMG') {
    const src = (element.getAttribute('src') ?? '').trim()
    if (!picture.test(src)) return null
    copy.setAttribute('src', src)
    copy.setAttribute('alt', element.getAttribute('alt') ?? '')
  }
  if (element.tagName === 'A') {
    const href = (element.getAttribute('href') ?? '').trim()
    if (address.test(href)) copy.setAttribute('href', href)
    if (/^https?:/i.test(href)) copy.setAttribute('rel', 'noopener noreferrer')
  }
  return copy
}
