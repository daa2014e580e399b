const tagStart = /<[a-z][^\t\n\f\r />]*/iy
/** White space and slashes, a name, and a value in quotes or without. */
const attribute =
  /([\t\n\f\r /]*)(=?[^\t\n\f\r />=]*)([\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >]*))?/y
/** Markup inside of a value inside of a value, and so on, is looked at so deep. */
const deepest = 3

/**
 * Markup without its event handlers (`onerror`, `onclick`). A browser reports each handler to the content security policy when
 * it parses it, even in a document that is never shown. This is no sanitiser: it only prevents those reports, and the sanitiser
 * runs after it. Attribute values are searched too, because unclosed markup may turn a value into tags.
 */
export function withoutHandlers(html: string, depth = 0): string {
  if (!/on/i.test(html)) return html
  let kept = ''
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    if (open < 0) return kept + html.slice(at)
    tagStart.lastIndex = open
    const tag = tagStart.exec(html)?.[0]
    kept += html.slice(at, open) + (tag ?? '<')
    at = open + (tag ?? '<').length
    while (tag !== undefined) {
      attribute.lastIndex = at
      const [whole = '', space = '', name = '', value = ''] = attribute.exec(html) ?? []
      if (whole === '') break
      at += whole.length
      if (/^on/i.test(name)) kept += space
      else kept += space + name + (depth < deepest && value.includes('<') ? withoutHandlers(value, depth + 1) : value)
    }
  }
}
