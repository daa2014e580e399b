import type { DocumentLine } from '@/documents/lines'
import { printedNet } from '@/documents/lines'
import { productLine } from '@/documents/paper/product-words'
import type { Writing } from '@/documents/paper/writing'
import { sizeText } from '@/documents/sizes'
import { formatMoney } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { LineDifference } from '../../shared/version-changes'
import type { ClientQuotation } from '../api/quotation.query'
import classes from './client-quotation.module.css'
import { pricedText } from './priced-text'

/** A line as it was in the version before: its name and size where they are others now, its price and its amount. */
export function useWordsBefore(currency: string, writing: Writing) {
  const { say } = usePageWords()
  return (was: DocumentLine, line: DocumentLine): string => {
    const size = (of: DocumentLine) => sizeText(of, { length_unit: writing.length_unit })
    const parts = [
      was.description === line.description ? null : productLine(was.description, writing),
      size(was) === size(line) ? null : size(was),
      pricedText(was, currency, writing, say),
      formatMoney(printedNet(was), currency),
    ]
    return say('line_before', { was: parts.filter(Boolean).join(' · ') })
  }
}

type ChangesProps = {
  quotation: ClientQuotation
  differences: readonly LineDifference[]
  /** The words and units of the paper in the reader's language. */
  writing: Writing
}

/** What the office changed since the version that the client saw before this one: lines with their old amounts, the total and the texts. */
export function Changes({ quotation, differences, writing }: ChangesProps) {
  const { say } = usePageWords()
  const { before, gross, currency, terms, client_note } = quotation
  const wordsBefore = useWordsBefore(currency, writing)
  if (!before) return null
  const nameOf = ({ description }: DocumentLine) => productLine(description.trim(), writing) || '–'
  const lines = differences.map((each) => ({
    id: each.line.id,
    words:
      each.kind === 'changed'
        ? `${nameOf(each.line)} – ${wordsBefore(each.was, each.line)}`
        : say(each.kind === 'added' ? 'line_added' : 'line_removed', {
            line:
              each.kind === 'added'
                ? nameOf(each.line)
                : `${nameOf(each.line)} · ${formatMoney(printedNet(each.line), currency)}`,
          }),
  }))
  const others = [
    ...(before.gross === gross || lines.length === 0
      ? []
      : [say('total_before', { amount: formatMoney(before.gross, currency) })]),
    ...(before.terms === terms ? [] : [say('terms_changed')]),
    ...(before.client_note === client_note ? [] : [say('note_changed')]),
  ]
  if (lines.length + others.length === 0) return null
  return (
    <section className={classes.changes} aria-label={say('changed_since', { number: before.number })}>
      <h2>{say('changed_since', { number: before.number })}</h2>
      <ul>
        {lines.map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
        {others.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}
