import type { Role } from './role'

type Person = { userId: string; name: string; role: Role }

/** Whoever has one of these roles can be mentioned (spec 2 §5). */
const mentionable: readonly Role[] = ['admin', 'team_member', 'sales', 'accounts']

const wordPart = String.raw`[\p{L}\p{M}\p{N}'’-]+`
/** An at-sign that does not stand inside an e-mail address, and one or two words. */
const mention = new RegExp(String.raw`(?<![\p{L}\p{N}._%+@-])@(${wordPart})(?:[ \u00a0](${wordPart}))?`, 'gu')

const folded = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()

/**
 * Whom a text mentions, in order: matched by full or first name, whatever the case and the accents (spec 2 §5). A first
 * name of two people means both.
 */
export function mentionsIn(
  text: string,
  people: readonly Person[],
): { start: number; end: number; userIds: string[] }[] {
  const candidates = people
    .filter(({ role }) => mentionable.includes(role))
    .map(({ userId, name }) => ({ userId, full: folded(name), first: folded(name).split(' ')[0] ?? '' }))
  return [...text.matchAll(mention)].flatMap((found) => {
    const [whole, first = '', second] = found
    const start = found.index
    const byFull = second ? candidates.filter(({ full }) => full === folded(`${first} ${second}`)) : []
    if (byFull.length > 0) return [{ start, end: start + whole.length, userIds: byFull.map(({ userId }) => userId) }]
    const byFirst = candidates.filter((person) => person.first === folded(first) || person.full === folded(first))
    if (byFirst.length === 0) return []
    return [{ start, end: start + 1 + first.length, userIds: byFirst.map(({ userId }) => userId) }]
  })
}
