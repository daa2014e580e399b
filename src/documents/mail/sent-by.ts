/** The name that a company has before anybody gave it one: no receiver knows it. */
const noName = 'Our company'

/**
 * The `From` of a mail: the name of the company before the address of `setting` (`Office <office@example.com>`, or the
 * address alone). Where the company has no name yet, it stays as it was set.
 */
export function sentBy(setting: string, company: string | null | undefined): string {
  const name = (company ?? '').replaceAll(/[\p{Cc}\u2028\u2029"\\<>]+/gu, ' ').trim()
  if (name === '' || name === noName) return setting
  const address = /<([^<>]+)>\s*$/.exec(setting)?.[1] ?? setting.trim()
  return `"${name}" <${address}>`
}
