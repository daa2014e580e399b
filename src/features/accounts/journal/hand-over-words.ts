import { formatNamed } from '@/documents/journal-files/formats'
import { countText } from '@/shared/domain/text/formats'
import type { Days } from './days'

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

/** Why these days do not go into one file of this format; null where they do. */
export const daysProblem = (format: string, { from, to }: Days): string | null =>
  format === 'datev' && from.slice(0, 4) !== to.slice(0, 4)
    ? 'A DATEV file is of one financial year. Please choose days of one year.'
    : null
