import type { DocumentLine } from '@/documents/lines'
import { withOption } from '@/documents/lines'
import { depositOf, totalsOf } from '@/documents/totals'
import { roundingsNow } from '@/shared/domain/text/formats'
import { exact, minus, written } from '@/shared/domain/money/decimal'
import type { ClientQuotation } from './api/quotation.query'

/** The quotation with these options chosen: lines, VAT, totals and deposit, as the database computes them. */
export function withChoice(quotation: ClientQuotation, selected: readonly string[]): ClientQuotation {
  const lines = quotation.lines.map((line) =>
    line.is_optional ? { ...line, is_selected: selected.includes(line.id) } : line,
  )
  const roundings = roundingsNow()
  const totals = totalsOf(lines, roundings)
  const { deposit } = depositOf(totals.gross, quotation.deposit.kind, quotation.deposit.value, roundings.amounts)
  return { ...quotation, ...totals, lines, deposit: { ...quotation.deposit, amount: deposit } }
}

/** Options in the order of the paper: an extra, which the client may add, or a group with exactly one choice. */
export type OptionSet = { group: string | null; lines: DocumentLine[] }

/** A group of one line leaves nothing to choose from: it is an extra. */

export function optionSets(lines: readonly DocumentLine[]): OptionSet[] {
  const sets: OptionSet[] = []
  for (const line of lines) {
    if (!line.is_optional) continue
    const known = line.option_group ? sets.find(({ group }) => group === line.option_group) : undefined
    if (known) known.lines.push(line)
    else sets.push({ group: line.option_group ?? null, lines: [line] })
  }
  return sets.map(({ group, lines: options }) => ({ group: options.length > 1 ? group : null, lines: options }))
}

/** The ids that are chosen after this one is, or is left out. */
export const choosing = (lines: readonly DocumentLine[], id: string, isSelected: boolean): string[] =>
  withOption(lines, id, isSelected)
    .filter((line) => line.is_optional && line.is_selected)
    .map((line) => line.id)

/** The difference in the total with VAT when an option is chosen, as signed decimal text: `48.00`, `-12.00`. */
export function difference(lines: readonly DocumentLine[], id: string): string {
  const [now, then] = [totalsOf(lines, roundingsNow()), totalsOf(withOption(lines, id, true), roundingsNow())]
  return written(minus(exact(then.gross), exact(now.gross)))
}

/** The difference in the total with VAT between a chosen option and leaving it out. */
export function addedBy(lines: readonly DocumentLine[], id: string): string {
  const [now, without] = [totalsOf(lines, roundingsNow()), totalsOf(withOption(lines, id, false), roundingsNow())]
  return written(minus(exact(now.gross), exact(without.gross)))
}

/** The names of groups without a choice. */
export const undecided = (lines: readonly DocumentLine[]): string[] =>
  optionSets(lines).flatMap(({ group, lines: options }) =>
    group !== null && !options.some((line) => line.is_selected) ? [group] : [],
  )
