import { formatNamed } from '@/documents/journal-files/formats'
import { countText } from '@/shared/domain/text/formats'
import type { Days } from '../shared/days'

/** `1 entry`, `3 entries`. */
export const entriesText = (count: number): string => (count === 1 ? '1 entry' : `${countText(count)} entries`)

type Changes = { later: number; changed: number; gone: number }

/** What happened since entries were given: `3 entries came later, 1 entry changed`; empty where nothing did. */
export const changesText = ({ later, changed, gone }: Changes): string =>
  [
    later > 0 ? `${entriesText(later)} came later` : '',
    changed > 0 ? `${entriesText(changed)} changed` : '',
    gone > 0 ? `${entriesText(gone)} ${gone === 1 ? 'is' : 'are'} gone` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The name of a format, as it is offered. */
export const formatLabel = (name: string): string => formatNamed(name)?.label ?? name

/** What a hand-over would do now: `15 entries to hand over`, `3 entries came later`, or that nothing is left. */
export function stateText(of: { entries: number; given: number; new: number; changed: number; gone: number }): string {
  const next = of.new + of.changed + of.gone
  if (next === 0)
    return of.entries === 0 ? 'Nothing is booked on these days' : 'Everything of these days was handed over'
  if (of.given === 0) return `${entriesText(next)} to hand over`
  return changesText({ later: of.new, changed: of.changed, gone: of.gone })
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The months of a year, as a choice: `1` is January. */
export const months = Array.from({ length: 12 }, (_, place) => ({
  value: String(place + 1),
  label: monthName.format(Date.UTC(2026, place, 1)),
}))

/** The calendar year in which the financial year of a day begins. */
const yearOf = (day: string, firstMonth: number): number =>
  Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < firstMonth ? 1 : 0)

/** Why these days do not go into one file of this format; null where they do. `firstMonth`: of the financial year. */
export const daysProblem = (format: string, { from, to }: Days, firstMonth: number): string | null =>
  format === 'datev' && yearOf(from, firstMonth) !== yearOf(to, firstMonth)
    ? 'A DATEV file is of one financial year. Please choose days of one year.'
    : null
