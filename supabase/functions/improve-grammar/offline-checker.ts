import { Dialect, type Lint, LocalLinter } from 'harper.js'
import { binary } from 'harper.js/binary'
import { type Passage, readHtml, replaceIn, writeHtml } from './html-text.ts'

export const offlineChecker = 'offline grammar checker'

/** Milliseconds after which the rest of a long text stays unchanged: less than the host's limit (20 s). */
const patience = 12_000
/** Characters that are read at once, so that a long paragraph does not hold up other callers. */
const mostAtOnce = 1000
/** Longer than any word. The checker was seen to break on 20 000 letters in a row. */
const longestWord = 50

/** The kinds of findings that are corrections. Findings about style are ignored. */
const corrections = new Set([
  'Agreement',
  'BoundaryError',
  'Capitalization',
  'Eggcorn',
  'Grammar',
  'Malapropism',
  'Miscellaneous',
  'Nonstandard',
  'Punctuation',
  'Repetition',
  'Spelling',
  'Typo',
  'Usage',
  'WordChoice',
])
const untouchable = /@[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'-]*)?|(?:https?:\/\/|www\.)\S+|\S+@\S+|\S*[\d<=]\S*|#\S+/gu

const linter = new LocalLinter({ binary, dialect: Dialect.British })
/** Off: it splits words it does not know, and the trade has many of those. */
const ready = linter.setLintConfig({ SplitWords: false })

type Correction = { start: number; end: number; text: string }

/**
 * Corrects spelling and grammar of English text or HTML without a service. Tags, entities, names, @mentions, links and
 * sizes stay unchanged, and so do passages in another language. It prefers to miss a mistake rather than to make one.
 */
export async function correctOffline(html: string, now: () => number = Date.now): Promise<string> {
  await ready
  const until = now() + patience
  const { parts, passages } = readHtml(html)
  for (const passage of passages.flatMap(inPieces)) {
    if (now() > until) break
    for (const { start, end, text } of await correctionsOf(passage)) replaceIn(passage, start, end, text)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return writeHtml(parts)
}

async function correctionsOf(passage: Passage): Promise<Correction[]> {
  const seen = passage.map((glyph) => glyph.seen).join('')
  const lints = await linter.lint(hideLongWords(seen), { language: 'plaintext' }).catch(() => [])
  if (isForeign(seen, lints)) return []
  const kept = [...seen.matchAll(untouchable)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
  const wanted = lints
    .flatMap(asCorrection)
    .filter(({ start, end }) => !kept.some((k) => k.start < end && start < k.end))
  return wanted.filter((one, place) => !wanted.slice(0, place).some((k) => k.start < one.end && one.start < k.end))
}

function asCorrection(lint: Lint): Correction[] {
  const { start, end } = lint.span()
  const problem = lint.get_problem_text()
  const offers = lint.suggestions().map((offer) => {
    const text = offer.get_replacement_text()
    return offer.kind() === 0 ? text : offer.kind() === 1 ? '' : problem + text
  })
  const kind = lint.lint_kind()
  const text = kind === 'Spelling' ? respelled(problem, offers) : corrections.has(kind) ? offers[0] : undefined
  return text === undefined || text === problem || problem.length > longestWord ? [] : [{ start, end, text }]
}

/** Corrects a word when letters are only swapped, or when a long word has a single suggestion. Names are left alone. */
function respelled(word: string, offers: readonly string[]): string | undefined {
  if (!/^\p{Ll}+$/u.test(word)) return undefined
  const letters = (text: string) => [...text].toSorted().join('')
  const moved = offers.find((offer) => letters(offer) === letters(word))
  return moved ?? (offers.length === 1 && word.length > 4 && !offers[0]?.includes(' ') ? offers[0] : undefined)
}

/** True when a third of the words is unknown: the text is not English. */
function isForeign(seen: string, lints: readonly Lint[]): boolean {
  const words = seen.match(/\p{L}+/gu)?.length ?? 0
  const unknown = lints.filter((lint) => lint.lint_kind() === 'Spelling').length
  return unknown > 1 && unknown * 3 >= words
}

const hideLongWords = (text: string) =>
  text.replace(new RegExp(`\\S{${longestWord},}`, 'g'), (word) => ' '.repeat(word.length))

/** Splits a text into pieces of at most 1000 characters, after a space if possible. */
function inPieces(passage: Passage): Passage[] {
  if (passage.length <= mostAtOnce) return [passage]
  const space = passage.slice(0, mostAtOnce).findLastIndex(({ seen }) => seen === ' ')
  const cut = space > 0 ? space + 1 : mostAtOnce
  return [passage.slice(0, cut), ...inPieces(passage.slice(cut))]
}
