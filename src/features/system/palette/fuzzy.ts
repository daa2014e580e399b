import { foldAccents } from '@/shared/domain/text/fold-accents'

/**
 * How well a text matches the search, from 0 (no match) up. Every word must match: best at the start of a word, then
 * inside one, then as letters in order ("nwcl" finds New Client).
 */
export function score(typed: string, text: string): number {
  const words = foldAccents(typed).split(/\s+/).filter(Boolean)
  const target = foldAccents(text)
  let total = 0
  for (const word of words) {
    const found = scoreWord(word, target)
    if (found === 0) return 0
    total += found
  }
  return total / Math.max(1, words.length)
}

function scoreWord(word: string, target: string): number {
  if (target.startsWith(word)) return 100 + (target.length === word.length ? 20 : 0)
  const inside = target.indexOf(word)
  if (inside > 0) return isWordStart(target, inside) || hasWordStart(word, target) ? 80 : 50
  return word.length < 2 ? 0 : scoreLetters(word, target)
}

const isWordStart = (target: string, at: number): boolean => /[^a-z0-9]/.test(target.charAt(at - 1))
const hasWordStart = (word: string, target: string): boolean =>
  target.split(/[^a-z0-9]+/).some((part) => part.startsWith(word))

/** Scores letters in order: higher the more of them begin a word, and the closer together they are. */
function scoreLetters(word: string, target: string): number {
  let at = target.indexOf(word.charAt(0))
  if (at < 0 || (at > 0 && !isWordStart(target, at))) {
    at = target
      .split('')
      .findIndex((sign, place) => sign === word.charAt(0) && (place === 0 || isWordStart(target, place)))
    if (at < 0) return 0
  }
  let gaps = 0
  for (const sign of word.slice(1)) {
    const next = target.indexOf(sign, at + 1)
    if (next < 0) return 0
    if (next > at + 1 && !isWordStart(target, next)) gaps += 1
    at = next
  }
  return gaps > 1 + word.length / 4 ? 0 : Math.max(5, 40 - gaps * 8)
}
