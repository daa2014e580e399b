import { mentionsIn } from './comment-mention'
import { foldAccents } from './fold-accents'
import type { Role } from '../people/role'
import { decoded, htmlPieces, plainTextOf } from './task-description'

/** Somebody who may be mentioned. */
export type Mentionable = { userId: string; name: string; role: Role }

/** The roles whose people a mention finds (spec 2 §5). */
export const mentionableRoles = ['admin', 'team_member', 'sales', 'accounts'] as const satisfies readonly Role[]

const typing = /(?<![\p{L}\p{N}._%+@-])@[\p{L}\p{M}\p{N}'’-]*(?:[ \u00a0][\p{L}\p{M}\p{N}'’-]*)?$/u
const mostSuggested = 6

/** The unfinished mention at the end of a text, from its at-sign on; null without one. */
export const mentionBeingTyped = (textBefore: string): string | null => typing.exec(textBefore)?.[0] ?? null

/** The people who match an unfinished mention: by the start of the full name, then of another word of it. */
export function suggestPeople<Person extends Mentionable>(typed: string, people: readonly Person[]): Person[] {
  const wanted = foldAccents(typed.slice(1))
  if (/[ \u00a0]$/.test(typed)) return []
  const startsWith = ({ name }: Mentionable) => foldAccents(name).startsWith(wanted)
  const hasWord = ({ name }: Mentionable) =>
    foldAccents(name)
      .split(' ')
      .some((word) => word.startsWith(wanted))
  return people
    .filter((person) => startsWith(person) || hasWord(person))
    .toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)))
    .slice(0, mostSuggested)
}

type Words = { title: string; description: string }

const linesOf = ({ title, description }: Words): string[] => [title, ...plainTextOf(description).split('\n')]

/** Whom a draft mentions in its title and description, each once, in order (spec 2 §5). */
export function mentionedIn(words: Words, people: readonly Mentionable[]): string[] {
  const found = linesOf(words).flatMap((line) => mentionsIn(line, people))
  return [...new Set(found.flatMap(({ userIds }) => userIds))]
}

/** At most one more word until the end of the line: it could still become part of the name before it. */
const couldGoOn = /^[ \u00a0]?[\p{L}\p{M}\p{N}'’-]*$/u

/**
 * The people whom a text surely mentions while it is being typed: their name is complete, or no other name begins with the
 * typed text.
 */
export function mentionedForSure(words: Words, people: readonly Mentionable[]): string[] {
  const couldMean = (said: string) =>
    people.filter(({ name }) => foldAccents(name) === said || foldAccents(name).startsWith(`${said} `))
  const isWhole = (said: string) => couldMean(said).length === 1
  const found = linesOf(words).flatMap((line) =>
    mentionsIn(line, people).flatMap(({ start, end, userIds }) => {
      const isFinished = !couldGoOn.test(line.slice(end)) || isWhole(foldAccents(line.slice(start + 1, end)))
      return isFinished && userIds.length === 1 ? userIds : []
    }),
  )
  return [...new Set(found)]
}

/**
 * The rich text with its mentions marked, for display (spec 2 §3). Tags and letters stay unchanged; marked mentions are not
 * marked again.
 */
export function highlightMentions(html: string, people: readonly Mentionable[]): string {
  let inMention = 0
  return (html.match(htmlPieces) ?? [])
    .map((piece) => {
      if (/^<span\b[^>]*\bdata-mention=/i.test(piece) || (inMention > 0 && /^<span\b/i.test(piece))) inMention += 1
      else if (inMention > 0 && /^<\/span\b/i.test(piece)) inMention -= 1
      return piece.startsWith('<') || inMention > 0 ? piece : highlightText(piece, people)
    })
    .join('')
}

function highlightText(escapedText: string, people: readonly Mentionable[]): string {
  const text = decoded(escapedText)
  const found = mentionsIn(text, people)
  if (found.length === 0) return escapedText
  let at = 0
  const parts = found.map(({ start, end, userIds }) => {
    const before = escaped(text.slice(at, start))
    at = end
    return `${before}<span class="mention" data-mention="${userIds.join(' ')}">${escaped(text.slice(start, end))}</span>`
  })
  return parts.join('') + escaped(text.slice(at))
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }
const escaped = (text: string): string => text.replace(/[&<>\u00a0]/g, (character) => escapes[character] ?? character)
