/** One element of an XML file. An element without content is never written: Peppol refuses empty ones. */
export type Element = { name: string; attributes: Record<string, string>; content: string | Element[] }

type Child = Element | null | readonly (Element | null)[]

/** An element with text; null without text. */
export function leaf(name: string, text: string | null, attributes: Record<string, string> = {}): Element | null {
  const content = plain(text ?? '').trim()
  return content === '' ? null : { name, attributes, content }
}

/** Terms of payment (BT-20). A line that programs read ends with a line break, as XRechnung wants it. */
export function termsLeaf(name: string, terms: string | null): Element | null {
  const element = leaf(name, terms)
  return element && terms?.startsWith('#') ? { ...element, content: `${terms}\n` } : element
}

/** An element with children; null when all of them are missing. */
export function branch(name: string, ...children: Child[]): Element | null {
  const content = children.flat().filter((child): child is Element => child !== null)
  return content.length === 0 ? null : { name, attributes: {}, content }
}

/** The whole file, indented, in UTF-8. */
export function xmlText(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`
}

/** One element as text, for a file that is written in parts. */
export const elementText = (element: Element): string => written(element, '')

function written({ name, attributes, content }: Element, indent: string): string {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedXml(value)}"`)
  const open = `${indent}<${name}${named.join('')}>`
  if (typeof content === 'string') return `${open}${escapedXml(content)}</${name}>\n`
  return `${open}\n${content.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** Without the control characters that XML 1.0 does not allow, even escaped. */
const plain = (text: string): string => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** Escapes text for elements and attributes. */
export const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
