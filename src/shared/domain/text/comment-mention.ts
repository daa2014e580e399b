import { foldAccents } from './fold-accents'
import type { Role } from '../people/role'

type Person = { userId: string; name: string; role: Role }

/** People with one of these roles can be mentioned (spec 2 §5). */
const mentionable: readonly Role[] = ['admin', 'team_member', 'sales', 'accounts']

const wordPart = String.raw`[\p{L}\p{M}\p{N}'’-]+`
/** An at-sign outside an e-mail address, then up to six words of a name. */
const mention = new RegExp(String.raw`(?<![\p{L}\p{N}._%+@-])@(${wordPart}(?:[ \u00a0]${wordPart}){0,5})`, 'gu')

const nameOf = (text: string): string => foldAccents(text).replace(/\s+/g, ' ').trim()

/**
 * The people whom a text mentions, in order, matched by first or full name without regard to case and accents (spec 2 §5). The
 * longest matching name wins. A first name that two people share mentions both.
 */
export function mentionsIn(
  text: string,
  people: readonly Person[],
): { start: number; end: number; userIds: string[] }[] {
  const candidates = people
    .filter(({ role }) => mentionable.includes(role))
    .map(({ userId, name }) => ({ userId, name: nameOf(name) }))
  return [...text.matchAll(mention)].flatMap((found) => {
    const start = found.index
    const words = (found[1] ?? '').split(/[ \u00a0]/)
    for (let count = words.length; count > 0; count -= 1) {
      const said = words.slice(0, count).join(' ')
      const userIds = called(nameOf(said), candidates)
      if (userIds.length > 0) return [{ start, end: start + 1 + said.length, userIds }]
    }
    return []
  })
}

/** Matches the full name; matches the first name, or more of it, only when nobody's full name equals the text. */
function called(name: string, candidates: readonly { userId: string; name: string }[]): string[] {
  const isOneWord = !name.includes(' ')
  const byFull = candidates.filter((person) => person.name === name)
  const byFirst = candidates.filter((person) => person.name.startsWith(`${name} `))
  const meant = isOneWord ? [...byFull, ...byFirst] : byFull.length > 0 ? byFull : byFirst
  return candidates.filter((person) => meant.includes(person)).map(({ userId }) => userId)
}
