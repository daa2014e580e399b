import { escapeHtml } from '../../shared/domain/text/escape-html.ts'

/** The elements of the editor. Everything else of a mail is its layout. */
const kept = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ol', 'ul', 'li', 'a', 'h2', 'h3']

/**
 * The same HTML with the elements of the editor only, and no attribute but the address of a link. What is no such element
 * stays as text, so nothing that a value brings can become an element, a script or a style.
 */
export function cleanHtml(html: string): string {
  return html.replace(/<(?:"[^"]*"|'[^']*'|[^'">])*>?/g, (tag) => {
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)\b[^]*>$/i.exec(tag) ?? []
    const element = name.toLowerCase()
    if (!kept.includes(element)) return name === '' ? escapeHtml(tag) : ''
    if (slash || element !== 'a') return `<${slash}${element}>`
    const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? []
    const address = double ?? single ?? ''
    return isAddress(address) ? `<a href="${address.replace(/"/g, '&quot;')}">` : '<a>'
  })
}

/** Web, mail and telephone only: `javascript:` and the like are no addresses of a mail. */
const isAddress = (address: string): boolean => /^(https?:\/\/|mailto:|tel:)[^\s<>]*$/i.test(address)

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * Clean HTML as plain text: paragraphs, lists with dashes, links with their address. The full stop after a link is left out:
 * mail programs take it for a part of the address.
 */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<a href="([^"]*)">(.*?)<\/a>(?:[.,;:](?=\s|<|$))?/gs, (_, address: string, words: string) =>
      words.includes(address) ? words : `${words}: ${address}`,
    )
    .replace(/<li>\s*(?:<p>)?/g, '\n- ')
    .replace(/<br>/g, '\n')
    .replace(/<\/(p|h2|h3|ul|ol)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
