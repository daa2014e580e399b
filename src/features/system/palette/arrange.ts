import { score } from './fuzzy'
import type { PaletteItem } from './palette-item'

export type PaletteSection = { title: string; items: PaletteItem[] }

/** The most entries of a group. Typing more finds the others. */
const mostOfGroup = 8
/** The bonus of a recently chosen entry over equal matches. */
const recentBonus = 15

/**
 * The entries of the palette. Without a search text: the recent ones, then actions, then screens. With one: the
 * matches, best first, in groups of fixed order; records keep the server's order. A group stands behind the others when
 * none of its names holds the words, as a person who is found by the name of a business.
 */
export function arrange({
  groups,
  typed,
  items,
  records,
  recent,
}: {
  /** The headings in their order. */
  groups: readonly string[]
  typed: string
  items: readonly PaletteItem[]
  records: readonly PaletteItem[]
  recent: readonly PaletteItem[]
}): PaletteSection[] {
  if (typed.trim() === '') {
    const isRecent = new Set(recent.map(({ id }) => id))
    const rest = items.filter(({ id, isOnlyFound }) => !isRecent.has(id) && !isOnlyFound)
    return filled([{ title: 'Recent', items: [...recent] }, ...grouped(rest, groups)])
  }
  const lately = new Map(recent.map(({ id }, place) => [id, recentBonus - place]))
  const fitting = items.map((item) => ({ item, fits: fit(typed, item) }))
  // Letters inside of words count only where nothing begins with them: `late` is not in `plates`.
  const least = fitting.some(({ fits }) => fits >= wordStart * byKeyword) ? wordStart * byKeyword : 1
  const found = fitting
    .filter(({ fits }) => fits >= least)
    .sort((a, b) => b.fits + (lately.get(b.item.id) ?? 0) - a.fits - (lately.get(a.item.id) ?? 0))
    .map(({ item }) => item)
  const named = ({ label, keywords }: PaletteItem) => score(typed, `${label} ${keywords ?? ''}`) >= wordStart
  const sections = filled(
    grouped([...found, ...records.toSorted((a, b) => Number(named(b)) - Number(named(a)))], groups),
  ).map((section) => ({ ...section, items: section.items.slice(0, mostOfGroup) }))
  const isNamed = new Map(sections.map((section) => [section, section.items.some(named)]))
  return sections.toSorted((a, b) => Number(isNamed.get(b)) - Number(isNamed.get(a)))
}

/** The least score of a match outside the label: a whole word, not letters in order. */
const wholeWord = 50
/** The least score of words that begin words of a name. */
const wordStart = 80
/** What a match outside the label is worth. */
const byKeyword = 0.7

function fit(typed: string, { label, keywords }: PaletteItem): number {
  const other = keywords ? score(typed, `${label} ${keywords}`) : 0
  return Math.max(score(typed, label), other >= wholeWord ? other * byKeyword : 0)
}

const grouped = (items: readonly PaletteItem[], groups: readonly string[]): PaletteSection[] =>
  groups.map((title) => ({ title, items: items.filter(({ group }) => group === title) }))

const filled = (sections: PaletteSection[]): PaletteSection[] => sections.filter(({ items }) => items.length > 0)
