const conditions = /(^|\.)(or|and)$/
const quotedLike = /\.(i?)like\."((?:[^"\\]|\\.)*)"/g

/**
 * The same address with quoted patterns inside `or=(…)` and `and=(…)` that the library understands. It takes the quotes
 * of `name.ilike."%a, b%"` for letters of the pattern, so nothing was ever found; a regular expression it reads well.
 */
export function withReadablePatterns(address: string): string {
  const url = new URL(address)
  for (const [name, value] of [...url.searchParams])
    if (conditions.test(name) && value.includes('like."'))
      url.searchParams.set(
        name,
        value.replace(
          quotedLike,
          (_, anyCase: string, quoted: string) => `.${anyCase}match."${asRegex(unescaped(quoted))}"`,
        ),
      )
  return url.href
}

/** What the quotes held: `\"` is a quote and `\\` a backslash. */
const unescaped = (quoted: string): string => quoted.replace(/\\(.)/gs, '$1')

function asRegex(pattern: string): string {
  const parts = [...pattern.matchAll(/\\(.)|[%*_]|[^]/gs)].map(([part, literal]) => {
    if (literal === undefined && (part === '%' || part === '*')) return '.*'
    if (literal === undefined && part === '_') return '.'
    const letter = literal ?? part
    return letter === '"' ? '\\x22' : letter.replace(/[.^$*+?()[\]{}|\\]/, '\\$&')
  })
  return `^${parts.join('')}$`
}
