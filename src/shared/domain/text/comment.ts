const longestUrl = 50
const keptOfUrl = 47

/** An address as comments show it: 47 characters and an ellipsis when it is longer than 50 (spec 2 §5). */
export const shortUrl = (url: string): string => (url.length > longestUrl ? `${url.slice(0, keptOfUrl)}…` : url)

/** Addresses inside a text, without the full stop or bracket that ends the sentence around them. */
export const urlsIn = (text: string): { start: number; end: number; url: string }[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map((found) => {
    const url = found[0].replace(/[.,;:!?)\]}'’”]+$/u, '')
    return { start: found.index, end: found.index + url.length, url }
  })

/** True when rich text has no visible text (spec 2 §5). */
export const saysNothing = (html: string): boolean =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '') === ''

/** True when rich text has neither visible text nor a picture. */
export const showsNothing = (html: string): boolean => saysNothing(html) && !/<img\b/i.test(html)

/** True for a comment with text, a picture or a file (spec 2 §5). */
export const canBeAdded = (comment: { html: string; files: number }): boolean =>
  comment.files > 0 || !showsNothing(comment.html)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  { under: hour, unit: minute, name: 'minute' },
  { under: day, unit: hour, name: 'hour' },
  { under: 7 * day, unit: day, name: 'day' },
  { under: 30 * day, unit: 7 * day, name: 'week' },
  { under: 365 * day, unit: 30 * day, name: 'month' },
  { under: Infinity, unit: 365 * day, name: 'year' },
]

/**
 * The age of a comment: under 60 s Just now, then minutes, hours, days, weeks (under 30 days), months (under 365 days),
 * years (spec 2 §9). `now` in ms; a clock behind the server's gives Just now.
 */
export function commentTime(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt)
  const step = age < minute ? undefined : steps.find(({ under }) => age < under)
  if (!step) return 'Just now'
  const count = Math.floor(age / step.unit)
  return `${count} ${step.name}${count === 1 ? '' : 's'} ago`
}
